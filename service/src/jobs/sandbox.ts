// Document work, kept away from the process that holds the jobs.
//
// A document may be made to take for ever or to fill memory, and a parser may have a fault of its own; none of that may
// reach the worker, whose heartbeat would stop. So the work runs in child processes with limits, and whatever happens
// to one of them is a result. A fresh child takes a good part of a second to load the engine, so each slot keeps a warm
// one, gives it one task at a time and replaces it after a number of tasks, after any trouble, and when it has grown.

import { fileURLToPath } from "node:url";
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
  /** The program of the children. */
  readonly program?: string;
}

interface Request {
  readonly task: ChildTask;
  readonly signal: AbortSignal;
  readonly resolve: (result: ChildResult) => void;
  readonly reject: (problem: unknown) => void;
}

/** The place of one child after another. */
interface Slot {
  /** The one that will follow, when it was started ahead of time. */
  next: Promise<WarmChild> | undefined;
}

/** Works on documents. */
export const ownProgram = fileURLToPath(new URL("./child-main.ts", import.meta.url));
/** A child that holds more than this share of its limit while it does nothing would leave the next task too little. */
const restingShare = 0.5;

export class Sandbox {
  readonly #options: SandboxOptions;
  readonly #requests: Request[] = [];
  /** Slots that wait for a request. */
  readonly #waiting: (() => void)[] = [];
  readonly #slots: Promise<void>[];
  /** Of every request that has no result yet. */
  readonly #open = new Set<AbortController>();
  #isClosed = false;

  /** The children start at once. */
  constructor(options: SandboxOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.children }, () => this.#keepSlot());
  }

  /**
   * Runs as soon as a child is free, first come first served. Throws when `signal` is aborted (the child is killed),
   * when the sandbox is closed, and when no child can be started.
   */
  async run<Task extends ChildTask>(task: Task, signal: AbortSignal): Promise<ChildResult<Task>> {
    signal.throwIfAborted();
    if (this.#isClosed) throw closed();
    const giveUp = new AbortController();
    const abort = () => giveUp.abort(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    this.#open.add(giveUp);
    try {
      return (await this.#queue(task, giveUp.signal)) as ChildResult<Task>;
    } finally {
      // The caller's signal may live long and must not hold on to documents.
      signal.removeEventListener("abort", abort);
      this.#open.delete(giveUp);
    }
  }

  /** Kills what runs, and waits until every child is gone. Idle children cost nothing to kill: end the work first. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const request of this.#open) request.abort(closed());
    for (const wake of this.#waiting.splice(0)) wake();
    await Promise.all(this.#slots);
  }

  #queue(task: ChildTask, signal: AbortSignal): Promise<ChildResult> {
    return new Promise((resolve, reject) => {
      const request = { task, signal, resolve, reject };
      this.#requests.push(request);
      signal.addEventListener("abort", () => this.#forget(request), { once: true });
      this.#waiting.shift()?.();
    });
  }

  /** One that still waits for a child is given up. */
  #forget(request: Request): void {
    const at = this.#requests.indexOf(request);
    if (at < 0) return;
    this.#requests.splice(at, 1);
    request.reject(request.signal.reason);
  }

  async #keepSlot(): Promise<void> {
    const slot: Slot = { next: this.#start() };
    while (!this.#isClosed) {
      const starting = slot.next ?? this.#start();
      slot.next = undefined;
      try {
        const child = await starting;
        await this.#useUp(child, slot);
        await child.end();
      } catch (problem) {
        // Nothing can be started. The next request is told, and then it is tried again.
        (await this.#take())?.reject(problem);
      }
    }
    await slot.next?.then((child) => child.end()).catch(() => {});
  }

  #start(): Promise<WarmChild> {
    const { program = ownProgram, mode } = this.#options;
    const started = WarmChild.start({ program, mode }, this.#options);
    // Looked at when the slot needs it; until then a failure is no unhandled one.
    started.catch(() => {});
    return started;
  }

  /** Gives the child tasks until it has to go. The one after it is started while it works on its last. */
  async #useUp(child: WarmChild, slot: Slot): Promise<void> {
    for (let isWell = true; isWell; ) {
      const request = await this.#take();
      if (request === undefined) return;
      if (child.isGone) {
        this.#requests.unshift(request);
        return;
      }
      const isLast = child.served + 1 >= this.#options.recycleAfter;
      if (isLast) slot.next = this.#start();
      isWell = (await this.#serve(child, request)) && !isLast;
    }
  }

  /** Tells whether the child may be given another task. */
  async #serve(child: WarmChild, { task, signal, resolve, reject }: Request): Promise<boolean> {
    try {
      const result = await child.run(task, signal);
      resolve(result);
      const isUnharmed = result.kind !== "killed" && result.kind !== "crashed";
      return isUnharmed && child.megabytes < this.#options.memoryMegabytes * restingShare;
    } catch (problem) {
      reject(problem);
      return false;
    }
  }

  /** The next request; nothing when the sandbox is closed. */
  async #take(): Promise<Request | undefined> {
    while (!this.#isClosed) {
      const request = this.#requests.shift();
      if (request !== undefined) return request;
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    return undefined;
  }
}

function closed(): Error {
  return new Error("The sandbox was closed");
}
