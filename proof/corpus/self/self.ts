// Implements `corpus self`: a document compared with itself has no changes.
//
// Its markup may be rewritten in any way.

import { join } from "node:path";
import { readCount } from "../../runner/arguments.ts";
import { seededRandom, shuffle } from "../../runner/random.ts";
import type { Report } from "../../runner/report.ts";
import { sampleGroups } from "../../runner/sample.ts";
import { type Command, type CorpusRun, chooseFiles, runJobs } from "../command.ts";
import { type CorpusFile, categoryOf } from "../manifest.ts";
import { wordFiles } from "../word-files.ts";
import { crashedSelf, type SelfJob, type SelfResult, work } from "./check-self.ts";
import { compareSavedAgain, type SavedAgain } from "./compare-saved-again.ts";
import { compareSavedLooks } from "./compare-saved-looks.ts";
import { reportSelf } from "./report-self.ts";

export const self: Command = {
  name: "self",
  purpose: "a document compared with itself, with noise, or saved by LibreOffice, has no changes",
  flags: { "no-office": "do not ask LibreOffice to save documents" },
  values: {
    saved: "instead compare this many documents that another program saved, by what readers see",
    by: "the program that saves them: libreoffice (default), python-docx or pandoc",
  },
  run: runSelf,
};

const QUICK_SAMPLE = 100;
/**
 * Number of documents with the same text after LibreOffice saved them (`wanted`), and the largest number of documents
 * tried (`asked`).
 */
const OFFICE_SAMPLE = { wanted: 100, asked: 300 } as const;

async function runSelf(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const saved = readCount("--saved", options.values.get("saved"));
  if (saved !== undefined) return compareSavedLooks(run, saved);
  const files = chooseFiles(run, wordFiles(corpus), { kind: "sample", size: QUICK_SAMPLE });
  const jobs = files.map(({ path }) => ({ path, file: join(corpus.root, path), seed: options.seed }));
  const module = new URL("./check-self.ts", import.meta.url).href;
  const results = await runJobs(run, { module, work, onCrash: crashedSelf }, jobs);
  const savedAgain: SavedAgain = options.flags.has("no-office")
    ? { kind: "not-asked", reason: "not tried" }
    : await compareSavedAgain(forOffice(run, files, results), OFFICE_SAMPLE.wanted);
  return reportSelf({ corpus: corpus.kind, seed: options.seed, results, saved: savedAgain });
}

/** Returns a sample over all categories in random order, so that its first documents are a sample too. */
function forOffice(
  { corpus, options }: CorpusRun,
  files: readonly CorpusFile[],
  results: readonly SelfResult[],
): SelfJob[] {
  const sound = files.filter((_, index) => results[index]!.outcome === "compared");
  const sample = sampleGroups(sound, { size: OFFICE_SAMPLE.asked, seed: options.seed, groupOf: categoryOf });
  return shuffle(sample, seededRandom(options.seed, "saved again")).map(({ path }) => ({
    path,
    file: join(corpus.root, path),
    seed: options.seed,
  }));
}
