// Prints the end of every run: text for people, the line that the check sums, and one line of JSON.

import { type Tally, tallyText } from "@versus/tools/tally";

export interface Report {
  /** Tables and lines for people, in order. */
  readonly text: readonly string[];
  readonly tally: Tally;
  readonly figures: Readonly<Record<string, unknown>>;
  readonly bar: Bar;
}

/** The condition that the figures must meet. */
export interface Bar {
  readonly wanted: string;
  readonly isMet: boolean;
}

/** Prints a report and returns the exit code: 1 if the run does not meet its bar. */
export function printReport(command: string, report: Report, print: (text: string) => void): number {
  const { text, tally, figures, bar } = report;
  for (const paragraph of text) print(paragraph);
  print(`Bar: ${bar.wanted}: ${bar.isMet ? "met" : "NOT MET"}`);
  print(tallyText(tally));
  print(JSON.stringify({ command, ...tally, ...figures, bar: bar.wanted, met: bar.isMet }));
  return bar.isMet ? 0 : 1;
}

/** Counts how often each word occurs, in alphabetical order. */
export function countWords(words: readonly string[]): Record<string, number> {
  const groups = Map.groupBy([...words].sort(), (word) => word);
  return Object.fromEntries([...groups].map(([word, members]) => [word, members.length]));
}

/** Returns a text such as `A 3, B 1`, or `none`. */
export function countsText(counts: Readonly<Record<string, number>>): string {
  const written = Object.entries(counts).map(([word, count]) => `${word} ${count}`);
  return written.length === 0 ? "none" : written.join(", ");
}
