// Reads a file in its own process, so that a hang, a crash or a memory bomb affects only that process.

import { execFile } from "node:child_process";
import { join } from "node:path";
import type { FullReading } from "./full-reading.ts";

const PROGRAM = join(import.meta.dirname, "full-reading.ts");
/** Milliseconds after which a process is ended. Far more than the CPU allowance, because the machine may be busy. */
const PATIENCE = 30_000;

/** The highest permitted cost of one file, including the start of Node. */
export const ALLOWANCE = { cpuMilliseconds: 2_000, megabytes: 300 } as const;

export interface ChildSettings {
  readonly seed: number;
  /** A folder for compiled modules that all processes share, so that only the reading is measured. */
  readonly compiled: string;
}

/** Maximum number of readings of a file that exceeds the CPU allowance. */
const READINGS = 3;

/**
 * Reads a file and returns the reading with the lowest CPU time. It repeats the reading if the CPU time exceeds the
 * allowance, because other work on the machine can only raise that time. A repetition that crashes is returned.
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
