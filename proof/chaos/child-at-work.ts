// Asks the kernel if a worker has a child process that is past its start and uses a core.

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type ProcessTimes, readAllTimes } from "@versus/tools/servers/process-times";

/** Minimum age in hundredths of a second. A younger child may still be starting, so its work is not on a document. */
const START_TICKS = 150;
const LOOK_MILLISECONDS = 40;

/**
 * True if a worker has a child at work. The worker is a child of the shell that guards it, and its children are below
 * it.
 */
export async function isChildAtWork(guard: number | undefined): Promise<boolean> {
  if (guard === undefined) return false;
  const before = childrenBelow(guard);
  await sleep(LOOK_MILLISECONDS);
  const after = new Map(childrenBelow(guard).map((child) => [child.pid, child]));
  return before.some(({ pid, used }) => (after.get(pid)?.used ?? 0) > used);
}

function childrenBelow(guard: number): ProcessTimes[] {
  const all = readAllTimes();
  const now = Number(readFileSync("/proc/uptime", "utf8").split(" ", 1)[0]) * 100;
  const below = (parents: readonly number[]) => all.filter(({ parent }) => parents.includes(parent));
  const workers = below([guard]).filter(({ pid }) => isNode(pid));
  const found: ProcessTimes[] = [];
  for (let level = below(workers.map(({ pid }) => pid)); level.length > 0; level = below(level.map(({ pid }) => pid))) {
    found.push(...level);
  }
  return found.filter(({ startedAt }) => now - startedAt > START_TICKS);
}

function isNode(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("serve");
  } catch {
    return false;
  }
}
