// The last third of a run beside its first. Memory may be a tenth more; connections and files may be a few more, because a
// pool opens what it needs when it needs it; rows may come only with what was asked for.

import type { Findings } from "./findings.ts";
import { type Role, roles, type Sample, type SoakTable, soakTables } from "./soak-samples.ts";

/** The last third may have so much more than the first. */
const MOST_GROWTH = 1.1;
/** Connections and files: a pool that had not opened all of its own in the first third. */
const MOST_MORE = 5;
/** Roles that every run has; a converter is there when it was asked. */
const neededRoles: readonly Role[] = ["api", "worker", "child"];

interface Thirds {
  readonly first: readonly Sample[];
  readonly last: readonly Sample[];
}

function thirdsOf(samples: readonly Sample[]): Thirds {
  const third = Math.floor(samples.length / 3);
  return { first: samples.slice(0, third), last: samples.slice(-third) };
}

/** Gives one line for each figure. */
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

/** Reads are audited, too. */
function unitOf(table: SoakTable): "call" | "document" {
  return table === "audit_entries" ? "call" : "document";
}

/** How many rows came with each document, or call, of a third. */
function rowsEach(samples: readonly Sample[], table: SoakTable): number {
  const [begin, end] = [samples[0], samples.at(-1)];
  if (begin === undefined || end === undefined) return Number.NaN;
  const done = unitOf(table) === "call" ? end.calls - begin.calls : end.work - begin.work;
  return (end.rows.get(table)! - begin.rows.get(table)!) / Math.max(1, done);
}

/** The medians of both thirds; 0 where nothing was seen. */
function both({ first, last }: Thirds, read: (sample: Sample) => number | undefined): [number, number] {
  return [medianOf(first.map(read)), medianOf(last.map(read))];
}

function medianOf(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined && value > 0) as number[];
  return known.toSorted((one, other) => one - other)[Math.floor(known.length / 2)] ?? 0;
}
