// Reports the comparisons of documents with themselves and applies the bar.
//
// No document may have a change. Almost none that LibreOffice saved may have a change of text.

import { countsText, countWords, type Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { Corpus } from "../find-corpus.ts";
import type { Changes, SelfResult } from "./check-self.ts";
import type { SavedAgain, SavedDocument } from "./compare-saved-again.ts";

export interface SelfRun {
  readonly corpus: Corpus["kind"];
  readonly seed: number;
  readonly results: readonly SelfResult[];
  readonly saved: SavedAgain;
}

/** Least share without a change of text, among the documents that LibreOffice saves with the same text. */
const LEAST_UNCHANGED = 0.97;

export function reportSelf({ corpus, seed, results, saved }: SelfRun): Report {
  const compared = results.filter(({ outcome }) => outcome === "compared");
  const crashed = results.filter(({ outcome }) => outcome === "crashed");
  const changed = compared.filter(({ own, noisy }) => hasChanges(own) || hasChanges(noisy));
  const answered = saved.kind === "asked" ? saved.documents.filter(({ passedOver }) => passedOver === undefined) : [];
  const rewritten = answered.filter(({ changes }) => hasChanges(changes));
  const isSavedWell = answered.length - rewritten.length >= LEAST_UNCHANGED * answered.length;
  const failed = changed.length + crashed.length + (isSavedWell ? 0 : rewritten.length);
  const counts = {
    changed: changed.length,
    crashed: crashed.length,
    saved: answered.length,
    rewritten: rewritten.length,
  };
  return {
    text: [
      outcomeTable(results),
      ...crashed.map(({ path, reason }) => `crashed: ${path}: ${reason}`),
      ...changed.flatMap(changeLines),
      `Kinds of noise: ${countsText(countWords(compared.flatMap(({ noise }) => noise)))}`,
      ...savedLines(saved, rewritten),
    ],
    tally: { passed: results.length + answered.length - changed.length - crashed.length - rewritten.length, failed },
    figures: { corpus, seed, files: results.length, compared: compared.length, ...counts },
    bar: {
      wanted: `no document has a change against itself or a noisy copy, ${100 * LEAST_UNCHANGED} % of those that LibreOffice saved with the same text have no change of text`,
      isMet: failed === 0 && compared.length > 0,
    },
  };
}

function hasChanges(changes: Changes): boolean {
  return Object.keys(changes).length > 0;
}

function outcomeTable(results: readonly SelfResult[]): string {
  const count = (counts: (result: SelfResult) => boolean): number => results.filter(counts).length;
  return formatTable(
    ["documents", "compared", "unopened", "crashed", "changed by nothing", "changed by noise"],
    [
      [
        results.length,
        count(({ outcome }) => outcome === "compared"),
        count(({ outcome }) => outcome === "unopened"),
        count(({ outcome }) => outcome === "crashed"),
        count(({ own }) => hasChanges(own)),
        count(({ noisy }) => hasChanges(noisy)),
      ],
    ],
  );
}

function changeLines({ path, own, noisy, guilty }: SelfResult): string[] {
  if (hasChanges(own)) return [`changed by nothing: ${path}: ${countsText(own)}`];
  return [`changed by noise: ${path}: ${countsText(noisy)} (alone: ${guilty.join(", ") || "none"})`];
}

function savedLines(saved: SavedAgain, rewritten: readonly SavedDocument[]): string[] {
  if (saved.kind === "not-asked") return [`LibreOffice was not asked: ${saved.reason}`];
  const passed = saved.documents.filter(({ passedOver }) => passedOver !== undefined);
  return [
    `LibreOffice saved ${saved.documents.length - passed.length} documents with the same text; ${rewritten.length} have a change of text then`,
    ...rewritten.map(({ path, changes }) => `  changed by saving: ${path}: ${countsText(changes)}`),
    `It gave ${passed.length} others whose text it rewrote`,
    ...passed.map(({ path, passedOver }) => `  passed over: ${path}: ${passedOver}`),
  ];
}
