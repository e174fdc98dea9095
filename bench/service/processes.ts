// Reads CPU time and memory of a process and all its descendants from the kernel.

import { readFileSync } from "node:fs";
import { MILLISECONDS_A_TICK, type ProcessTimes, readAllTimes } from "@versus/tools/process-times";

export interface ProcessFigures {
  readonly id: number;
  readonly command: string;
  /** Milliseconds. */
  readonly cpu: number;
  /** Megabytes of memory: current and maximum. */
  readonly resident: number;
  readonly peak: number;
}

/** Returns the descendants of a process, without the process itself. */
export function descendantsOf(ancestor: number): ProcessFigures[] {
  const all = new Map(readAllTimes().map((times) => [times.pid, times]));
  const descends = (id: number): boolean => {
    const parent = all.get(id)?.parent;
    return parent !== undefined && (parent === ancestor || descends(parent));
  };
  return [...all.values()].flatMap((times) => (descends(times.pid) ? (figuresOf(times) ?? []) : []));
}

function figuresOf({ pid, used }: ProcessTimes): ProcessFigures | undefined {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const megabytes = (line: RegExp) => Number(line.exec(status)?.[1] ?? 0) / 1024;
    return {
      id: pid,
      command,
      cpu: used * MILLISECONDS_A_TICK,
      resident: megabytes(/VmRSS:\s+(\d+)/),
      peak: megabytes(/VmHWM:\s+(\d+)/),
    };
  } catch {
    // The process has ended.
    return undefined;
  }
}

/** The parts of the service, with a word of their command line. */
const parts = [
  ["documents", "child-main"],
  ["api", "--role api"],
  ["worker", "--role worker"],
  ["postgres", "postgres"],
] as const;

export type PartName = (typeof parts)[number][0];

export function partOf({ command }: ProcessFigures): PartName | undefined {
  // The command line of a guard repeats that of the guarded process.
  if (command.startsWith("sh -c")) return undefined;
  return parts.find(([, word]) => command.includes(word))?.[0];
}

const LOOK_MILLISECONDS = 50;

/**
 * Returns the CPU milliseconds that each part of the service uses while some work is done. Children end after a number
 * of documents, and the kernel then forgets their use, so it is sampled all the time.
 */
export async function cpuByPart(ancestor: number, work: () => Promise<unknown>): Promise<Map<PartName, number>> {
  const sums = new Map<PartName, number>();
  const seen = new Map(descendantsOf(ancestor).map(({ id, cpu }) => [id, cpu]));
  const look = () => {
    for (const figures of descendantsOf(ancestor)) {
      const part = partOf(figures);
      const since = figures.cpu - (seen.get(figures.id) ?? 0);
      seen.set(figures.id, figures.cpu);
      if (part !== undefined) sums.set(part, (sums.get(part) ?? 0) + since);
    }
  };
  const timer = setInterval(look, LOOK_MILLISECONDS);
  await work().finally(() => clearInterval(timer));
  look();
  return sums;
}
