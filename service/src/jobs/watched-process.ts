// Provides what a watching process needs: memory, processor time, pids, and ending a process.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";

/**
 * The interval of the checks of memory and processor time. A child that fills 1 GB a second exceeds its limit by 50 MB
 * before it is noticed.
 */
export const watchMilliseconds = 50;
const megabyte = 1024 * 1024;
const pageBytes = 4096;
/** Linux reports the processor time of programs in hundredths of a second. */
const ticksPerSecond = 100;

/** Writes the bytes and closes the pipe. Ignores errors, because a program that did not start reads nothing. */
export function handIn(pipe: Writable | undefined, bytes: Uint8Array): void {
  pipe?.on("error", () => {});
  pipe?.end(bytes);
}

/** Kills a process that leads its own group, and all processes that it started. Ignores one that has ended. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process has ended.
  }
}

/**
 * Returns the pid that bubblewrap reports before it starts the process, or undefined if bubblewrap ends without one.
 */
export async function toldNumber(pipe: Readable | undefined): Promise<number | undefined> {
  if (pipe === undefined) return undefined;
  let text = "";
  pipe.on("data", (words: Buffer) => {
    text += words.toString("latin1");
  });
  await once(pipe, "close").catch(() => {});
  const [, number] = /"child-pid": (\d+)/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number);
}

/**
 * Returns the resident memory of one process, or 0 if the system does not report it. The second number of statm is
 * resident pages.
 */
export function residentMegabytes(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return (pages * pageBytes) / megabyte;
  } catch {
    return 0;
  }
}

/**
 * Returns the processor time of all threads of one process since its start, in seconds, or 0 if the system does not
 * report it.
 */
export function processorSeconds(pid: number | undefined): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program is in brackets and may contain anything. User and system time are fields 14 and 15.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return 0;
  }
}

/** Returns the pids of the process's running children; empty if the system does not report them. */
export function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
