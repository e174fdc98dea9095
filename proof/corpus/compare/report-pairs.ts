// Reports the judgement on many redlines and applies the bar.
//
// All redlines must be exact and valid, and LibreOffice must open those of its sample. Almost none may have a block
// replaced as a whole, and no pair may be refused.

import { countsText, countWords, type Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { Corpus } from "../find-corpus.ts";
import type { OfficeOutcome } from "./ask-office.ts";
import { type CheckName, checkNames, type PairResult } from "./check-pair.ts";
import { equivalenceNames } from "./content/equivalences.ts";
import { digestOf } from "./report-digest.ts";

export interface PairsRun {
  readonly corpus: Corpus["kind"];
  readonly seed: number;
  readonly comparer: string;
  /** In the order of their names. */
  readonly results: readonly PairResult[];
  readonly office: OfficeOutcome;
  readonly isVerbose: boolean;
  /** True if formatting was judged. */
  readonly withFormatting: boolean;
}

/** Maximum share of pairs with a block replaced as a whole. */
const MOST_FALLBACKS = 0.01;
const FALLBACK = /^BLOCK_FALLBACK/;

export function reportPairs(run: PairsRun): Report {
  const { results, office } = run;
  const failing = results.filter((result) => !isFaultless(result));
  const fallbacks = results.filter(hasFallback);
  const lost = office.kind === "asked" ? office.lost : [];
  const isMet = failing.length === 0 && lost.length === 0 && fallbacks.length <= MOST_FALLBACKS * results.length;
  return {
    text: [
      familyTable(results),
      exactLine(run),
      ...formattingLines(results),
      ...failing.flatMap((result) => problemLines(result, run.isVerbose)),
      ...fallbacks.map(({ name, notices }) => `replaced as a whole: ${name}: ${countsText(countWords(notices))}`),
      ...decidedLines(results),
      ...opinionLines(results),
      `Edits of generated pairs: ${countsText(countWords(results.flatMap(({ edits }) => edits)))}`,
      `Notices: ${countsText(countWords(results.flatMap(({ notices }) => notices)))}`,
      officeLine(office),
      timeLine(results),
      `Digest of the redlines: ${digestOf(results, "bytes")}`,
    ],
    tally: { passed: results.length - failing.length, failed: failing.length + lost.length },
    figures: figuresOf(run, { failing: failing.length, fallbacks: fallbacks.length, lost: lost.length }),
    bar: {
      wanted: `every redline exact both ways${run.withFormatting ? ", formatting included" : ""}, without new lint findings or validation errors, at most ${100 * MOST_FALLBACKS} % with a block replaced as a whole, none refused`,
      isMet: isMet && results.length > 0,
    },
  };
}

function isFaultless({ outcome, problems }: PairResult): boolean {
  return outcome === "unmade" || (outcome === "judged" && problems.length === 0);
}

function hasFallback({ notices }: PairResult): boolean {
  return notices.some((code) => FALLBACK.test(code));
}

const HEADINGS: readonly (readonly [heading: string, counts: (result: PairResult) => boolean])[] = [
  ["exact", isTextExact],
  ["formatted", isFormattingExact],
  ["accept", (result) => hasProblem(result, "accepted it is the document after")],
  ["reject", (result) => hasProblem(result, "rejected it is the document before")],
  ["accept looks", (result) => hasProblem(result, "accepted it looks like the document after")],
  ["reject looks", (result) => hasProblem(result, "rejected it looks like the document before")],
  ["invalid", (result) => hasProblem(result, "no new kind of validation error")],
  ["lint", (result) => hasProblem(result, "no new lint finding")],
  ["json", (result) => hasProblem(result, "the JSON rebuilds both")],
  ["markdown", (result) => hasProblem(result, "the Markdown rebuilds both")],
  ["dangling", (result) => hasProblem(result, "no reference leads nowhere once it is rejected")],
  ["fallback", hasFallback],
  ["refused", ({ outcome }) => outcome === "refused"],
  ["crashed", ({ outcome }) => outcome === "crashed"],
  ["unmade", ({ outcome }) => outcome === "unmade"],
  ["docxodus differs", ({ opinion }) => opinion.kind === "differs"],
];

function isTextExact(result: PairResult): boolean {
  return result.outcome === "judged" && !hasProblem(result, ...TEXT_CHECKS);
}

/** If formatting is not judged, it counts as exact if the text is. */
function isFormattingExact(result: PairResult): boolean {
  return isTextExact(result) && !hasProblem(result, ...FORMATTING_CHECKS);
}

const TEXT_CHECKS = checkNames.slice(0, 2);
const FORMATTING_CHECKS = checkNames.slice(2, 4);

function exactLine({ results, withFormatting }: PairsRun): string {
  const judged = results.filter(({ outcome }) => outcome === "judged");
  const share = (isExact: (result: PairResult) => boolean): string =>
    `exact ${judged.filter(isExact).length} of ${judged.length}`;
  return `text ${share(isTextExact)}, formatting ${withFormatting ? share(isFormattingExact) : "not judged"}`;
}

/** Maximum number of kinds of differences that are listed. */
const MOST_TOLD = 20;

/** Lists the properties that differ in most pairs. */
function formattingLines(results: readonly PairResult[]): string[] {
  const names = [...new Set(results.flatMap(({ formatting }) => Object.keys(formatting)))];
  const kinds = names.map((name) => {
    const pairs = results.filter(({ formatting }) => formatting[name] !== undefined);
    const count = pairs.reduce((total, { formatting }) => total + formatting[name]!, 0);
    return { name, count, pairs: pairs.length };
  });
  const ordered = kinds.sort((one, other) => other.pairs - one.pairs || (one.name < other.name ? -1 : 1));
  const told = ordered.slice(0, MOST_TOLD).map(({ name, count, pairs }) => `  ${name}: ${count} in ${pairs} pairs`);
  return told.length === 0 ? [] : [`Formatting that differs, ${names.length} kinds:`, ...told];
}

function hasProblem({ problems }: PairResult, ...checks: readonly CheckName[]): boolean {
  return problems.some(({ check }) => checks.includes(check));
}

/** One line for each family: the number of exact pairs, and of pairs with each kind of fault. */
function familyTable(results: readonly PairResult[]): string {
  const families = [...Map.groupBy(results, ({ family }) => family)].sort(([one], [other]) => (one < other ? -1 : 1));
  const rows = [...families, ["all", results] as const].map(([family, members]) => [
    family,
    members.length,
    ...HEADINGS.map(([, counts]) => members.filter(counts).length),
  ]);
  return formatTable(["family", "pairs", ...HEADINGS.map(([heading]) => heading)], rows);
}

function problemLines({ name, outcome, reason, problems, edits }: PairResult, isVerbose: boolean): string[] {
  if (outcome !== "judged") return [`${outcome}: ${name}: ${reason}`];
  const made = edits.length === 0 ? "" : ` (${countsText(countWords(edits))})`;
  return problems.flatMap(({ check, problem, lines }) => [
    `${name}: ${check}? ${problem}${made}`,
    ...(isVerbose ? lines.map((line) => `    ${line}`) : []),
  ]);
}

function decidedLines(results: readonly PairResult[]): string[] {
  const counts = equivalenceNames.map((name) => {
    const sum = results.reduce((total, { decided }) => total + (decided[name] ?? 0), 0);
    const pairs = results.filter(({ decided }) => decided[name] !== undefined).length;
    return `  ${name}: ${sum} in ${pairs} pairs`;
  });
  return ["What was the same only because it is equivalent or carried:", ...counts];
}

function opinionLines(results: readonly PairResult[]): string[] {
  const ofKind = (kind: PairResult["opinion"]["kind"]): PairResult[] =>
    results.filter(({ outcome, opinion }) => outcome === "judged" && opinion.kind === kind);
  const told = [...ofKind("differs"), ...ofKind("none")];
  return [
    `Docxodus decides the redlines to the same text in ${ofKind("alike").length}, to another in ${ofKind("differs").length}, to none in ${ofKind("none").length}`,
    ...told.map(({ name, opinion }) => `  docxodus ${opinion.kind}: ${name}: ${opinion.reason}`),
  ];
}

function officeLine(office: OfficeOutcome): string {
  if (office.kind === "not-asked") return `LibreOffice was not asked: ${office.reason}`;
  const { asked, neverOpened, lost } = office;
  const names = [...lost.map((name) => `not ${name}`), ...neverOpened.map((name) => `nor an input of ${name}`)];
  return `LibreOffice opens ${asked - neverOpened.length - lost.length} of ${asked} redlines ${names.join(", ")}`.trim();
}

function timeLine(results: readonly PairResult[]): string {
  const times = results.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  const at = (share: number): number => Math.round(times[Math.floor(share * (times.length - 1))] ?? 0);
  return `Comparing took ${at(0.5)} ms in the middle, ${at(0.95)} ms at 95 %, ${at(1)} ms at most`;
}

function figuresOf({ corpus, seed, comparer, results }: PairsRun, counts: Readonly<Record<string, number>>) {
  const found = HEADINGS.map(([heading, isCounted]) => [heading, results.filter(isCounted).length]);
  return { corpus, seed, comparer, pairs: results.length, ...counts, ...Object.fromEntries(found) };
}
