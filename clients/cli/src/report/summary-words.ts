// Prints the number of changes of a redline in one line.

import type { RedlineJson, RedlineSummary } from "@versus/engine/tasks";
import { pathWords } from "../files/write-outputs.ts";

type SummaryCount = Exclude<keyof RedlineSummary, "carried">;

/** The summary counts with their singular and plural, in the order of the line. */
const WORDS: readonly (readonly [SummaryCount, one: string, more: string])[] = [
  ["insertions", "insertion", "insertions"],
  ["deletions", "deletion", "deletions"],
  ["moves", "move", "moves"],
  ["formats", "formatting change", "formatting changes"],
  ["conflicts", "conflict", "conflicts"],
  ["styles", "style change", "style changes"],
];

/** Reads the summary from the JSON of a redline that the service made. */
export function summaryOf(json: Uint8Array): RedlineSummary {
  const { summary } = JSON.parse(new TextDecoder().decode(json)) as RedlineJson;
  return summary;
}

/** Returns a line such as `3 insertions, 1 move -> out.docx, out.json`. Counts of 0 are left out. */
export function summaryWords(summary: RedlineSummary, paths: readonly string[]): string {
  const counts = WORDS.filter(([key]) => (summary[key] ?? 0) > 0).map(
    ([key, one, more]) => `${summary[key]} ${summary[key] === 1 ? one : more}`,
  );
  return `${counts.length === 0 ? "no changes" : counts.join(", ")} -> ${pathWords(paths)}`;
}

/** True if the redline has a change of any kind. */
export function hasAny(summary: RedlineSummary): boolean {
  return WORDS.some(([key]) => (summary[key] ?? 0) > 0);
}
