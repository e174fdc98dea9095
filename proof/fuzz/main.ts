// Runs generated inputs against the engine, target by target (`npm run fuzz`).
//
// Progress goes to stderr. stdout has the failures and tables of each target, the bar, the line `N passed, N failed`,
// and last one line of JSON.

import { UsageError } from "../runner/arguments.ts";
import { startProgress } from "../runner/progress.ts";
import { printReport, type Report } from "../runner/report.ts";
import { type FuzzArguments, readArguments } from "./read-arguments.ts";
import { failuresInWords, reportOf, type TargetReport, tablesOf } from "./report.ts";
import type { CaseFailure } from "./run-case.ts";
import { runTarget } from "./run-target.ts";
import { targetNames } from "./targets.ts";

const print = (text: string): void => console.log(text);

async function main(words: readonly string[]): Promise<number> {
  const settings = readArguments(words);
  const reports: TargetReport[] = [];
  for (const target of settings.targets) reports.push(await fuzz(target, settings));
  return printReport("fuzz", summarize(settings.seed, reports), print);
}

async function fuzz(target: string, { seed, jobs, cases }: FuzzArguments): Promise<TargetReport> {
  const started = performance.now();
  const progress = startProgress(target, cases.to - cases.from);
  // Long runs report each failure at once, so that a person can examine it before the run ends.
  const onFailed = ({ caseNumber, property }: CaseFailure): void =>
    progress.say(`${target}: case ${caseNumber} failed: ${property}`);
  const result = await runTarget({ target, seed, jobs, cases, onDone: progress.advance, onFailed });
  progress.finish();
  const report = reportOf(target, (performance.now() - started) / 1000, result);
  for (const text of [...failuresInWords(target, seed, result), ...tablesOf(report)]) print(text);
  return report;
}

function summarize(seed: number, targets: readonly TargetReport[]): Report {
  const failed = targets.reduce((sum, report) => sum + report.failed + report.missing.length, 0);
  const passed = targets.reduce((sum, report) => sum + report.cases - report.failed, 0);
  const bar = { wanted: "every case passes and every listed feature is met", isMet: failed === 0 };
  return { text: [], tally: { passed, failed }, figures: { seed, targets }, bar };
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (problem) {
  if (!(problem instanceof UsageError)) throw problem;
  const usage = `npm run fuzz -- [${targetNames.join(" | ")}] [--cases N] [--from CASE] [--seed S] [--only CASE] [--jobs N]`;
  console.error(`${problem.message}\n\n${usage}`);
  process.exitCode = 2;
}
