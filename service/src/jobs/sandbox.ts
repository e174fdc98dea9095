// Document work, kept away from the process that holds the jobs.
//
// A document may be made to take for ever or to fill memory, and a parser may have a fault of its own; none of that may
// reach the worker, whose heartbeat would stop. So the work runs in child processes with limits, and whatever happens
// to one of them is a result. A fresh child takes a good part of a second to load the engine, so each slot keeps a warm
// one (child-pool.ts), and replaces it also when it has grown.

import { fileURLToPath } from "node:url";
import type { Tracing } from "../contract/tracing.ts";
import { ChildPool } from "./child-pool.ts";
import type { ChildResult, ChildTask } from "./child-protocol.ts";
import type { SandboxMode } from "./confine/confine.ts";
import { type ChildLimits, WarmChild } from "./warm-child.ts";

export interface SandboxOptions extends ChildLimits {
  /** How many work at the same time. */
  readonly children: number;
  /** How many tasks one child is given before it is replaced. */
  readonly recycleAfter: number;
  /** The wall that the system builds around each child. */
  readonly mode: SandboxMode;
  /** Where spans are kept: what a child does belongs to what asked for it. */
  readonly tracing?: Tracing | undefined;
  /** The program of the children. */
  readonly program?: string;
}

/** Works on documents. */
export const ownProgram = fileURLToPath(new URL("./child-main.ts", import.meta.url));
/** A child that holds more than this share of its limit while it does nothing would leave the next task too little. */
const restingShare = 0.5;

export class Sandbox {
  readonly #tracing: Tracing | undefined;
  readonly #pool: ChildPool<ChildTask, ChildResult, WarmChild>;

  /** The children start at once. */
  constructor(options: SandboxOptions) {
    this.#tracing = options.tracing;
    const { program = ownProgram, mode, children, recycleAfter, memoryMegabytes } = options;
    this.#pool = new ChildPool<ChildTask, ChildResult, WarmChild>({
      children,
      recycleAfter,
      starts: "ahead",
      start: () => WarmChild.start({ program, mode }, options),
      isWell: (child, { kind }) =>
        kind !== "killed" && kind !== "crashed" && child.megabytes < memoryMegabytes * restingShare,
    });
  }

  /**
   * Runs as soon as a child is free, first come first served. Throws when `signal` is aborted (the child is killed),
   * when the sandbox is closed, and when no child can be started.
   */
  run<Task extends ChildTask>(task: Task, signal: AbortSignal): Promise<ChildResult<Task>> {
    // As the child's program answers: its kind fits the task's.
    return this.#traced(task.kind, () => this.#pool.run(task, signal)) as Promise<ChildResult<Task>>;
  }

  /** The child itself reaches nobody, so its span is kept here: from asking for a child until it has answered. */
  async #traced(task: ChildTask["kind"], run: () => Promise<ChildResult>): Promise<ChildResult> {
    const span = this.#tracing?.begin({ name: `child ${task}`, kind: "internal" });
    if (span === undefined) return run();
    try {
      const result = await run();
      span.end({ task, result: result.kind }, { isFailed: result.kind === "crashed" || result.kind === "killed" });
      return result;
    } catch (problem) {
      span.end({ task, result: "none" }, { isFailed: true });
      throw problem;
    }
  }

  /** Kills what runs, and waits until every child is gone. Idle children cost nothing to kill: end the work first. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
