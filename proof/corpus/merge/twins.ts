// Counts how many of the edits that two copies share became one change of both.
//
// If only the changes that both made are accepted, a merge must be the base with the shared edits. If it is not, the
// edits are checked one by one. Each text of an edit must occur as often as in the expected document.

import type { Edit } from "../../generate/truth.ts";
import { plainText } from "../compare/content/line.ts";
import { type Content, readContent } from "../compare/read-content.ts";
import { compareExcusing, readDecided } from "./decided.ts";
import { acceptsOf, type MergeRecord } from "./read-record.ts";

export interface Twins {
  /** Number of edits that both copies have. */
  readonly shared: number;
  /** Number of those edits that are one change. */
  readonly asOne: number;
}

interface Shared {
  readonly file: Uint8Array;
  readonly edits: readonly Edit[];
}

/** Judges the edits that the first two copies share. */
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
  // For formatting, only the number of differences is known.
  const looks = edits.length - texts.length;
  const differing = difference === undefined ? (formatting?.differences.length ?? 0) : looks;
  return { shared: edits.length, asOne: shown + Math.max(0, looks - differing) };
}

/** Returns a function that is true if an edit's texts occur equally often in both documents. */
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
