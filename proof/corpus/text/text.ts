// Implements `corpus text`: compares the text of every story with that of a second reader.

import { join } from "node:path";
import type { Report } from "../../runner/report.ts";
import { type Command, type CorpusRun, chooseFiles, runJobs } from "../command.ts";
import { wordFiles } from "../word-files.ts";
import { crashedCheck, work } from "./check-file.ts";
import { reportTexts } from "./report-texts.ts";

export const text: Command = {
  name: "text",
  purpose: "the text of every story is what an independent reader finds",
  run: runTexts,
};

const QUICK_SAMPLE = 200;

async function runTexts(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const files = chooseFiles(run, wordFiles(corpus), { kind: "sample", size: QUICK_SAMPLE });
  const jobs = files.map(({ path }) => ({ path, file: join(corpus.root, path) }));
  const module = new URL("./check-file.ts", import.meta.url).href;
  const checks = await runJobs(run, { module, work, onCrash: crashedCheck }, jobs);
  return reportTexts({ corpus: corpus.kind, seed: options.seed, files, checks });
}
