// Implements `corpus conflicts`: clashes made on purpose, and near misses of each kind.
//
// A clash is right if it gives exactly one conflict of its kind, and a near miss if it gives no conflict. The bar of
// `report-clashes.ts` sets the share that must be right. The merges that a person settles must all be right.

import { mkdirSync } from "node:fs";
import { clashesFor } from "../../generate/merges/clashes/clashes-for.ts";
import type { Report } from "../../runner/report.ts";
import { type Command, type CorpusRun, runJobs } from "../command.ts";
import { type ClashJob, crashedClash, work } from "./check-clash.ts";
import { reportClashes } from "./report-clashes.ts";
import { checkSettledMerges } from "./settled-merges.ts";

export const conflicts: Command = {
  name: "conflicts",
  purpose: "copies that clash on purpose, or nearly: one conflict of its kind, or none",
  values: { only: "clashes with this in their names", save: "a folder to leave the documents in" },
  run: runConflicts,
};

/** Number of clashes of each kind; the number of near misses is the same. */
const COUNT = { all: 500, quick: 5 } as const;

async function runConflicts(run: CorpusRun): Promise<Report> {
  const { selection, seed, values } = run.options;
  const [only, saveIn] = [values.get("only"), values.get("save")];
  if (saveIn !== undefined) mkdirSync(saveIn, { recursive: true });
  const size = selection?.kind === "sample" ? selection.size : undefined;
  const count = selection?.kind === "all" || only !== undefined ? COUNT.all : (size ?? COUNT.quick);
  const clashes = clashesFor({ corpus: run.corpus, count, seed });
  const chosen = only === undefined ? clashes : clashes.filter(({ name }) => name.includes(only));
  const jobs = chosen.map((clash): ClashJob => ({ ...clash, root: run.corpus.root, saveIn }));
  const module = new URL("./check-clash.ts", import.meta.url).href;
  const results = await runJobs(run, { module, work, onCrash: crashedClash }, jobs);
  const settled = only === undefined ? checkSettledMerges(run.corpus.root) : undefined;
  return reportClashes({ corpus: run.corpus.kind, seed, results, settled });
}
