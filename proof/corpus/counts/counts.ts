// Implements `corpus counts`: every rendering of a redline has the same numbers.

import type { Report } from "../../runner/report.ts";
import { sampleGroups } from "../../runner/sample.ts";
import { type Command, type CorpusRun, runJobs } from "../command.ts";
import { listMerges } from "../merge/merges.ts";
import { pairsOf } from "../readability/readability.ts";
import { type CountJob, type CountResult, crashedCount, work } from "./check-counts.ts";

export const counts: Command = {
  name: "counts",
  purpose:
    "the same numbers of changes in JSON, units, Markdown, view and schedule, over all pairs of readability and merges",
  run: runCounts,
};

const QUICK_SAMPLE = 120;

async function runCounts(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const merges = listMerges(corpus, options.seed).map(
    ({ name, source }): CountJob => ({ kind: "merge", name, source }),
  );
  const { selection = { kind: "sample", size: QUICK_SAMPLE }, seed } = options;
  const all = [...pairsOf(corpus), ...merges];
  const jobs =
    selection.kind === "all" ? all : sampleGroups(all, { size: selection.size, seed, groupOf: ({ kind }) => kind });
  const module = new URL("./check-counts.ts", import.meta.url).href;
  return reportCounts(await runJobs(run, { module, work, onCrash: crashedCount }, jobs), options.seed);
}

/** Number of problems of one redline that are printed. */
const SHOWN = 3;

function reportCounts(results: readonly CountResult[], seed: number): Report {
  const wrong = results.filter(({ problems }) => problems.length > 0);
  const refused = results.filter(({ refusal }) => refusal !== undefined);
  const of = (kind: CountJob["kind"]): number => results.filter((result) => result.kind === kind).length;
  const changes = results.reduce((sum, result) => sum + result.changes, 0);
  return {
    text: [
      ...wrong.flatMap(({ name, problems }) =>
        problems.slice(0, SHOWN).map((problem) => `failed: ${name}: ${problem}`),
      ),
      ...refused.map(({ name, refusal }) => `refused: ${name}: ${refusal}`),
      `${of("pair")} pairs and ${of("merge")} merges with ${changes} changes`,
    ],
    tally: { passed: results.length - wrong.length, failed: wrong.length },
    figures: { seed, pairs: of("pair"), merges: of("merge"), changes, refused: refused.length },
    bar: { wanted: "the same numbers in every rendering", isMet: wrong.length === 0 && results.length > 0 },
  };
}
