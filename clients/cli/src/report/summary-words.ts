// Prints the number of changes of a redline in one line.

import type { RedlineJson, RedlineSummary } from "@versus/engine/tasks";
import { pathWords } from "../files/write-outputs.ts";

type CountWords = readonly [count: keyof RedlineSummary, one: string, more: string];

/** The changes as a reader counts them. A service of an earlier version does not count them. */
const CHANGES: CountWords = ["changes", "change", "changes"];
/** Styles are listed and not counted as changes. */
const STYLES: CountWords = ["styles", "style change", "style changes"];
/** The marks of the changes, in the order of the line. */
const MARKS: readonly CountWords[] = [
  ["insertions", "insertion", "insertions"],
  ["deletions", "deletion", "deletions"],
  ["moves", "move", "moves"],
  ["formats", "formatting change", "formatting changes"],
  ["conflicts", "conflict", "conflicts"],
];

/** Reads the summary from the JSON of a redline that the service made. */
export function summaryOf(json: Uint8Array): RedlineSummary {
  const { summary } = JSON.parse(new TextDecoder().decode(json)) as RedlineJson;
  return summary;
}

/**
 * Returns a line such as `3 changes (2 insertions, 1 move) -> out.docx, out.json`. Counts of 0 are left out.
 */
export function summaryWords(summary: RedlineSummary, paths: readonly string[]): string {
  const marks = MARKS.flatMap((words) => countWords(summary, words));
  const [changes] = countWords(summary, CHANGES);
  const counts = changes === undefined ? marks : [`${changes} (${marks.join(", ")})`];
  const parts = [...counts, ...countWords(summary, STYLES)];
  return `${parts.length === 0 ? "no changes" : parts.join(", ")} -> ${pathWords(paths)}`;
}

function countWords(summary: RedlineSummary, [count, one, more]: CountWords): string[] {
  const number = summary[count] ?? 0;
  return number === 0 ? [] : [`${number} ${number === 1 ? one : more}`];
}

/** True if the redline has a change of any kind. */
export function hasAny(summary: RedlineSummary): boolean {
  return [...MARKS, STYLES].some(([count]) => (summary[count] ?? 0) > 0);
}
