// What a process that watches another tells it and learns of it.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";

/** How often resident memory is looked at. A child that fills memory at 1 GB a second is 50 MB over when it is seen. */
export const watchMilliseconds = 50;
const megabyte = 1024 * 1024;
const pageBytes = 4096;

/** Writes the filter. A program that is missing does not read. */
export function handIn(pipe: Writable | undefined, bytes: Uint8Array): void {
  pipe?.on("error", () => {});
  pipe?.end(bytes);
}

/** Ends a process that leads a group of its own, and all that it started. One that has ended is left alone. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** The number of the process, as bubblewrap tells it before it starts one; undefined when it ends without. */
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

/** Of one process; 0 where the system does not tell. The second number of statm is resident pages. */
export function residentMegabytes(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return (pages * pageBytes) / megabyte;
  } catch {
    return 0;
  }
}

/** The processes that this one has started and that run; none where the system does not tell. */
export function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
