// Rebuilds both versions of a body from the Redline JSON alone, by what is published of it (spec 3, section 7).
//
// The base is everything but insertions and where things were moved to; the revised text everything but deletions and
// where things were moved from. A paragraph whose mark the version does not have goes on in the next paragraph of its
// story or cell, past tables that have no row in that version; a row or cell that the version does not have is skipped.
// It is a reader of the format, so it takes nothing from the engine but what any consumer would get. Of a merge, the version of
// one revision is everything that its own changes leave, and what all others would have changed.

export type Side = "base" | "revised";
/** A version of a text: both sides of a comparison, or the one that some changes make and others do not. */
export type Version = Side | ((change: Labelled) => boolean);

/** Whose change it is, where several are told apart. */
export interface Labelled {
  readonly revisions?: readonly string[];
}

export interface Change extends Labelled {
  readonly type: string;
  readonly content?: readonly Change[];
}

export interface Segment extends Labelled {
  readonly type?: string;
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
export function rebuildJson({ blocks }: { readonly blocks: readonly Block[] }, version: Version): string[] {
  const texts: string[] = [];
  let open = "";
  for (const { rows, content = [], mark } of blocks) {
    if (rows !== undefined) {
      const cells = rows.flatMap((row) => (isAbsent(row.change, version) ? [] : row.cells));
      for (const cell of cells) if (!isAbsent(cell.change, version)) texts.push(...rebuildJson(cell, version));
      continue;
    }
    open += textOf(content, version);
    if (isAbsent(mark, version)) continue;
    texts.push(open);
    open = "";
  }
  return open === "" ? texts : [...texts, open];
}

function textOf(segments: readonly Segment[], version: Version): string {
  const kept = segments.filter((segment) => !isLeftOut(segment, version));
  return kept.map(({ text, content }) => text ?? textOf(content ?? [], version)).join("");
}

/** True when a version does not have a mark, a row or a cell, by its change or one that was made to it later. */
function isAbsent(change: Change | undefined, version: Version): boolean {
  if (change === undefined) return false;
  return isLeftOut(change, version) || (change.content ?? []).some((nested) => isAbsent(nested, version));
}

const CAME: ReadonlySet<string | undefined> = new Set(["insertion", "moved_to"]);
const WENT: ReadonlySet<string | undefined> = new Set(["deletion", "moved_from"]);

function isLeftOut(change: Segment, version: Version): boolean {
  if (!CAME.has(change.type) && !WENT.has(change.type)) return false;
  const isMade = typeof version === "string" ? version === "revised" : version(change);
  return isMade ? WENT.has(change.type) : CAME.has(change.type);
}
