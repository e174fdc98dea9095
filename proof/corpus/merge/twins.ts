// Of the edits that two copies share, how many became one change of both.
//
// With only the changes accepted that both made, a merge must be the base with the edits they share. Where it is not, the edits are
// looked at one by one: each must have left as many paragraphs with its texts as there should be.

import type { Edit } from "../../generate/truth.ts";
import { plainText } from "../compare/content/line.ts";
import { type Content, readContent } from "../compare/read-content.ts";
import { compareExcusing, readDecided } from "./decided.ts";
import { acceptsOf, type MergeRecord } from "./read-record.ts";

export interface Twins {
  /** Edits that both copies have. */
  readonly shared: number;
  /** Those of them that are one change. */
  readonly asOne: number;
}

interface Shared {
  readonly file: Uint8Array;
  readonly edits: readonly Edit[];
}

/** The twins are the first two copies. */
export function judgeTwins(merged: Uint8Array, record: MergeRecord, { file, edits }: Shared): Twins {
  const expected = readContent(file, { withFormatting: true });
  const accepts = acceptsOf(record, (revisions) => revisions.includes(0) && revisions.includes(1));
  const found = readDecided(merged, accepts);
  const { difference, formatting } = compareExcusing(expected, found);
  if (difference === undefined && formatting?.difference === undefined)
    return { shared: edits.length, asOne: edits.length };
  const isShown = shownIn(expected, found);
  const texts = edits.filter(({ property }) => property === undefined);
  const shown = texts.filter(isShown).length;
  // Of formatting no more is known than how many places differ.
  const looks = edits.length - texts.length;
  const differing = difference === undefined ? (formatting?.differences.length ?? 0) : looks;
  return { shared: edits.length, asOne: shown + Math.max(0, looks - differing) };
}

/** True if an edit's texts stand in one document as often as in another. */
function shownIn(expected: Content, found: Content): (edit: Edit) => boolean {
  const [wanted, given] = [countTexts(expected), countTexts(found)];
  return ({ before, after }) =>
    [...before, ...after].every((text) => (wanted.get(text) ?? 0) === (given.get(text) ?? 0));
}

function countTexts({ stories }: Content): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { lines } of stories) {
    for (const line of lines) {
      const text = plainText(line);
      if (line.kind === "paragraph") counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  return counts;
}
