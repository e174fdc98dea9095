// Compares the last third of a soak run with its first third.
//
// Memory may be a tenth more. Connections and files may be a few more, because a pool opens what it needs on demand.
// Rows may grow only with the work that was requested.

import type { Findings } from "./findings.ts";
import { type Role, roles, type Sample, type SoakTable, soakTables } from "./soak-samples.ts";

/** Maximum ratio of the last third to the first. */
const MOST_GROWTH = 1.1;
/** Maximum number of additional connections and files: a pool may not have opened all of its own in the first third. */
const MOST_MORE = 5;
/** Roles that every run has. A converter exists only after it was used. */
const neededRoles: readonly Role[] = ["api", "worker", "child"];

interface Thirds {
  readonly first: readonly Sample[];
  readonly last: readonly Sample[];
}

function thirdsOf(samples: readonly Sample[]): Thirds {
  const third = Math.floor(samples.length / 3);
  return { first: samples.slice(0, third), last: samples.slice(-third) };
}

/** Adds a finding for each figure. Returns one line for each figure. */
export function judgeSoak(samples: readonly Sample[], findings: Findings): string[] {
  const thirds = thirdsOf(samples);
  const lines: string[] = [];
  const judge = (name: string, first: number, last: number, most: number): void => {
    const line = `${name}: ${first.toFixed(1)} in the first third, ${last.toFixed(1)} in the last, at most ${most.toFixed(1)}`;
    lines.push(line);
    findings.check(name, last <= most, () => line);
  };
  for (const role of roles) {
    const [first, last] = both(thirds, ({ resident }) => resident.get(role));
    const isSeen = first > 0 && last > 0;
    if (neededRoles.includes(role)) findings.check(`a process of the role ${role} is seen`, isSeen);
    if (!isSeen) continue;
    judge(`megabytes of the role ${role}`, first, last, first * MOST_GROWTH);
    const [filesBefore, filesAfter] = both(thirds, ({ files }) => files.get(role));
    judge(`open files of the role ${role}`, filesBefore, filesAfter, filesBefore + MOST_MORE);
  }
  const [before, after] = both(thirds, ({ connections }) => connections);
  judge("connections to the database", before, after, before * MOST_GROWTH + MOST_MORE);
  for (const table of soakTables) {
    const [first, last] = [rowsEach(thirds.first, table), rowsEach(thirds.last, table)];
    judge(`rows of ${table} for each ${unitOf(table)}`, first, last, Math.max(0, first) * MOST_GROWTH + 0.5);
  }
  return lines;
}

/** Returns the unit of work that adds rows to a table. Reads are audited too. */
function unitOf(table: SoakTable): "call" | "document" {
  return table === "audit_entries" ? "call" : "document";
}

/** Returns the number of rows that a third adds per document, or per call. */
function rowsEach(samples: readonly Sample[], table: SoakTable): number {
  const [begin, end] = [samples[0], samples.at(-1)];
  if (begin === undefined || end === undefined) return Number.NaN;
  const done = unitOf(table) === "call" ? end.calls - begin.calls : end.work - begin.work;
  return (end.rows.get(table)! - begin.rows.get(table)!) / Math.max(1, done);
}

/** Returns the medians of both thirds; 0 if nothing was measured. */
function both({ first, last }: Thirds, read: (sample: Sample) => number | undefined): [number, number] {
  return [medianOf(first.map(read)), medianOf(last.map(read))];
}

function medianOf(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined && value > 0) as number[];
  return known.toSorted((one, other) => one - other)[Math.floor(known.length / 2)] ?? 0;
}
