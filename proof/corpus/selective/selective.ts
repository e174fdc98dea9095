// Implements `corpus selective`: compares ranges of real pairs and reads both sides back.

import type { Report } from "../../runner/report.ts";
import { sampleGroups } from "../../runner/sample.ts";
import { formatTable } from "../../runner/table.ts";
import { type Command, type CorpusRun, runJobs } from "../command.ts";
import { listPairs } from "../compare/pairs.ts";
import { checkLimits } from "./check-limits.ts";
import { crashedRanges, type RangesResult, work } from "./check-ranges.ts";

export const selective: Command = {
  name: "selective",
  purpose: "ranges of paragraphs compared: both sides read back, limits exact",
  run: runSelective,
};

const QUICK_SAMPLE = 100;
/** Number of ranges drawn from each pair. */
const DRAWS = 5;

async function runSelective(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const all = listPairs(corpus, ["pairs", "synthetic", "generated"], options.seed);
  const selection = options.selection ?? { kind: "sample", size: QUICK_SAMPLE };
  const pairs =
    selection.kind === "all"
      ? all
      : sampleGroups(all, { size: selection.size, seed: options.seed, groupOf: ({ family }) => family });
  const jobs = pairs.map((pair) => ({ ...pair, seed: options.seed, draws: DRAWS }));
  const module = new URL("./check-ranges.ts", import.meta.url).href;
  const results = await runJobs(run, { module, work, onCrash: crashedRanges }, jobs);
  return reportSelective({ corpus: corpus.kind, seed: options.seed, results, limits: checkLimits() });
}

export interface SelectiveRun {
  readonly corpus: string;
  readonly seed: number;
  readonly results: readonly RangesResult[];
  /** Problems at the edges of the limits. */
  readonly limits: { readonly checked: number; readonly problems: readonly string[] };
}

export function reportSelective({ corpus, seed, results, limits }: SelectiveRun): Report {
  const sum = (count: (result: RangesResult) => number): number =>
    results.reduce((total, result) => total + count(result), 0);
  const compared = sum((result) => result.compared);
  const problems = results.flatMap(({ name, problems: own }) => own.map((problem) => `${name}: ${problem}`));
  const failed = results.filter((result) => result.problems.length > 0).length;
  const unopened = sum(({ outcome }) => Number(outcome === "unopened"));
  const refused = sum((result) => result.refused);
  return {
    text: [
      formatTable(
        ["pairs", "unopened", "ranges compared", "over a limit", "paragraphs", "pairs with a problem"],
        [[results.length, unopened, compared, refused, sum(({ paragraphs }) => paragraphs), failed]],
      ),
      ...problems.slice(0, MOST_LINES),
      `Edges of the limits: ${limits.checked} checked, ${limits.problems.length} wrong`,
      ...limits.problems,
    ],
    tally: {
      passed: results.length - failed - unopened + limits.checked - limits.problems.length,
      failed: failed + limits.problems.length,
    },
    figures: { corpus, seed, pairs: results.length, compared, refused, failed },
    bar: {
      wanted: "every range reads back on both sides, and the limits are exact",
      isMet: failed === 0 && limits.problems.length === 0 && compared > 0,
    },
  };
}

const MOST_LINES = 20;
