// Has a file read by a process of its own, so that a hang, a crash or a memory bomb is that process's alone.

import { execFile } from "node:child_process";
import { join } from "node:path";
import type { FullReading } from "./full-reading.ts";

const PROGRAM = join(import.meta.dirname, "full-reading.ts");
/** Milliseconds until a process that does not end is ended. Far past the allowance of CPU, for a busy machine. */
const PATIENCE = 30_000;

export interface ChildSettings {
  readonly seed: number;
  /** A folder in which one process leaves its compiled modules to the next, so that reading is what is measured. */
  readonly compiled: string;
}

/** What came of reading the file. A process that died or was ended counts as crashed. */
export function readInChild(file: string, { seed, compiled }: ChildSettings): Promise<FullReading> {
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
