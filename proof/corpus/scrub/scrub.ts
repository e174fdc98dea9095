// Implements `corpus scrub`: removes hidden data from documents and checks the result.

import { join } from "node:path";
import { scrubKinds } from "@versus/engine/tasks";
import { stopValidator } from "../../oracles/validation-kinds.ts";
import type { Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import { type Command, type CorpusRun, chooseFiles, runJobs } from "../command.ts";
import { wordFiles } from "../word-files.ts";
import { crashedScrub, type ScrubResult, work } from "./check-file.ts";

export const scrub: Command = {
  name: "scrub",
  purpose:
    "comments, changes, names, hidden text, properties and session ids removed: none is left, the text is the same",
  run: runScrub,
};

const QUICK_SAMPLE = 100;

async function runScrub(run: CorpusRun): Promise<Report> {
  const { corpus } = run;
  const files = chooseFiles(run, wordFiles(corpus), { kind: "sample", size: QUICK_SAMPLE });
  const jobs = files.map(({ path }) => ({ path, file: join(corpus.root, path) }));
  const module = new URL("./check-file.ts", import.meta.url).href;
  try {
    return reportScrub(run, await runJobs(run, { module, work, onCrash: crashedScrub }, jobs));
  } finally {
    stopValidator();
  }
}

export function reportScrub({ corpus, options }: CorpusRun, results: readonly ScrubResult[]): Report {
  const scrubbed = results.filter(({ outcome }) => outcome === "scrubbed");
  const crashed = results.filter(({ outcome }) => outcome === "crashed");
  const failed = results.filter(({ problems }) => problems.length > 0);
  const rows = scrubKinds.map((kind) => {
    const having = scrubbed.filter(({ found }) => found[kind] > 0);
    return [kind, having.length, having.reduce((sum, { found }) => sum + found[kind], 0)];
  });
  const counts = { scrubbed: scrubbed.length, crashed: crashed.length, failed: failed.length };
  return {
    text: [
      formatTable(["kind", "documents", "found"], rows),
      ...failed.flatMap(({ path, problems }) => problems.map((problem) => `${path}: ${problem}`)),
    ],
    tally: { passed: results.length - failed.length, failed: failed.length },
    figures: { corpus: corpus.kind, seed: options.seed, files: results.length, ...counts },
    bar: {
      wanted: "nothing scrubbed is left, the visible text is the same, no new kind of validation error or lint finding",
      isMet: failed.length === 0 && scrubbed.length > 0,
    },
  };
}
