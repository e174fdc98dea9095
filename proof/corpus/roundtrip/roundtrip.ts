// Implements `corpus roundtrip`: reads and saves documents without losing or moving an unchanged byte.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { runAtOnce } from "../../runner/run-at-once.ts";
import { sampleGroups } from "../../runner/sample.ts";
import { type Command, type CorpusRun, chooseFiles, runJobs } from "../command.ts";
import { type CorpusFile, categoryOf } from "../manifest.ts";
import { wordFiles } from "../word-files.ts";
import { crashedRoundTrip, type RoundTrip, type RoundTripJob, work } from "./check-file.ts";
import { isOfficeInstalled, openInOffice } from "./office.ts";
import { type OfficeOutcome, reportRoundTrips } from "./report-round-trips.ts";

export const roundtrip: Command = {
  name: "roundtrip",
  purpose: "documents open, and are saved without changing what nobody changed",
  flags: { "no-office": "do not ask LibreOffice to open the results" },
  run: runRoundTrips,
};

const QUICK_SAMPLE = 200;
/** Maximum number of changed documents that LibreOffice is asked to open. */
const OFFICE_SAMPLE = 50;

async function runRoundTrips(run: CorpusRun): Promise<ReturnType<typeof reportRoundTrips>> {
  const files = chooseFiles(run, wordFiles(run.corpus), { kind: "sample", size: QUICK_SAMPLE });
  const folder = mkdtempSync(join(tmpdir(), "versus-roundtrip-"));
  try {
    const jobs = planJobs(run, files, folder);
    const module = new URL("./check-file.ts", import.meta.url).href;
    const results = await runJobs(run, { module, work, onCrash: crashedRoundTrip }, jobs);
    const office = await askOffice(run, jobs, results);
    return reportRoundTrips({ corpus: run.corpus.kind, seed: run.options.seed, files, results, office });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function planJobs({ corpus, options }: CorpusRun, files: readonly CorpusFile[], folder: string): RoundTripJob[] {
  const forOffice = options.flags.has("no-office") ? [] : sampleForOffice(files, options.seed);
  return files.map((file) => {
    const turn = forOffice.indexOf(file);
    const keepAs = turn < 0 ? undefined : join(folder, `changed-${turn}${extname(file.path)}`);
    return { path: file.path, file: join(corpus.root, file.path), seed: options.seed, keepAs };
  });
}

/** Draws a sample over all categories, limited to fifty even if there are more categories. */
function sampleForOffice(files: readonly CorpusFile[], seed: number): CorpusFile[] {
  return sampleGroups(files, { size: OFFICE_SAMPLE, seed, groupOf: categoryOf }).slice(0, OFFICE_SAMPLE);
}

/** A document is a problem only if LibreOffice opens the original and not the saved version. */
async function askOffice(
  { options }: CorpusRun,
  jobs: readonly RoundTripJob[],
  results: readonly RoundTrip[],
): Promise<OfficeOutcome> {
  if (options.flags.has("no-office")) return { kind: "not-run", reason: "not tried" };
  if (!isOfficeInstalled(process.env.PATH ?? "")) return { kind: "not-run", reason: "not installed, not tried" };
  const asked = jobs.filter(({ keepAs }, index) => keepAs !== undefined && results[index]!.change !== undefined);
  const opened = await openInOffice(
    asked.map(({ keepAs }) => keepAs!),
    options.jobs,
  );
  const unopened = asked.filter(({ keepAs }) => !opened.has(keepAs!));
  // Open each original in its own call, because originals may share a name.
  const originals = await runAtOnce(
    unopened,
    options.jobs,
    async ({ file }) => (await openInOffice([file], 1)).size > 0,
  );
  return {
    kind: "run",
    asked: asked.length,
    opened: opened.size,
    neverOpened: unopened.filter((_, index) => !originals[index]).map(({ path }) => path),
    lost: unopened.filter((_, index) => originals[index]).map(({ path }) => path),
  };
}
