// Reports a run: a line for each type of edit, and faults with their requests.

import type { Report } from "../../runner/report.ts";
import { countsText } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { DocumentResult, Fault, TypeResult } from "./check-document.ts";

export interface EditsRun {
  readonly corpus: string;
  readonly seed: number;
  readonly results: readonly DocumentResult[];
  /** True if everything was requested. Only then are the counts judged, too. */
  readonly isWhole: boolean;
  readonly isVerbose: boolean;
}

/** The minimum counts of a whole run. */
const LEAST = { documents: 500, requests: 30_000, edited: 500, on: 50, validated: 3_000, validatedOfType: 60 };

/** Maximum number of faults that are listed without `--verbose`, in all and of one kind. */
const MOST_TOLD = 60;
const MOST_ALIKE = 5;

interface Totals {
  readonly type: string;
  readonly requests: number;
  readonly edited: number;
  readonly documents: number;
  readonly validated: number;
  readonly excused: Readonly<Record<string, number>>;
  readonly refused: number;
  readonly faults: number;
}

export function reportEdits(run: EditsRun): Report {
  const { results, isWhole } = run;
  const judged = results.filter(({ outcome }) => outcome === "judged");
  const totals = totalsOf(judged);
  const sum = (count: (one: Totals) => number): number => totals.reduce((total, one) => total + count(one), 0);
  const crashed = results.filter(({ outcome }) => outcome === "crashed");
  const failed = failedRequests(judged) + crashed.length;
  const requests = sum((one) => one.requests);
  const short = isWhole ? shortfalls(totals, judged.length) : [];
  return {
    text: [
      table(totals),
      ...crashed.map(({ path, reason }) => `crashed: ${path}: ${reason}`),
      ...unreadLines(results),
      `Not foretold: ${countsText(openCounts(judged))}`,
      ...faultLines(judged, run),
      ...short.map((line) => `short: ${line}`),
    ],
    tally: { passed: requests - failedRequests(judged), failed: failed + short.length },
    figures: {
      corpus: run.corpus,
      seed: run.seed,
      documents: judged.length,
      requests,
      edited: sum((one) => one.edited),
      validated: sum((one) => one.validated),
    },
    bar: {
      wanted: `every request leads back to the upload, its clean copy is the accepted redline and as foretold, valid${isWhole ? `; at least ${LEAST.requests} requests on ${LEAST.documents} documents, each type carried out ${LEAST.edited} times on ${LEAST.on} documents, ${LEAST.validated} validated` : ""}`,
      isMet: requests > 0 && failed === 0 && short.length === 0,
    },
  };
}

function totalsOf(results: readonly DocumentResult[]): Totals[] {
  const byType = Map.groupBy(
    results.flatMap(({ types }) => types),
    ({ type }) => type,
  );
  return [...byType].map(([type, members]) => {
    const sum = (count: (one: TypeResult) => number): number => members.reduce((total, one) => total + count(one), 0);
    const excused: Record<string, number> = {};
    for (const one of members) {
      for (const [why, count] of Object.entries(one.excused)) excused[why] = (excused[why] ?? 0) + count;
    }
    return {
      type,
      requests: sum(({ requests }) => requests),
      edited: sum(({ edited }) => edited),
      documents: members.filter(({ edited }) => edited > 0).length,
      validated: sum(({ validated }) => validated),
      excused,
      refused: sum(({ faults }) => numbersOf(faults.filter(({ check }) => check === "refused")).size),
      faults: sum(({ faults }) => numbersOf(faults.filter(({ check }) => check !== "refused")).size),
    };
  });
}

function numbersOf(faults: readonly Fault[]): Set<number> {
  return new Set(faults.map(({ number }) => number));
}

function failedRequests(results: readonly DocumentResult[]): number {
  return results.reduce(
    (total, { types }) => total + types.reduce((sum, { faults }) => sum + numbersOf(faults).size, 0),
    0,
  );
}

function table(totals: readonly Totals[]): string {
  const headings = ["edit", "requests", "edited", "documents", "validated", "not foreseen", "refused", "faults", ""];
  const rows = totals.map(({ type, requests, edited, documents, validated, excused, refused, faults }) => {
    const count = Object.values(excused).reduce((sum, one) => sum + one, 0);
    const why = count === 0 ? "" : countsText(excused);
    return [type, requests, edited, documents, validated, count, refused, faults, why];
  });
  return formatTable(headings, rows);
}

function unreadLines(results: readonly DocumentResult[]): string[] {
  const unread = results.filter(({ outcome }) => outcome === "unread");
  if (unread.length === 0) return [];
  return [`Not edited: ${unread.map(({ path, reason }) => `${path} (${reason})`).join(", ")}`];
}

function openCounts(results: readonly DocumentResult[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [reason, count] of results.flatMap(({ open }) => Object.entries(open))) {
    counts[reason] = (counts[reason] ?? 0) + count;
  }
  return counts;
}

/** Lists the faults, a few of each kind. */
function faultLines(results: readonly DocumentResult[], { seed, isVerbose }: EditsRun): string[] {
  const faults = results.flatMap(({ path, types }) =>
    types.flatMap(({ type, faults: own }) => own.map((fault) => ({ path, type, fault }))),
  );
  const kinds = Map.groupBy(
    faults,
    ({ type, fault }) => `${type} ${fault.check} ${fault.problem.replaceAll(/\d+/g, "0")}`,
  );
  const told = [...kinds.values()].flatMap((members) => members.slice(0, isVerbose ? undefined : MOST_ALIKE));
  const lines = told
    .slice(0, isVerbose ? undefined : MOST_TOLD)
    .flatMap(({ path, type, fault }) => [
      `failed: ${path}: ${type} ${fault.number} (seed ${seed}): ${fault.check}? ${fault.problem}`,
      `  ${fault.edits}`,
      ...(isVerbose ? fault.lines.map((line) => `    ${line}`) : []),
    ]);
  return faults.length === 0 ? [] : [`${faults.length} faults of ${kinds.size} kinds`, ...lines];
}

/** Returns the counts in which a whole run is below its minimum. */
function shortfalls(totals: readonly Totals[], documents: number): string[] {
  const sum = (count: (one: Totals) => number): number => totals.reduce((total, one) => total + count(one), 0);
  const lacks = (what: string, found: number, least: number): string[] =>
    found >= least ? [] : [`${found} ${what}, not ${least}`];
  return [
    ...lacks("documents", documents, LEAST.documents),
    ...lacks(
      "requests",
      sum((one) => one.requests),
      LEAST.requests,
    ),
    ...lacks(
      "validated",
      sum((one) => one.validated),
      LEAST.validated,
    ),
    ...totals.flatMap((one) => [
      ...lacks(`${one.type} carried out`, one.edited, LEAST.edited),
      ...lacks(`documents with ${one.type}`, one.documents, LEAST.on),
      ...lacks(`${one.type} validated`, one.validated, LEAST.validatedOfType),
    ]),
  ];
}
