// Runs document work in child processes, away from the process that holds the jobs.
//
// A document may be made to run for ever or to fill memory, and a parser may have a fault. None of that may reach the
// worker, whose heartbeat would stop. The work therefore runs in children with limits, and each end of a child is a
// result. A new child needs a good part of a second to load the engine. Each slot therefore keeps a warm one
// (child-pool.ts), and also replaces it when its memory has grown.

import { fileURLToPath } from "node:url";
import type { Tracing } from "../contract/tracing.ts";
import { ChildPool } from "./child-pool.ts";
import type { ChildResult, ChildTask } from "./child-protocol.ts";
import type { SandboxMode } from "./confine/confine.ts";
import { GaveWay, type Lane, SlowDocument } from "./lanes.ts";
import { type ChildLimits, type ChildOrder, type ChildUse, type OverCpu, WarmChild } from "./warm-child.ts";

export interface SandboxOptions extends ChildLimits {
  /** How many children work at the same time. */
  readonly children: number;
  /** The number of tasks after which a child is replaced. */
  readonly recycleAfter: number;
  /** The wall that the system builds around each child. */
  readonly mode: SandboxMode;
  /** Set only if spans are kept. The span of a child belongs to the call or job that asked for it. */
  readonly tracing?: Tracing | undefined;
  /** The program of the children. Default: `ownProgram`. */
  readonly program?: string;
  /** Processor seconds of one task in the fast lane. Without it no task needs the slow lane. */
  readonly fastSeconds?: number;
  /** Called with the use of each task that has an account, however the task ended. */
  readonly onUsed?: (use: ChildUse & Account) => void;
}

/** For whom a child works: a job in its lane, or a caller who waits for the reply. */
export interface Account {
  readonly lane: Lane | "direct";
  readonly organizationId: string;
}

/** Returns the account of work that a caller of the organization waits for. */
export function directFor({ organizationId }: Pick<Account, "organizationId">): Account {
  return { lane: "direct", organizationId };
}

interface SandboxOrder extends ChildOrder {
  readonly givesWay: boolean;
}

/** The program that works on documents. */
export const ownProgram = fileURLToPath(new URL("./child-main.ts", import.meta.url));
/**
 * An idle child that holds more than this share of its limit is replaced, because it would leave the next task too
 * little.
 */
const restingShare = 0.5;
/** Minimum number of seconds that a request waits for a child, because one may have to start first. */
const leastWaitSeconds = 30;

export class Sandbox {
  readonly #tracing: Tracing | undefined;
  readonly #options: SandboxOptions;
  readonly #pool: ChildPool<SandboxOrder, ChildResult | OverCpu, WarmChild>;

  /** Starts the children at once. */
  constructor(options: SandboxOptions) {
    this.#tracing = options.tracing;
    this.#options = options;
    const { program = ownProgram, mode, children, recycleAfter, memoryMegabytes, seconds } = options;
    this.#pool = new ChildPool<SandboxOrder, ChildResult | OverCpu, WarmChild>({
      children,
      recycleAfter,
      starts: "ahead",
      seconds: Math.max(seconds, leastWaitSeconds),
      late: { kind: "killed", reason: "time" },
      givesWay: ({ givesWay }) => givesWay,
      gaveWay: () => new GaveWay(),
      start: () => WarmChild.start({ program, mode }, options),
      isWell: (child, { kind }) =>
        kind !== "killed" && kind !== "crashed" && child.megabytes < memoryMegabytes * restingShare,
    });
  }

  /** The number of children that work at the same time. */
  get children(): number {
    return this.#options.children;
  }

  /**
   * Runs the task when a child is free, first come, first served. A request that gets no child within `seconds` (at
   * least 30) ends as killed for time. Throws if `signal` is aborted (the child is killed), if the sandbox is closed,
   * and if no child can be started.
   *
   * Throws SlowDocument if a task of the fast lane needs the slow one. Throws GaveWay if a task of the slow lane had
   * the only child and a task of another lane needed it.
   */
  run<Task extends ChildTask>(task: Task, signal: AbortSignal, account?: Account): Promise<ChildResult<Task>> {
    const { fastSeconds, onUsed } = this.#options;
    const order = {
      task,
      givesWay: account?.lane === "slow",
      cpuSeconds: account?.lane === "fast" ? fastSeconds : undefined,
      onUsed: (use: ChildUse) => account && onUsed?.({ ...account, ...use }),
    };
    return this.#traced(task.kind, async () => {
      const result = await this.#pool.run(order, signal);
      if (result.kind === "killed" && result.reason === "cpu") throw new SlowDocument();
      // The child's program answers with a kind that fits the task.
      return result as ChildResult<Task>;
    });
  }

  /** Records a span from the request for a child to its answer. The child itself can reach no collector. */
  async #traced<Result extends ChildResult>(task: ChildTask["kind"], run: () => Promise<Result>): Promise<Result> {
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

  /**
   * Kills running tasks, and waits for the end of every child. To stop gently, end the work first: idle children cost
   * nothing to kill.
   */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
