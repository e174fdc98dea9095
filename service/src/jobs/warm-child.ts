// A child process that waits for its next task: started once, given one task at a time, watched while it works, and
// killed when it takes too long or too much. It sees nothing of its parent's environment.

import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { type ChildCommand, type ChildProgram, childCommand } from "./child-command.ts";
import { type ChildAnswer, type ChildResult, type ChildTask, type Crashed, childReady } from "./child-protocol.ts";
import { filterFd, numberFd } from "./confine/confine.ts";
import { handIn, residentMegabytes, toldNumber, watchMilliseconds } from "./watched-process.ts";

export interface ChildLimits {
  readonly memoryMegabytes: number;
  /** For one task, as the clock on the wall counts. */
  readonly seconds: number;
}

/** What is kept of the last words of a process: enough to recognise them, never shown. */
const lastWordsKept = 4096;

export class WarmChild {
  readonly #process: ChildProcess;
  readonly #limits: ChildLimits;
  readonly #gone: Promise<void>;
  #isGone = false;
  #served = 0;
  #lastWords = "";
  /** The number of Node's process: bubblewrap stands between it and this one, and holds next to nothing. */
  #node: number | undefined;
  readonly #isWrapped: boolean;

  /** Throws when the process ends before it is ready. */
  static async start(program: Omit<ChildProgram, "memoryMegabytes">, limits: ChildLimits): Promise<WarmChild> {
    const { memoryMegabytes } = limits;
    const child = new WarmChild(childCommand({ ...program, memoryMegabytes }), limits);
    await child.#untilReady();
    return child;
  }

  private constructor({ command, words, filter }: ChildCommand, limits: ChildLimits) {
    this.#limits = limits;
    this.#process = spawn(command, words, {
      stdio: ["ignore", "ignore", "pipe", "ipc", ...(filter === undefined ? [] : (["pipe", "pipe"] as const))],
      serialization: "advanced",
      env: {},
      cwd: "/",
    });
    this.#gone = new Promise((resolve) => {
      const end = () => {
        this.#isGone = true;
        resolve();
      };
      // `close` comes after the last words were read; `error` alone when the program could not be started.
      this.#process.once("close", end);
      this.#process.on("error", () => this.#process.pid === undefined && end());
    });
    this.#process.stderr?.on("data", (words: Buffer) => {
      this.#lastWords = (this.#lastWords + words.toString("latin1")).slice(-lastWordsKept);
    });
    this.#isWrapped = filter !== undefined;
    if (filter !== undefined) handIn(this.#pipe(filterFd) as Writable | undefined, filter);
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** How many tasks it has been given. */
  get served(): number {
    return this.#served;
  }

  /** Resident now; 0 where the system does not tell. */
  get megabytes(): number {
    return residentMegabytes(this.#node);
  }

  /**
   * Whatever the task does to the process is a result. Throws when `signal` is aborted or the child was killed by
   * `kill`: then nobody knows what the result would have been.
   */
  async run<Task extends ChildTask>(task: Task, signal: AbortSignal): Promise<ChildResult<Task>> {
    signal.throwIfAborted();
    this.#served++;
    let reason: "time" | "memory" | undefined;
    const killFor = (limit: "time" | "memory") => {
      reason ??= limit;
      this.kill();
    };
    const kill = () => this.kill();
    const timer = setTimeout(killFor, this.#limits.seconds * 1000, "time");
    const watch = setInterval(() => {
      if (this.megabytes > this.#limits.memoryMegabytes) killFor("memory");
    }, watchMilliseconds);
    signal.addEventListener("abort", kill, { once: true });
    try {
      const answer = await this.#ask(task);
      signal.throwIfAborted();
      // As the child's program answers: its kind fits the task's.
      if (answer !== undefined) return answer as ChildResult<Task>;
      return reason === undefined ? this.#autopsy() : { kind: "killed", reason };
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      signal.removeEventListener("abort", kill);
    }
  }

  /** Ends it at once, whatever it does. */
  kill(): void {
    this.#process.kill("SIGKILL");
  }

  /** Ends it, and waits until it is gone. */
  async end(): Promise<void> {
    this.kill();
    await this.#gone;
  }

  async #untilReady(): Promise<void> {
    const number = this.#isWrapped ? toldNumber(this.#pipe(numberFd) as Readable | undefined) : this.#process.pid;
    const first = await this.#answer();
    this.#node = await number;
    if (first !== childReady) {
      await this.end();
      throw new Error(`The child process of the sandbox does not start. ${this.#lastWords}`);
    }
  }

  /** Undefined where the system gives no more processes. */
  #pipe(fd: number): unknown {
    return (this.#process.stdio as readonly unknown[] | undefined)?.[fd] ?? undefined;
  }

  #ask(task: ChildTask): Promise<ChildAnswer | undefined> {
    const answer = this.#answer();
    // One that is gone cannot be told anything, and its end is the answer.
    this.#process.send(task, () => {});
    return answer as Promise<ChildAnswer | undefined>;
  }

  /** What the child says next; nothing when it ends instead. */
  #answer(): Promise<unknown> {
    return new Promise((resolve) => {
      const settle = (message?: unknown) => {
        this.#process.off("message", settle);
        this.#process.off("close", end);
        this.#process.off("error", end);
        resolve(message);
      };
      const end = () => this.#isGone && settle();
      this.#process.on("message", settle);
      this.#process.on("close", end);
      this.#process.on("error", end);
      end();
    });
  }

  /** It ended by itself. V8 says why when its heap is full. */
  #autopsy(): Crashed | { readonly kind: "killed"; readonly reason: "memory" } {
    if (/out of memory|allocation failed/i.test(this.#lastWords)) return { kind: "killed", reason: "memory" };
    const { exitCode } = this.#process;
    const signal = this.#process.signalCode ?? (this.#isWrapped ? signalIn(exitCode) : undefined);
    return { kind: "crashed", trace: `ended with ${signal ?? `code ${exitCode}`}` };
  }
}

/** The signal that ended Node, as bubblewrap tells it: 128 and its number. */
function signalIn(exitCode: number | null): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => number + 128 === exitCode)?.[0];
}
