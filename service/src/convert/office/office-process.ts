// Runs one kept LibreOffice process, with limits of time and memory.
//
// The host program office-host.py starts LibreOffice beside it. Both are killed together, as one group with SIGKILL,
// because a LibreOffice that hangs reacts to no other signal.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { Target } from "../../jobs/confine/attempts.ts";
import { filterFd, numberFd } from "../../jobs/confine/confine.ts";
import {
  childrenOf,
  handIn,
  killGroup,
  residentMegabytes,
  toldNumber,
  watchMilliseconds,
} from "../../jobs/watched-process.ts";
import { FrameReader } from "./frame-reader.ts";
import { type OfficeProgram, officeCommand, socketFolder } from "./office-command.ts";

export interface OfficeLimits {
  /** Memory limit of LibreOffice while it converts. */
  readonly memoryMegabytes: number;
  /** Time limit of one document. */
  readonly seconds: number;
}

export interface OfficeQuestion {
  readonly bytes: Uint8Array;
  readonly from: "doc" | "docx";
  readonly to: "docx" | "pdf";
  /** True if a fresh process converts this document only. */
  readonly isCold: boolean;
  /** Options of LibreOffice's PDF export. */
  readonly filterData?: Readonly<Record<string, boolean | number | string>>;
}

export type OfficeAnswer =
  | { readonly kind: "converted"; readonly bytes: Uint8Array }
  | { readonly kind: "unreadable" }
  | { readonly kind: "failed" }
  /** The process exceeded a limit and was killed. */
  | { readonly kind: "killed"; readonly reason: "time" | "memory" }
  | { readonly kind: "died" };

type Told = { readonly kind: string; readonly bytes?: number; readonly reached?: readonly string[] };

/** Time limit of the start. An idle machine starts LibreOffice in a third of a second. */
const startMilliseconds = 60_000;
const lastWordsKept = 2048;

export class OfficeProcess {
  readonly #process: ChildProcess;
  readonly #limits: OfficeLimits;
  readonly #folder: string | undefined;
  readonly #gone: Promise<void>;
  readonly #frames: FrameReader;
  #isGone = false;
  #served = 0;
  #lastWords = "";
  #host: number | undefined;

  /** Throws if LibreOffice does not start. */
  static async start(
    program: Pick<OfficeProgram, "installation" | "mode">,
    limits: OfficeLimits,
  ): Promise<OfficeProcess> {
    const office = new OfficeProcess(program, limits);
    await office.#untilReady(program.mode === "bubblewrap");
    return office;
  }

  private constructor({ installation, mode }: Pick<OfficeProgram, "installation" | "mode">, limits: OfficeLimits) {
    this.#limits = limits;
    this.#folder = mode === "bubblewrap" ? undefined : mkdtempSync(join(tmpdir(), `versus-office-${process.pid}-`));
    const { memoryMegabytes } = limits;
    const privateFolder = this.#folder ?? "";
    const { command, words, filter, environment } = officeCommand({
      installation,
      mode,
      memoryMegabytes,
      privateFolder,
    });
    this.#process = spawn(command, words, {
      stdio: ["pipe", "pipe", "pipe", "ignore", ...(filter === undefined ? [] : (["pipe", "pipe"] as const))],
      // A separate process group can be killed as a whole.
      detached: true,
      env: environment,
      cwd: "/",
    });
    this.#gone = new Promise((resolve) => {
      const end = () => {
        this.#isGone = true;
        resolve();
      };
      this.#process.once("close", end);
      this.#process.on("error", () => this.#process.pid === undefined && end());
    });
    this.#process.stderr?.on("data", (words: Buffer) => {
      this.#lastWords = (this.#lastWords + words.toString("latin1")).slice(-lastWordsKept);
    });
    this.#process.stdin?.on("error", () => {});
    this.#frames = new FrameReader(this.#process.stdout as Readable);
    if (filter !== undefined) handIn(this.#pipe(filterFd) as Writable | undefined, filter);
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Number of documents that the process was given. */
  get served(): number {
    return this.#served;
  }

  /** Resident memory of LibreOffice and its child processes; 0 if the system does not report it. */
  get megabytes(): number {
    if (this.#host === undefined) return 0;
    return childrenOf(this.#host).reduce((sum, pid) => sum + residentMegabytes(pid), 0);
  }

  /** Converts the document. A crash or a limit is an answer, not an error. Throws if `signal` is aborted. */
  async run(question: OfficeQuestion, signal: AbortSignal): Promise<OfficeAnswer> {
    signal.throwIfAborted();
    this.#served++;
    const { bytes, ...rest } = question;
    let reason: "time" | "memory" | undefined;
    const killFor = (limit: "time" | "memory") => {
      reason ??= limit;
      this.#kill();
    };
    const kill = () => this.#kill();
    const timer = setTimeout(killFor, this.#limits.seconds * 1000, "time");
    const watch = setInterval(() => {
      if (this.megabytes > this.#limits.memoryMegabytes) killFor("memory");
    }, watchMilliseconds);
    signal.addEventListener("abort", kill, { once: true });
    try {
      const answer = await this.#ask({ ...rest, bytes: bytes.length }, bytes);
      signal.throwIfAborted();
      if (answer !== undefined) return answer;
      return reason === undefined ? { kind: "died" } : { kind: "killed", reason };
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      signal.removeEventListener("abort", kill);
    }
  }

  /** Returns the names of the targets that a process with the same confinement as LibreOffice reaches. */
  async probe(targets: readonly Target[]): Promise<readonly string[]> {
    this.#process.stdin?.write(`${JSON.stringify({ probe: targets })}\n`);
    const told = await this.#told();
    if (told?.reached === undefined)
      throw new Error(`The process that tries the sandbox of LibreOffice ended. ${this.#lastWords}`);
    return told.reached;
  }

  /** Kills the process, waits for its end, and removes its temporary folder. */
  async end(): Promise<void> {
    this.#kill();
    await this.#gone;
    if (this.#folder === undefined) return;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
    removeDeadSockets();
  }

  #kill(): void {
    if (!this.#isGone) killGroup(this.#process.pid);
  }

  async #untilReady(isWrapped: boolean): Promise<void> {
    const timer = setTimeout(() => this.#kill(), startMilliseconds);
    const number = isWrapped ? toldNumber(this.#pipe(numberFd) as Readable | undefined) : this.#process.pid;
    const first = await this.#told();
    this.#host = await number;
    clearTimeout(timer);
    if (first?.kind === "ready") return;
    await this.end();
    throw new Error(`LibreOffice does not start. ${this.#lastWords.trim()}`);
  }

  #pipe(fd: number): unknown {
    return (this.#process.stdio as readonly unknown[] | undefined)?.[fd] ?? undefined;
  }

  async #ask(question: object, document: Uint8Array): Promise<OfficeAnswer | undefined> {
    this.#process.stdin?.write(`${JSON.stringify(question)}\n`);
    this.#process.stdin?.write(document);
    const told = await this.#told();
    if (told === undefined) return undefined;
    if (told.kind !== "converted") return { kind: told.kind === "unreadable" ? "unreadable" : "failed" };
    const bytes = await this.#frames.bytes(told.bytes ?? 0);
    return bytes === undefined ? undefined : { kind: "converted", bytes };
  }

  /** Returns the next line of the host, or undefined if the host ends instead. */
  async #told(): Promise<Told | undefined> {
    const line = await this.#frames.line();
    return line === undefined ? undefined : (JSON.parse(line) as Told);
  }
}

/** Deletes the socket files of killed LibreOffice processes. A socket in use is listed in /proc/net/unix. */
function removeDeadSockets(): void {
  const living = readFileSync("/proc/net/unix", "utf8");
  for (const name of readdirSync(socketFolder)) {
    const path = join(socketFolder, name);
    if (!name.startsWith("OSL_PIPE_") || living.includes(path)) continue;
    try {
      rmSync(path, { force: true });
    } catch {
      // The file belongs to another user.
    }
  }
}
