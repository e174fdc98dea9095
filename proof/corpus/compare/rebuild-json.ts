// Rebuilds the versions of a body from the Redline JSON alone, by what is published of it (docs/design/render.md).
//
// The base is everything but insertions and where things were moved to; the revised text everything but deletions and
// where things were moved from. One revision of a merge takes the changes that list it as accepted and all others as rejected; a
// conflict is read like its content. A paragraph whose mark the version does not have goes on in the next paragraph of its
// story or cell, past tables that have no row in that version; a row or cell that the version does not have is skipped.
// Where a table or the end follows instead, which happens in merges alone, a paragraph with text keeps its mark, and an empty one goes
// if the rest can stand without it.
// It is a reader of the format, so it takes nothing from the engine but what any consumer would get.

/** The base, everything accepted, or one revision of a merge by its name. */
export type Side = "base" | "revised" | { readonly revision: string };

export interface Change {
  readonly type: string;
  /** Of a merge. */
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

/** The texts of the paragraphs of the body, those in cells in order. */
export function rebuildJson({ blocks }: { readonly blocks: readonly Block[] }, side: Side): string[] {
  const shown = blocks.filter(({ rows }) => rows === undefined || rows.some((row) => !isRowAbsent(row, side)));
  const texts: string[] = [];
  let open = "";
  let hasContent = false;
  /** The kind of the block that was told last. */
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
    // A comparison tells of a mark only where it goes; in a merge it may go for one revision and stay for another.
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

/** True if a paragraph is there though its version lacks its mark: it cannot join a table, or the end, and must keep them well-formed. */
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

/** A row goes with its own change, or with all of its cells. */
function isRowAbsent({ change, cells }: Row, side: Side): boolean {
  return isAbsent(change, side) || (cells.length > 0 && cells.every((cell) => isAbsent(cell.change, side)));
}

/** True if a version does not have a mark, a row or a cell, by its change or one that was made to it later. */
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
