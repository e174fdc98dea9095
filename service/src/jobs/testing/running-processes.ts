// The processes of this machine, as /proc tells of them.

import { readdirSync, readFileSync } from "node:fs";

/** The numbers of those that run (not of those that ended and were not waited for) with `word` in their command line. */
export function processesWith(word: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => read(`/proc/${name}/cmdline`).split("\0").includes(word) && isRunning(Number(name)))
    .map(Number);
}

/** False for one that has ended and was not waited for. */
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
