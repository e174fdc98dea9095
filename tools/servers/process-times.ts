// Reads the times of processes from Linux's /proc.

import { readdirSync, readFileSync } from "node:fs";

/** A process with its times in ticks of the system's clock, hundredths of a second. */
export interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** Processor time of the process. */
  readonly used: number;
  readonly startedAt: number;
}

export const MILLISECONDS_A_TICK = 10;

/** Returns undefined for a process that has ended. */
export function readTimes(pid: number): ProcessTimes | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program is in brackets and may contain anything; numbers follow it.
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    const at = (place: number): number => Number(fields[place]);
    return { pid, parent: at(1), used: at(11) + at(12), startedAt: at(19) };
  } catch {
    return undefined;
  }
}

export function readAllTimes(): ProcessTimes[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readTimes(Number(name)) ?? []) : []));
}
