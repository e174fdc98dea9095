// Writes the report of a target: its failures, and tables of the counted features.

import { formatTable } from "../runner/table.ts";
import type { RunResult } from "./run-target.ts";
import { CYCLE } from "./target.ts";
import { findTarget } from "./targets.ts";

export interface TargetReport {
  readonly target: string;
  readonly cases: number;
  readonly seconds: number;
  readonly failed: number;
  readonly features: Readonly<Record<string, number>>;
  readonly exceptions: Readonly<Record<string, number>>;
  /** Maps other counted names, such as refusal codes, to the number of times that they were counted. */
  readonly others: Readonly<Record<string, number>>;
  /** Features that the run should have hit and did not. */
  readonly missing: readonly string[];
}

const MOST_SHOWN = 10;

/** Returns the counts of a run. A run of fewer than `CYCLE` cases reports no missing features. */
export function reportOf(name: string, seconds: number, { cases, counts, failures }: RunResult): TargetReport {
  const { features, exceptions } = findTarget(name);
  const countsOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((listed) => [listed, counts.get(listed) ?? 0]));
  return {
    target: name,
    cases,
    seconds: Math.round(seconds * 10) / 10,
    failed: failures.length,
    features: countsOf(features),
    exceptions: countsOf(exceptions),
    others: countsOf([...counts.keys()].filter((one) => ![...features, ...exceptions].includes(one)).sort()),
    missing: cases < CYCLE ? [] : features.filter((feature) => !counts.has(feature)),
  };
}

/** Returns the failures as text, each with the command that runs it again. */
export function failuresInWords(name: string, seed: number, { failures }: RunResult): string[] {
  const shown = failures.slice(0, MOST_SHOWN).map(({ caseNumber, message, input }) => {
    const again = `npm run fuzz -- ${name} --seed ${seed} --only ${caseNumber}`;
    return `FAIL ${name} case ${caseNumber}: ${message}\n     ${again}\n${input.replace(/^/gm, "     ")}\n`;
  });
  const more = failures.length - shown.length;
  return more > 0 ? [...shown, `… and ${more} more: ${kindsOf(failures)}`] : shown;
}

function kindsOf(failures: RunResult["failures"]): string {
  const kinds = Map.groupBy(failures, ({ property }) => property);
  return [...kinds].map(([kind, members]) => `${kind} (${members.length})`).join("; ");
}

/** Returns the tables of one target as text. */
export function tablesOf(report: TargetReport): string[] {
  const { target, cases, seconds, failed, features, exceptions, others, missing } = report;
  const named = Object.entries({ features, "allowed differences": exceptions, "also counted": others });
  const tables = named.flatMap(([name, counts]) => {
    const rows = Object.entries(counts);
    return rows.length === 0 ? [] : [formatTable([`${target}: ${name}`, "times"], rows)];
  });
  return [
    `${target}: ${cases} cases, ${failed} failed, ${seconds} s`,
    ...tables,
    ...missing.map((feature) => `FAIL ${target}: never hit: ${feature}`),
  ];
}
