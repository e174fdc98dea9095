// Implements `corpus content`: checks the content JSON of documents.
//
// The JSON must follow its schema, contain the text and the addresses of the document, and take little time.

import { join } from "node:path";
import type { Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import { type Command, type CorpusRun, chooseFiles, runJobs } from "../command.ts";
import { wordFiles } from "../word-files.ts";
import { type ContentResult, checkNames, crashedContent, work } from "./check-file.ts";
import { MOST_TIMES, type Times } from "./measure.ts";

export const content: Command = {
  name: "content",
  purpose: "content JSON of documents: schema, text, addresses, both Markdown texts, and what it costs",
  run: runContent,
};

const QUICK_SAMPLE = 300;
/** Least share of the documents for which the independent reader must find the same text. */
const LEAST_EQUAL = 0.995;
/** Maximum median CPU time of the content, in milliseconds. */
const MOST_MEDIAN = 30;

async function runContent(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const files = chooseFiles(run, wordFiles(corpus), { kind: "sample", size: QUICK_SAMPLE });
  const jobs = files.map(({ path }) => ({ path, file: join(corpus.root, path) }));
  const module = new URL("./check-file.ts", import.meta.url).href;
  const results = await runJobs(run, { module, work, onCrash: crashedContent }, jobs);
  return reportContent(results, { corpus: corpus.kind, seed: options.seed });
}

export function reportContent(
  results: readonly ContentResult[],
  about: { readonly corpus: string; readonly seed: number },
): Report {
  const read = results.filter(({ outcome }) => outcome !== "unopened");
  const slow = read.filter(({ times }) => times !== undefined && times.content > MOST_TIMES * times.open);
  const failed = read.filter((result) => Object.keys(result.problems).length > 0 || slow.includes(result));
  const differing = read.filter(({ problems }) => problems["the independent reader's text"] !== undefined);
  const otherwise = failed.filter((result) => !differing.includes(result) || Object.keys(result.problems).length > 1);
  const figures = timesOf(read);
  const isAgreed = read.length - differing.length >= LEAST_EQUAL * read.length;
  return {
    text: [
      checkTable(read, slow.length),
      ...failed.flatMap(({ path, problems }) =>
        Object.entries(problems).map(([check, problem]) => `failed: ${path}: ${check}: ${problem}`),
      ),
      ...slow.map(({ path, times }) => `slow: ${path}: ${timeText(times!)}`),
      `CPU of the content: median ${figures.median} ms, worst ${figures.worst} ms; beside opening: median ${figures.ratio} times, worst ${figures.worstRatio}`,
      `With tracked changes: ${read.filter(({ revisions }) => revisions > 0).length} of ${read.length}; not opened: ${results.length - read.length}`,
    ],
    tally: { passed: read.length - failed.length, failed: failed.length },
    figures: { ...about, files: results.length, read: read.length, differing: differing.length, ...figures },
    bar: {
      wanted: `all hold, the independent reader on ${LEAST_EQUAL * 100} %; median under ${MOST_MEDIAN} ms, never over ${MOST_TIMES} times the opening`,
      isMet: read.length > 0 && otherwise.length === 0 && isAgreed && figures.median < MOST_MEDIAN,
    },
  };
}

function checkTable(read: readonly ContentResult[], slow: number): string {
  const rows = checkNames.map((check) => {
    const wrong = read.filter(({ problems }) => problems[check] !== undefined).length;
    return [check, read.length - wrong, wrong];
  });
  return formatTable(["check", "documents", "failed"], [...rows, ["fast enough", read.length - slow, slow]]);
}

function timeText({ open, content: took }: Times): string {
  return `${round(took)} ms, ${round(took / open)} times the opening`;
}

function timesOf(read: readonly ContentResult[]): Record<"median" | "worst" | "ratio" | "worstRatio", number> {
  const times = read.flatMap((result) => result.times ?? []);
  const took = times.map(({ content: one }) => one).sort((one, other) => one - other);
  const ratios = times.map(({ open, content: one }) => one / open).sort((one, other) => one - other);
  const at = (sorted: readonly number[], share: number): number =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { median: at(took, 0.5), worst: at(took, 1), ratio: at(ratios, 0.5), worstRatio: at(ratios, 1) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
