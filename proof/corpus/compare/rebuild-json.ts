// Rebuilds the versions of a body from the Redline JSON alone.
//
// The rules are those of its documentation (docs/design/render.md):
//
// - The base is everything except insertions and targets of moves. The revised text is everything except deletions
//   and sources of moves.
// - One revision of a merge accepts the changes that list it and rejects all others. A conflict is read like its
//   content.
// - A paragraph whose mark the version lacks continues in the next paragraph of its story or cell, past tables
//   without a row in that version. A row or cell that the version lacks is skipped.
// - In merges, a table or the end may follow instead. Then a paragraph with content keeps its mark. An empty one is
//   dropped if the container remains well-formed without it.
//
// This is a reader of the format, so it uses nothing of the engine that other consumers do not get.

/** The base, everything accepted, or one revision of a merge by its name. */
export type Side = "base" | "revised" | { readonly revision: string };

export interface Change {
  readonly type: string;
  /** Set only in a merge. */
  readonly revisions?: readonly string[];
  readonly content?: readonly Change[];
}

export interface Segment {
  readonly type?: string;
  readonly revisions?: readonly string[];
  readonly object?: string;
  readonly text?: string;
  readonly content?: readonly Segment[];
}

export interface Row {
  readonly change?: Change;
  readonly cells: readonly { readonly change?: Change; readonly blocks: readonly Block[] }[];
}

export interface Block {
  readonly type: string;
  readonly content?: readonly Segment[];
  readonly mark?: Change;
  readonly rows?: readonly Row[];
}

/** Returns the texts of the paragraphs of the body, including those in cells, in order. */
export function rebuildJson({ blocks }: { readonly blocks: readonly Block[] }, side: Side): string[] {
  const shown = blocks.filter(({ rows }) => rows === undefined || rows.some((row) => !isRowAbsent(row, side)));
  const texts: string[] = [];
  let open = "";
  let hasContent = false;
  /** The kind of the last block that was added. */
  let previous: "paragraph" | "table" | undefined;
  for (const [index, { rows, content = [], mark }] of shown.entries()) {
    if (rows !== undefined) {
      const cells = rows.flatMap((row) => (isRowAbsent(row, side) ? [] : row.cells));
      for (const cell of cells) if (!isAbsent(cell.change, side)) texts.push(...rebuildJson(cell, side));
      previous = "table";
      continue;
    }
    const own = textOf(content, side);
    open += own.text;
    hasContent ||= own.hasContent;
    const next = shown[index + 1];
    // A comparison lists a mark only if it is deleted or inserted. In a merge, one revision may delete a mark that
    // another keeps.
    const mayStay = mark?.revisions !== undefined && staysAlone({ previous, next, hasContent });
    if (isAbsent(mark, side) && !mayStay) continue;
    texts.push(open);
    open = "";
    hasContent = false;
    previous = "paragraph";
  }
  return open === "" ? texts : [...texts, open];
}

interface Neighbours {
  readonly previous: "paragraph" | "table" | undefined;
  readonly next: Block | undefined;
  readonly hasContent: boolean;
}

/**
 * True if a paragraph remains although its version lacks its mark. It cannot join a table or the end of a container,
 * and it must keep them well-formed.
 */
function staysAlone({ previous, next, hasContent }: Neighbours): boolean {
  if (next !== undefined && next.rows === undefined) return false;
  if (hasContent) return true;
  return next === undefined ? previous !== "paragraph" : previous === "table";
}

function textOf(segments: readonly Segment[], side: Side): { readonly text: string; readonly hasContent: boolean } {
  const kept = segments.filter((segment) => !isLeftOut(segment, side));
  const read = kept.map(({ text, object, content }) => {
    return text === undefined ? textOf(content ?? [], side) : { text, hasContent: text !== "" || object !== undefined };
  });
  return { text: read.map(({ text }) => text).join(""), hasContent: read.some((one) => one.hasContent) };
}

/** True if a row is absent by its own change, or because all its cells are. */
function isRowAbsent({ change, cells }: Row, side: Side): boolean {
  return isAbsent(change, side) || (cells.length > 0 && cells.every((cell) => isAbsent(cell.change, side)));
}

/** True if a version lacks a mark, a row or a cell, because of its change or of a later one inside that change. */
function isAbsent(change: Change | undefined, side: Side): boolean {
  if (change === undefined) return false;
  return isLeftOut(change, side) || (change.content ?? []).some((nested) => isAbsent(nested, side));
}

const REJECTED: ReadonlySet<string | undefined> = new Set(["insertion", "moved_to"]);
const ACCEPTED: ReadonlySet<string | undefined> = new Set(["deletion", "moved_from"]);

function isLeftOut({ type, revisions }: Pick<Segment, "type" | "revisions">, side: Side): boolean {
  const isAccepted = typeof side === "string" ? side === "revised" : revisions?.includes(side.revision) === true;
  return (isAccepted ? ACCEPTED : REJECTED).has(type);
}
