// Reports the figures of many round trips and applies the bar.
//
// At most `MOST_UNOPENED` documents may fail to open, and none may be damaged.

import { countsText, countWords, type Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { Corpus } from "../find-corpus.ts";
import { type CorpusFile, categoryOf } from "../manifest.ts";
import type { RoundTrip } from "./check-file.ts";

/** The result of opening the changed documents in LibreOffice. */
export type OfficeOutcome =
  | { readonly kind: "not-run"; readonly reason: string }
  | {
      readonly kind: "run";
      readonly asked: number;
      readonly opened: number;
      /** Documents whose original and changed versions LibreOffice does not open. */
      readonly neverOpened: readonly string[];
      /** Documents whose original LibreOffice opens, but not their changed version. */
      readonly lost: readonly string[];
    };

export interface RoundTripRun {
  readonly corpus: Corpus["kind"];
  readonly seed: number;
  readonly files: readonly CorpusFile[];
  /** In the order of the files. */
  readonly results: readonly RoundTrip[];
  readonly office: OfficeOutcome;
}

/** Maximum number of documents that do not open. The large corpus has a few that no reader should open. */
const MOST_UNOPENED: Readonly<Record<Corpus["kind"], number>> = { large: 2, own: 0 };

export function reportRoundTrips(run: RoundTripRun): Report {
  const { corpus, results, office } = run;
  const mostUnopened = MOST_UNOPENED[corpus];
  const refused = results.filter(({ refusal }) => refusal !== undefined);
  const harmed = results.filter(({ problems }) => problems.length > 0);
  const lost = office.kind === "run" ? office.lost : [];
  const excess = refused.length > mostUnopened ? refused.length : 0;
  const failed = harmed.length + lost.length + excess;
  return {
    text: [categoryTable(run), ...refusalLines(refused), ...problemLines(harmed), ...noteLines(run)],
    tally: { passed: results.length - refused.length - harmed.length - lost.length, failed },
    figures: figuresOf(run),
    bar: {
      wanted: `at least ${results.length - mostUnopened} of ${results.length} open, none is harmed by saving`,
      isMet: failed === 0 && results.length > 0,
    },
  };
}

function categoryTable({ files, results }: RoundTripRun): string {
  const categories = Map.groupBy(results, (_, index) => categoryOf(files[index]!));
  const sorted = [...categories].sort(([one], [other]) => (one < other ? -1 : 1));
  const headings = ["category", "files", "open", "word changed", "run added", "no paragraph", "XML parts", "harmed"];
  const rows = [...sorted, ["all", results] as const].map(([name, members]) => [name, ...countRow(members)]);
  return formatTable(headings, rows);
}

function countRow(results: readonly RoundTrip[]): number[] {
  const changed = (kind: RoundTrip["change"]): number => results.filter(({ change }) => change === kind).length;
  return [
    results.length,
    results.filter(isOpened).length,
    changed("word"),
    changed("run"),
    changed("nothing"),
    results.reduce((sum, { xmlParts }) => sum + xmlParts, 0),
    results.filter(({ problems }) => problems.length > 0).length,
  ];
}

function isOpened({ change }: RoundTrip): boolean {
  return change !== undefined;
}

function refusalLines(refused: readonly RoundTrip[]): string[] {
  return refused.map(({ path, refusal }) => `does not open: ${path}: ${refusal!.code}: ${refusal!.reason}`);
}

function problemLines(harmed: readonly RoundTrip[]): string[] {
  return harmed.flatMap(({ path, problems }) => problems.map((problem) => `harmed: ${path}: ${problem}`));
}

function noteLines({ results, office }: RoundTripRun): string[] {
  const notices = countsText(countWords(results.flatMap(({ noticeCodes }) => noticeCodes)));
  if (office.kind === "not-run") return [`Notices: ${notices}`, `LibreOffice: ${office.reason}`];
  return [
    `Notices: ${notices}`,
    `LibreOffice: opened ${office.opened} of ${office.asked} changed documents`,
    ...office.neverOpened.map((path) => `LibreOffice opens neither original nor changed document: ${path}`),
    ...office.lost.map((path) => `LibreOffice no longer opens: ${path}`),
  ];
}

function figuresOf({ corpus, seed, results, office }: RoundTripRun): Record<string, unknown> {
  const [files, opened, word, run, nothing, xmlParts, harmed] = countRow(results);
  const changed = { word, run, nothing };
  const paragraphs = results.reduce((sum, result) => sum + result.paragraphs, 0);
  const notices = countWords(results.flatMap(({ noticeCodes }) => noticeCodes));
  const refused = results.filter(({ refusal }) => refusal !== undefined).map(({ path }) => path);
  const asked = office.kind === "run" ? { asked: office.asked, opened: office.opened, lost: office.lost.length } : null;
  return { corpus, seed, files, opened, refused, changed, xmlParts, paragraphs, harmed, notices, office: asked };
}
