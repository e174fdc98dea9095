// Finds running processes of this machine in /proc, by a word of their command line or by their pid.

import { readdirSync, readFileSync } from "node:fs";

/** Returns the pids of running processes, without zombies, that have `word` in their command line. */
export function processesWith(word: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => read(`/proc/${name}/cmdline`).split("\0").includes(word) && isRunning(Number(name)))
    .map(Number);
}

/** True if the process runs. A process that ended and was not waited for does not count. */
export function isRunning(number: number): boolean {
  const status = read(`/proc/${number}/status`);
  return status !== "" && !/^State:\s+Z/m.test(status);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
