// Rebuilds both versions of a body from the Redline JSON alone, by what is published of it (spec 3, section 7).
//
// The base is everything but insertions and where things were moved to; the revised text everything but deletions and
// where things were moved from. A paragraph whose mark the version does not have goes on in the next paragraph of its
// story or cell, past tables that have no row in that version; a row or cell that the version does not have is skipped.
// It is a reader of the format, so it takes nothing from the engine but what any consumer would get.

export type Side = "base" | "revised";

export interface Change {
  readonly type: string;
  readonly content?: readonly Change[];
}

export interface Segment {
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
export function rebuildJson({ blocks }: { readonly blocks: readonly Block[] }, side: Side): string[] {
  const texts: string[] = [];
  let open = "";
  for (const { rows, content = [], mark } of blocks) {
    if (rows !== undefined) {
      const cells = rows.flatMap((row) => (isAbsent(row.change, side) ? [] : row.cells));
      for (const cell of cells) if (!isAbsent(cell.change, side)) texts.push(...rebuildJson(cell, side));
      continue;
    }
    open += textOf(content, side);
    if (isAbsent(mark, side)) continue;
    texts.push(open);
    open = "";
  }
  return open === "" ? texts : [...texts, open];
}

function textOf(segments: readonly Segment[], side: Side): string {
  const kept = segments.filter(({ type }) => !isLeftOut(type, side));
  return kept.map(({ text, content }) => text ?? textOf(content ?? [], side)).join("");
}

/** Whether a version does not have a mark, a row or a cell, by its change or one that was made to it later. */
function isAbsent(change: Change | undefined, side: Side): boolean {
  if (change === undefined) return false;
  return isLeftOut(change.type, side) || (change.content ?? []).some((nested) => isAbsent(nested, side));
}

const LEFT_OUT: Readonly<Record<Side, ReadonlySet<string | undefined>>> = {
  base: new Set(["insertion", "moved_to"]),
  revised: new Set(["deletion", "moved_from"]),
};

function isLeftOut(type: string | undefined, side: Side): boolean {
  return LEFT_OUT[side].has(type);
}
