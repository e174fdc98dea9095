// CPU time and memory of a process and all that descend from it, as the kernel counts them.

import { readdirSync, readFileSync } from "node:fs";

export interface ProcessFigures {
  readonly id: number;
  readonly command: string;
  /** Milliseconds, those of children that have ended included. */
  readonly cpu: number;
  /** Megabytes of memory: now, and the most it ever had. */
  readonly resident: number;
  readonly peak: number;
}

const MILLISECONDS_A_TICK = 10;

/** Without the process itself. */
export function descendantsOf(ancestor: number): ProcessFigures[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
    if (stat !== undefined) parents.set(Number(name), Number(stat[1]));
  }
  const descends = (id: number): boolean => {
    const parent = parents.get(id);
    return parent !== undefined && (parent === ancestor || descends(parent));
  };
  return [...parents.keys()].filter(descends).flatMap((id) => figuresOf(id) ?? []);
}

/** What follows the command's name in the line of the kernel: state, parent, and so on. */
function readStat(id: number): string[] | undefined {
  try {
    const line = readFileSync(`/proc/${id}/stat`, "utf8");
    return line.slice(line.lastIndexOf(")") + 2).split(" ");
  } catch {
    // It has ended.
    return undefined;
  }
}

function figuresOf(id: number): ProcessFigures | undefined {
  const stat = readStat(id);
  if (stat === undefined) return undefined;
  try {
    const ticks = stat.slice(11, 15).reduce((sum, text) => sum + Number(text), 0);
    const command = readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    const status = readFileSync(`/proc/${id}/status`, "utf8");
    const megabytes = (line: RegExp) => Number(line.exec(status)?.[1] ?? 0) / 1024;
    return {
      id,
      command,
      cpu: ticks * MILLISECONDS_A_TICK,
      resident: megabytes(/VmRSS:\s+(\d+)/),
      peak: megabytes(/VmHWM:\s+(\d+)/),
    };
  } catch {
    return undefined;
  }
}

/** The parts of the service that a process may be of. */
const parts = [
  ["documents", "child-main"],
  ["api", "--role api"],
  ["worker", "--role worker"],
  ["postgres", "postgres"],
] as const;

export type PartName = (typeof parts)[number][0];

export function partOf({ command }: ProcessFigures): PartName | undefined {
  // A guard's command line repeats that of what it guards.
  if (command.startsWith("sh -c")) return undefined;
  return parts.find(([, word]) => command.includes(word))?.[0];
}

/** CPU milliseconds of each part of the service until now. */
export function cpuByPart(ancestor: number): Map<PartName, number> {
  const sums = new Map<PartName, number>();
  for (const figures of descendantsOf(ancestor)) {
    const part = partOf(figures);
    if (part === undefined) continue;
    sums.set(part, (sums.get(part) ?? 0) + figures.cpu);
  }
  return sums;
}
