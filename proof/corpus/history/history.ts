// Implements `corpus history`: judges the first version of each passage in chains of versions.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../runner/report.ts";
import { sampleGroups } from "../../runner/sample.ts";
import { type Command, type CorpusRun, keepOption, runJobs } from "../command.ts";
import { type Chain, listChains } from "./chains.ts";
import { crashedChain, work } from "./judge-chain.ts";
import { reportChains } from "./report-chains.ts";

export const history: Command = {
  name: "history",
  purpose: "chains of versions: each is rebuilt from its history, each passage is of the version that first had it",
  flags: {
    validate: "ask the validator about the Word documents",
    verbose: "words that are attributed to another version",
  },
  values: { only: "chains with this in their names", save: "a folder to leave the Word documents in", ...keepOption },
  run: runHistory,
};

async function runHistory(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const folder = options.values.get("save");
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const jobs = chooseChains(run).map((chain) => ({
    ...chain,
    saveAs: folder === undefined ? undefined : join(folder, `${chain.name}.docx`),
    validates: options.flags.has("validate"),
  }));
  const module = new URL("./judge-chain.ts", import.meta.url).href;
  const results = await runJobs(run, { module, work, onCrash: crashedChain }, jobs);
  return reportChains({ corpus: corpus.kind, seed: options.seed, results, isVerbose: options.flags.has("verbose") });
}

/** Returns all chains, unless `--only` or a sample is requested. */
function chooseChains({ corpus, options }: CorpusRun): Chain[] {
  const all = listChains(corpus, options.seed);
  const only = options.values.get("only");
  if (only !== undefined) return all.filter(({ name }) => name.includes(only));
  if (options.selection?.kind !== "sample") return all;
  return sampleGroups(all, { size: options.selection.size, seed: options.seed, groupOf: ({ source }) => source.kind });
}
