// Implements `corpus digests`: compares the outputs of two commits by their digests.
//
// It makes a digest of each redline of `corpus compare` and each edit of `corpus edit` that the options select. One
// commit runs with `--write FILE`, the other with `--against FILE`.

import { join } from "node:path";
import type { Report } from "../../runner/report.ts";
import { type Command, type CorpusRun, runJobs } from "../command.ts";
import { choosePairs } from "../compare/compare.ts";
import { readFormatting } from "../compare/compare-settings.ts";
import { pairKinds } from "../compare/pairs.ts";
import { chooseFiles } from "../edit/edit.ts";
import { crashedJob, type DigestJob, work } from "./digest-job.ts";
import { continueRecord, type DigestResult, differences, makerOf, readRecord } from "./record.ts";

export const digests: Command = {
  name: "digests",
  purpose: "digests of every redline and every edit, to hold two commits against each other",
  flags: { redlines: "the redlines alone", edits: "the edits alone" },
  values: {
    write: "a file for the digests; a run that was stopped goes on with it",
    against: "a file of digests that these must equal",
    formatting: "of the redlines: all (default, and the only mode of old commits), or visible",
  },
  run: runDigests,
};

/** Leaves the machine free for other work: a run over all outputs takes long and need not be fast. */
const MOST_THREADS = 2;

async function runDigests(run: CorpusRun): Promise<Report> {
  const { options, corpus } = run;
  const file = options.values.get("write");
  const known = file === undefined ? new Map<string, DigestResult>() : continueRecord(file, makerOf(options.seed));
  const all = listJobs(run, file);
  const jobs = all.filter(({ name }) => !known.has(name));
  const module = new URL("./digest-job.ts", import.meta.url).href;
  const threads = { ...run, options: { ...options, jobs: Math.min(MOST_THREADS, options.jobs) } };
  const made = await runJobs(threads, { module, work, onCrash: crashedJob }, jobs);
  const results = new Map([...known, ...made.map((result) => [result.name, result] as const)]);
  const against = options.values.get("against");
  const figures = { corpus: corpus.kind, seed: options.seed };
  const listed = all.map(({ name }) => results.get(name)!);
  return reportDigests(listed, against === undefined ? undefined : readRecord(against), figures);
}

function listJobs(run: CorpusRun, record: string | undefined): DigestJob[] {
  const { corpus, options } = run;
  const isOnly = (flag: string): boolean => options.flags.has(flag);
  const only = options.values.get("only");
  const pairs = isOnly("edits") ? [] : choosePairs(run, { kinds: pairKinds, only });
  const files = isOnly("redlines") ? [] : chooseFiles(run);
  const formatting = readFormatting(options.values.get("formatting"));
  const outputOf = formatting === "all" ? "redline" : `redline ${formatting}`;
  return [
    ...pairs.map(
      ({ name, source }): DigestJob => ({ kind: "redline", name: `${outputOf} ${name}`, source, formatting, record }),
    ),
    ...files.map(({ path }): DigestJob => {
      return { kind: "edits", name: `edits ${path}`, path, file: join(corpus.root, path), seed: options.seed, record };
    }),
  ];
}

/** Compares the results with those of another run, for the names that the other run has. */
export function reportDigests(
  results: readonly DigestResult[],
  others: ReadonlyMap<string, DigestResult> | undefined,
  figures: Report["figures"],
): Report {
  const crashed = results.filter((result) => result.digests.crashed !== undefined);
  const held = results.filter(({ name }) => others?.has(name));
  const differing = held.flatMap((result) => differences(others!.get(result.name)!, result));
  const missing = others === undefined ? 0 : results.length - held.length;
  const outputs = results.reduce((total, result) => total + Object.keys(result.digests).length, 0);
  return {
    text: [
      ...crashed.map(({ name, digests: { crashed: reason } }) => `crashed: ${name}: ${reason}`),
      ...differing.map((line) => `differs: ${line}`),
      `${results.length} pairs and documents with ${outputs} outputs`,
      ...(others === undefined
        ? []
        : [`${held.length - differing.length} equal, ${differing.length} differ, ${missing} not in the other file`]),
    ],
    tally: { passed: results.length - differing.length, failed: differing.length },
    figures: { ...figures, results: results.length, outputs, held: held.length, differing: differing.length, missing },
    bar: {
      wanted: others === undefined ? "every output has a digest" : "every output is as in the other file",
      isMet:
        results.length > 0 && (others === undefined ? crashed.length === 0 : differing.length === 0 && held.length > 0),
    },
  };
}
