// Starts a child process, gives it one task at a time, and kills it at its limits.
//
// The child gets none of its parent's environment variables.

import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { type ChildCommand, type ChildProgram, childCommand } from "./child-command.ts";
import { type ChildAnswer, type ChildResult, type ChildTask, type Crashed, childReady } from "./child-protocol.ts";
import { filterFd, numberFd } from "./confine/confine.ts";
import { handIn, processorSeconds, residentMegabytes, toldNumber, watchMilliseconds } from "./watched-process.ts";

export interface ChildLimits {
  readonly memoryMegabytes: number;
  /** Wall-clock seconds of one task. */
  readonly seconds: number;
}

/** Why a child was killed. `cpu`: processor time. `time`: wall-clock time. `aborted`: the signal was aborted. */
export type KillReason = "cpu" | "time" | "memory" | "aborted";

/** The resources that a task used. */
export interface ChildUse {
  /** Processor seconds. */
  readonly seconds: number;
  readonly killed?: KillReason;
}

/** A task with the limits that apply to it alone. */
export interface ChildOrder<Task extends ChildTask = ChildTask> {
  readonly task: Task;
  /** Limit of processor seconds. Without it only the wall-clock limit applies. */
  readonly cpuSeconds?: number | undefined;
  /** Called when the task has ended, however it ended. */
  readonly onUsed?: (use: ChildUse) => void;
}

/** The result of a task that used more processor time than its order allows. */
export interface OverCpu {
  readonly kind: "killed";
  readonly reason: "cpu";
}

/** The length of standard error that is kept, in characters: enough to recognize a full heap. */
const lastWordsKept = 4096;

export class WarmChild {
  readonly #process: ChildProcess;
  readonly #limits: ChildLimits;
  readonly #gone: Promise<void>;
  #isGone = false;
  #served = 0;
  #lastWords = "";
  /**
   * The pid of Node's process. With bubblewrap this is not the process that was spawned, which uses almost no memory.
   */
  #node: number | undefined;
  readonly #isWrapped: boolean;

  /** Throws if the process ends before it is ready. */
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
      // `close` comes after standard error was read; only `error` comes if the program could not be started.
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

  /** The number of tasks that the child has received. */
  get served(): number {
    return this.#served;
  }

  /** Resident memory now; 0 if the system does not report it. */
  get megabytes(): number {
    return residentMegabytes(this.#node);
  }

  /**
   * Runs the task. If the process ends or exceeds a limit, this is returned as a result, not thrown. Throws if `signal`
   * is aborted, because the result is then unknown.
   */
  async run<Task extends ChildTask>(
    { task, cpuSeconds = Number.POSITIVE_INFINITY, onUsed }: ChildOrder<Task>,
    signal: AbortSignal,
  ): Promise<ChildResult<Task> | OverCpu> {
    signal.throwIfAborted();
    this.#served++;
    let killed: KillReason | undefined;
    const killFor = (reason: KillReason) => {
      killed ??= reason;
      this.kill();
    };
    const abort = () => killFor("aborted");
    const before = processorSeconds(this.#node);
    // The system reports nothing about an ended process, so the last look counts.
    let seconds = 0;
    const look = () => {
      seconds = Math.max(seconds, processorSeconds(this.#node) - before);
    };
    const timer = setTimeout(killFor, this.#limits.seconds * 1000, "time");
    const watch = setInterval(() => {
      look();
      if (seconds > cpuSeconds) killFor("cpu");
      else if (this.megabytes > this.#limits.memoryMegabytes) killFor("memory");
    }, watchMilliseconds);
    signal.addEventListener("abort", abort, { once: true });
    try {
      const answer = await this.#ask(task);
      signal.throwIfAborted();
      // The child's program answers with a kind that fits the task.
      if (answer !== undefined) return answer as ChildResult<Task>;
      return killed === undefined || killed === "aborted" ? this.#autopsy() : { kind: "killed", reason: killed };
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      signal.removeEventListener("abort", abort);
      look();
      onUsed?.({ seconds, ...(killed === undefined ? {} : { killed }) });
    }
  }

  /** Kills the process, whatever it does. */
  kill(): void {
    this.#process.kill("SIGKILL");
  }

  /** Kills the process, and waits for its end. */
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

  /** Returns undefined if the system could not start the process. */
  #pipe(fd: number): unknown {
    return (this.#process.stdio as readonly unknown[] | undefined)?.[fd] ?? undefined;
  }

  #ask(task: ChildTask): Promise<ChildAnswer | undefined> {
    const answer = this.#answer();
    // Sending to an ended process fails, and its end is the answer.
    this.#process.send(task, () => {});
    return answer as Promise<ChildAnswer | undefined>;
  }

  /** Returns the next message of the child, or undefined if the child ends instead. */
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

  /** Returns the result of a child that ended by itself. V8 reports a full heap on standard error. */
  #autopsy(): Crashed | { readonly kind: "killed"; readonly reason: "memory" } {
    if (/out of memory|allocation failed/i.test(this.#lastWords)) return { kind: "killed", reason: "memory" };
    const { exitCode } = this.#process;
    const signal = this.#process.signalCode ?? (this.#isWrapped ? signalIn(exitCode) : undefined);
    return { kind: "crashed", trace: `ended with ${signal ?? `code ${exitCode}`}` };
  }
}

/** Returns the signal that ended Node. bubblewrap reports it as exit code 128 plus the number. */
function signalIn(exitCode: number | null): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => number + 128 === exitCode)?.[0];
}
