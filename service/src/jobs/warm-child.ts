// A child process that waits for its next task: started once, given one task at a time, watched while it works, and
// killed when it takes too long or too much. It sees nothing of its parent's environment.

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { type ChildCommand, childCommand } from "./child-command.ts";
import { type ChildAnswer, type ChildResult, type ChildTask, type Crashed, childReady } from "./child-protocol.ts";

export interface ChildLimits {
  readonly memoryMegabytes: number;
  /** For one task, as the clock on the wall counts. */
  readonly seconds: number;
}

/** How often resident memory is looked at. A child that fills memory at 1 GB a second is 50 MB over when it is seen. */
const watchMilliseconds = 50;
const megabyte = 1024 * 1024;
/** What is kept of the last words of a process: enough to recognise them, never shown. */
const lastWordsKept = 4096;

export class WarmChild {
  readonly #process: ChildProcess;
  readonly #limits: ChildLimits;
  readonly #gone: Promise<void>;
  #isGone = false;
  #served = 0;
  #lastWords = "";

  /** Throws when the process ends before it is ready. */
  static async start(program: string, limits: ChildLimits): Promise<WarmChild> {
    const child = new WarmChild(childCommand(program, limits.memoryMegabytes), limits);
    await child.#untilReady();
    return child;
  }

  private constructor({ command, words }: ChildCommand, limits: ChildLimits) {
    this.#limits = limits;
    this.#process = spawn(command, words, {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
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
    return residentMegabytes(this.#process.pid);
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
    const first = await this.#answer();
    if (first !== childReady) {
      await this.end();
      throw new Error(`The child process of the sandbox does not start. ${this.#lastWords}`);
    }
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
    const { exitCode, signalCode } = this.#process;
    return { kind: "crashed", trace: `ended with ${signalCode ?? `code ${exitCode}`}` };
  }
}

// The second number of statm: resident pages.
function residentMegabytes(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return (pages * pageBytes) / megabyte;
  } catch {
    return 0;
  }
}

const pageBytes = 4096;
