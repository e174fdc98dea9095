// Runs one step on one shape in a fresh process, with the memory flags of a worker's children.

import { execFile } from "node:child_process";
import { join } from "node:path";

export const stepNames = ["compare", "accept", "content", "replace", "merge"] as const;
export type StepName = (typeof stepNames)[number];

/** `edit-after` only prepares a copy for the merge. */
type ChildStep = StepName | "edit-after";

export interface StepResult {
  /** Seconds of CPU without the start of the process. */
  readonly cpu: number;
  /** Maximum memory of the process. */
  readonly megabytes: number;
  /** Size of each artifact. */
  readonly bytes: readonly number[];
  /** The number of steps that the engine counted, if it does. */
  readonly steps?: number;
}

export interface StepRequest {
  readonly step: ChildStep;
  readonly shape: string;
  readonly scale: number;
  /** The folder in which a step leaves what later ones read. */
  readonly folder: string;
  /** Path of the checkout whose engine runs. Default: this checkout. */
  readonly engine?: string | undefined;
}

/** Seconds of CPU after which a step is cut off. */
const CUT = 60;
const CHILD = join(import.meta.dirname, "growth-child.ts");
/** The flags of a child that makes artifacts, as a worker starts it. */
export const CHILD_FLAGS = [
  "--max-old-space-size=2048",
  "--heap-growing-percent=50",
  "--single-threaded-gc",
  "--no-warnings",
];

/** Returns the result, or the reason why there is no result. */
export function runStep({ step, shape, scale, folder, engine }: StepRequest): Promise<StepResult | { error: string }> {
  const words = [...CHILD_FLAGS, CHILD, step, shape, `${scale}`, folder, ...(engine === undefined ? [] : [engine])];
  const limited = ["-c", `ulimit -t ${CUT}; exec "$@"`, "sh", process.execPath, ...words];
  return new Promise((resolve) => {
    execFile("sh", limited, { maxBuffer: 2 ** 26 }, (problem, stdout, stderr) => {
      if (problem === null) resolve(JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as StepResult);
      else resolve({ error: problem.signal === null ? reasonIn(stderr) : `cut after ${CUT} s of CPU` });
    });
  });
}

function reasonIn(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  return (lines.find((line) => /^\w*Error|^\w*Failure|FATAL/.test(line)) ?? lines[0] ?? "no reason is given").slice(
    0,
    200,
  );
}
