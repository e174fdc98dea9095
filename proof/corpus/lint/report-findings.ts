// Reports the findings of many documents and applies the bar.
//
// Almost no document that Word wrote may have a finding that Word would refuse or repair.

import { type Finding, lintRules } from "@versus/engine/inside";
import type { Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { Corpus } from "../find-corpus.ts";
import type { LintResult } from "./lint-file.ts";

export interface LintRun {
  readonly corpus: Corpus["kind"];
  readonly seed: number;
  /** Documents that Word wrote and that the validator accepts. */
  readonly sound: ReadonlySet<string>;
  readonly results: readonly LintResult[];
}

/** Maximum share of the sound documents that may have a finding more severe than "odd". */
const MOST_BLAMED = 0.005;

export function reportFindings(run: LintRun): Report {
  const { results, sound } = run;
  const linted = results.filter(({ outcome }) => outcome === "linted");
  const crashed = results.filter(({ outcome }) => outcome === "crashed");
  const soundOnes = linted.filter(({ path }) => sound.has(path));
  const blamed = soundOnes.filter(({ findings }) => findings.some(isGrave));
  const most = Math.floor(soundOnes.length * MOST_BLAMED);
  const excess = blamed.length > most ? blamed.length : 0;
  return {
    text: [
      rulesTable(linted, sound),
      ...blameLines(blamed),
      ...crashLines(crashed),
      ...sumLines(run),
      `Blamed: ${blamed.length} of ${soundOnes.length} sound documents (${percent(blamed.length, soundOnes.length)} %)`,
    ],
    tally: { passed: linted.length - excess, failed: crashed.length + excess },
    figures: { ...figuresOf(run), sound: soundOnes.length, blamed: blamed.length },
    bar: {
      wanted: `at most ${most} of ${soundOnes.length} sound documents of Word's own have a finding that is more than odd`,
      isMet: excess === 0 && crashed.length === 0 && linted.length > 0,
    },
  };
}

function percent(part: number, whole: number): string {
  return (whole === 0 ? 0 : (100 * part) / whole).toFixed(2);
}

function isGrave({ severity }: Finding): boolean {
  return severity !== "odd";
}

function rulesTable(linted: readonly LintResult[], sound: ReadonlySet<string>): string {
  const rows = lintRules.map(({ id, severity }) => {
    const hit = linted.filter(({ findings }) => findings.some(({ rule }) => rule === id));
    return [id, severity, hit.length, hit.filter(({ path }) => sound.has(path)).length];
  });
  return formatTable(["rule", "severity", "documents", "of Word, valid"], rows);
}

function blameLines(blamed: readonly LintResult[]): string[] {
  return blamed.map(({ path, findings }) => {
    const grave = findings.filter(isGrave).map(({ rule, part, count }) => `${rule} ${count} in ${part}`);
    return `blamed: ${path}: ${grave.join(", ")}`;
  });
}

function crashLines(crashed: readonly LintResult[]): string[] {
  return crashed.map(({ path, reason }) => `crashed: ${path}: ${reason}`);
}

function sumLines({ results }: LintRun): string[] {
  const { readMilliseconds, lintMilliseconds } = timesOf(results);
  const unopened = results.filter(({ outcome }) => outcome === "unopened").length;
  return [
    `Not opened and so not linted: ${unopened}`,
    `Reading ${Math.round(readMilliseconds)} ms, linting ${Math.round(lintMilliseconds)} ms`,
  ];
}

function timesOf(results: readonly LintResult[]): { readMilliseconds: number; lintMilliseconds: number } {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return {
    readMilliseconds: sum(results.map((result) => result.readMilliseconds)),
    lintMilliseconds: sum(results.map((result) => result.lintMilliseconds)),
  };
}

function figuresOf({ corpus, seed, results }: LintRun): Record<string, unknown> {
  const linted = results.filter(({ outcome }) => outcome === "linted");
  const counts = lintRules.map(({ id }) => [
    id,
    linted.filter(({ findings }) => findings.some(({ rule }) => rule === id)).length,
  ]);
  return { corpus, seed, files: results.length, linted: linted.length, rules: Object.fromEntries(counts) };
}
