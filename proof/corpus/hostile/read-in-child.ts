// Has a file read by a process of its own, so that a hang, a crash or a memory bomb is that process's alone.

import { execFile } from "node:child_process";
import { join } from "node:path";
import type { FullReading } from "./full-reading.ts";

const PROGRAM = join(import.meta.dirname, "full-reading.ts");
/** Milliseconds until a process that does not end is ended. Far past the allowance of CPU, for a busy machine. */
const PATIENCE = 30_000;

/** Reading one file may cost this much, Node's own start included. */
export const ALLOWANCE = { cpuMilliseconds: 2_000, megabytes: 300 } as const;

export interface ChildSettings {
  readonly seed: number;
  /** A folder in which one process leaves its compiled modules to the next, so that reading is what is measured. */
  readonly compiled: string;
}

/** How often a reading that cost more than it may is made at most. */
const READINGS = 3;

/**
 * Reads a file, again if it cost more than it may, and gives the reading that cost the least CPU time: a machine that does other
 * work makes a process dearer, never cheaper.
 */
export async function readInChild(file: string, settings: ChildSettings): Promise<FullReading> {
  let least = await readOnce(file, settings);
  for (let reading = 1; reading < READINGS && least.cpuMilliseconds > ALLOWANCE.cpuMilliseconds; reading += 1) {
    const again = await readOnce(file, settings);
    if (again.outcome === "crashed") return again;
    if (again.cpuMilliseconds < least.cpuMilliseconds) least = again;
  }
  return least;
}

/** Reads a file once. A process that died or was ended counts as crashed. */
function readOnce(file: string, { seed, compiled }: ChildSettings): Promise<FullReading> {
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
  const settings = { env, timeout: PATIENCE, killSignal: "SIGKILL" } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, file, String(seed)], settings, (problem, output) => {
      const reading = problem === null ? readOutcome(output) : undefined;
      resolve(reading ?? crashed(problem?.killed ? "It did not end in time" : "Its process died"));
    });
  });
}

function readOutcome(output: string): FullReading | undefined {
  const last = output.trimEnd().split("\n").at(-1) ?? "";
  return last.startsWith("{") ? (JSON.parse(last) as FullReading) : undefined;
}

function crashed(reason: string): FullReading {
  return { outcome: "crashed", code: "", reason, cpuMilliseconds: 0, megabytes: 0 };
}
