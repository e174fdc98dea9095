// Runs a program in the sandbox of the other children (SCN-2).
//
// The program reads its input, writes its output and ends. Unless the sandbox is off, it has no network, no other
// process and no folder to write to, and reads only the system's programs, libraries, fonts and two devices. Input and
// output are pipes, so a document is never on a disk. If a document makes the program fail or run too long, this is
// returned as a result, not thrown.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { withLimits } from "../../jobs/child-command.ts";
import { confineProgram, filterFd, type SandboxMode } from "../../jobs/confine/confine.ts";
import { handIn, killGroup } from "../../jobs/watched-process.ts";
import { systemFolders } from "../installed-programs.ts";

export interface ConfinedProgram {
  /** The program and its arguments. */
  readonly words: readonly string[];
  readonly mode: SandboxMode;
  readonly memoryMegabytes: number;
  readonly milliseconds: number;
  /** Maximum size of the output; more output ends the program. */
  readonly mostBytes: number;
}

export type ProgramEnd =
  | { readonly kind: "done"; readonly output: Buffer }
  /** The program refused its input, crashed, or exceeded its limit of memory or output. */
  | { readonly kind: "failed" }
  | { readonly kind: "timeout" };

const megabyte = 1024 * 1024;
const devices = ["/dev/null", "/dev/urandom"];
/** One thread per program: the programs already occupy all slots, and further threads would slow the others. */
const environment = { PATH: "/usr/bin", LANG: "C.UTF-8", TZ: "UTC", OMP_THREAD_LIMIT: "1" };

/**
 * Runs the program. At its limits, and if `signal` is aborted, the whole process group is killed. Throws if `signal` is
 * aborted or the program cannot be started.
 */
export async function runConfined(
  program: ConfinedProgram,
  input: Uint8Array,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const { command, words, filter } = commandOf(program);
  const child = spawn(command, words, {
    stdio: ["pipe", "pipe", "ignore", "ignore", ...(filter === undefined ? [] : (["pipe", "pipe"] as const))],
    detached: true,
    env: environment,
    cwd: "/",
  });
  const kill = () => killGroup(child.pid);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, program.milliseconds);
  signal.addEventListener("abort", kill, { once: true });
  try {
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    if (filter !== undefined) handIn((child.stdio as readonly unknown[])[filterFd] as Writable, filter);
    handIn(child.stdin ?? undefined, input);
    const output = collect(child.stdout, program.mostBytes, kill);
    const code = await ended;
    signal.throwIfAborted();
    if (isLate) return { kind: "timeout" };
    return code === 0 ? { kind: "done", output: output() } : { kind: "failed" };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
    kill();
  }
}

function commandOf({ words, mode, memoryMegabytes }: ConfinedProgram) {
  const readable = systemFolders.filter((folder) => existsSync(folder));
  const limits = [`--as=${memoryMegabytes * megabyte}`, "--nofile=256", "--core=0"];
  return withLimits(confineProgram(mode, words, { readable, devices }), limits);
}

function collect(stream: Readable | null, mostBytes: number, onTooMuch: () => void): () => Buffer {
  const pieces: Buffer[] = [];
  let size = 0;
  stream?.on("data", (piece: Buffer) => {
    size += piece.length;
    if (size > mostBytes) onTooMuch();
    else pieces.push(piece);
  });
  return () => Buffer.concat(pieces);
}
