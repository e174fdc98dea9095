// Reports the judgement on many merges and applies the bar.
//
// Rejected, a merge must be the base; accepted for one revision, it must be that revision; it must be valid.

import { countsText, countWords, type Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { Corpus } from "../find-corpus.ts";
import type { MergeResult } from "./check-merge.ts";
import { type MergeCheck, mergeChecks } from "./merge-checks.ts";
import { mergeFamilies } from "./merges.ts";
import type { Opinion } from "./second-opinion.ts";

export interface AskedMerge {
  readonly name: string;
  readonly opinions: readonly Opinion[];
}

export interface MergesRun {
  readonly corpus: Corpus["kind"];
  readonly seed: number;
  readonly merger: string;
  readonly results: readonly MergeResult[];
  /** Merges that other programs decided. */
  readonly asked: readonly AskedMerge[];
  readonly isVerbose: boolean;
}

/** Least share of the edits made by both of two copies that must be one change. */
const LEAST_AS_ONE = 0.99;

export function reportMerges(run: MergesRun): Report {
  const { results } = run;
  const failing = results.filter((result) => !isFaultless(result));
  const twins = sumOf(results, ({ twins: { shared, asOne } }) => ({ shared, asOne }));
  const asOne = twins.shared === 0 ? 1 : twins.asOne / twins.shared;
  return {
    text: [
      familyTable(results),
      ...failing.flatMap((result) => problemLines(result, run)),
      `Failures by check: ${countsText(countWords(failing.flatMap(({ problems }) => problems.map(({ check }) => check))))}`,
      `Of ${twins.shared} edits that two copies share ${twins.asOne} became one change: ${percent(asOne)}`,
      ...results
        .filter(({ twins: one }) => one.asOne < one.shared)
        .map(({ name, twins: one }) => `  ${name}: ${one.asOne} of ${one.shared}`),
      `Conflicts: ${countsText(countWords(results.flatMap(({ conflicts }) => conflicts)))}`,
      `Lines excused by conflicts of properties: ${results.reduce((sum, { excused }) => sum + excused, 0)}`,
      `Edits of generated merges: ${countsText(countWords(results.flatMap(({ edits }) => edits)))}`,
      `Notices: ${countsText(countWords(results.flatMap(({ notices }) => notices)))}`,
      ...opinionLines(run.asked),
      timeLine(results),
    ],
    tally: { passed: results.length - failing.length, failed: failing.length },
    figures: { ...figuresOf(run), failing: failing.length, asOne },
    bar: {
      wanted: `every merge rejected the base and accepted for one revision that revision, in any order of revisions, valid, rebuilt from JSON and Markdown; ${percent(LEAST_AS_ONE)} of shared edits one change`,
      isMet: failing.length === 0 && asOne >= LEAST_AS_ONE && results.length > 0,
    },
  };
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100} %`;
}

function isFaultless({ outcome, problems }: MergeResult): boolean {
  return outcome === "unmade" || (outcome === "judged" && problems.length === 0);
}

function sumOf(
  results: readonly MergeResult[],
  counts: (result: MergeResult) => MergeResult["twins"],
): MergeResult["twins"] {
  const all = results.map(counts);
  return {
    shared: all.reduce((sum, one) => sum + one.shared, 0),
    asOne: all.reduce((sum, one) => sum + one.asOne, 0),
  };
}

function hasProblem({ problems }: MergeResult, ...checks: readonly MergeCheck[]): boolean {
  return problems.some(({ check }) => checks.includes(check));
}

const HEADINGS: readonly (readonly [heading: string, count: (results: readonly MergeResult[]) => number])[] = [
  ["merges", (results) => results.length],
  ["faultless", (results) => results.filter(isFaultless).length],
  [
    "base",
    (results) =>
      results.filter((one) => one.outcome === "judged" && !hasProblem(one, ...mergeChecks.slice(0, 2))).length,
  ],
  ["revisions", (results) => results.reduce((sum, { revisions }) => sum + revisions, 0)],
  ["restored", (results) => results.reduce((sum, { restored }) => sum + restored, 0)],
  ["conflicts", (results) => results.reduce((sum, { conflicts }) => sum + conflicts.length, 0)],
  ["refused", (results) => results.filter(({ outcome }) => outcome === "refused").length],
  ["crashed", (results) => results.filter(({ outcome }) => outcome === "crashed").length],
  ["unmade", (results) => results.filter(({ outcome }) => outcome === "unmade").length],
];

/** One line for each family: the number of merges and revisions that are right. */
function familyTable(results: readonly MergeResult[]): string {
  const families = mergeFamilies.map((family) => [family, results.filter((one) => one.family === family)] as const);
  const rows = [...families.filter(([, own]) => own.length > 0), ["all", results] as const].map(([family, members]) => [
    family,
    ...HEADINGS.map(([, count]) => count(members)),
  ]);
  return formatTable(["family", ...HEADINGS.map(([heading]) => heading)], rows);
}

function problemLines(
  { name, outcome, reason, problems, edits }: MergeResult,
  { isVerbose, seed, merger }: MergesRun,
): string[] {
  const engine = merger === "versus" ? "" : ` --engine ${merger}`;
  const alone = `npm run corpus -- merge --seed ${seed} --only ${name}${engine} --jobs 1 --verbose`;
  if (outcome !== "judged") return [`${name}: ${outcome}: ${reason} | ${alone}`];
  const made = edits.length === 0 ? "" : ` (${countsText(countWords(edits))})`;
  const told = problems.map(({ check, problem }) => `${check}? ${problem}`);
  return [
    `${name}: ${told.join(" AND ")}${made} | ${alone}`,
    ...(isVerbose ? problems.flatMap(({ lines }) => lines.map((line) => `    ${line}`)) : []),
  ];
}

/** Lists how other programs decide the merges, and which of their texts differ from ours. */
function opinionLines(asked: readonly AskedMerge[]): string[] {
  const all = asked.flatMap(({ name, opinions }) => opinions.map((opinion) => ({ name, ...opinion })));
  const groups = [...Map.groupBy(all, ({ who, verdict }) => `${who}, ${verdict}`)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return groups.flatMap(([group, opinions]) => [
    `${group}: ${countsText(countWords(opinions.map(wayOf)))}`,
    ...opinions.filter(({ kind }) => kind !== "alike").map(({ name, kind, reason }) => `  ${kind}: ${name}: ${reason}`),
  ]);
}

/** Returns `alike`, or the way in which the text differs. */
function wayOf({ kind, reason }: Opinion): string {
  return kind === "differs" ? `differs in ${reason.split(":")[0]}` : kind;
}

function timeLine(results: readonly MergeResult[]): string {
  const times = results.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  const at = (share: number): number => Math.round(times[Math.floor(share * (times.length - 1))] ?? 0);
  return `Merging took ${at(0.5)} ms in the middle, ${at(0.95)} ms at 95 %, ${at(1)} ms at most`;
}

function figuresOf({ corpus, seed, merger, results }: MergesRun) {
  const counts = HEADINGS.map(([heading, count]) => [heading, count(results)]);
  return { corpus, seed, merger, ...Object.fromEntries(counts) };
}
