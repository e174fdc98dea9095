// The command line of a child process of the sandbox, and the nets below it.
//
// The outermost is the wall that the system builds (confine/). Inside of it Node's permission model takes away files
// (but for the program's own), processes and threads. The heap is limited by
// V8; buffers lie outside of it, so resident memory is watched by the parent, and the address space is limited by the
// system for what grows faster than the watch looks (Node itself does not start in one of 1 GB). The system also ends
// the child when its parent dies while the child is busy and does not see the channel close. Where the two programs of
// util-linux that set this are missing, the nets are, too.
//
// A child collects its garbage on the one thread that works: there are about as many children as processors, and what
// threads beside it would collect sooner costs the other children more.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Confined, confine, type SandboxMode } from "./confine/confine.ts";

export interface ChildCommand {
  readonly command: string;
  readonly words: readonly string[];
  /** Of the system calls, for bubblewrap. */
  readonly filter?: Buffer | undefined;
}

export interface ChildProgram {
  /** A module of this package. */
  readonly program: string;
  readonly mode: SandboxMode;
  readonly memoryMegabytes: number;
}

const service = join(import.meta.dirname, "../..");
const installation = join(service, "..");
/** The two packages that a child is made of, and those that they use: all that it reads. */
export const ownPackages = [service, join(installation, "engine"), join(installation, "node_modules")];
const megabyte = 1024 * 1024;
/** What Node reserves beside what it uses. */
const reservedMegabytes = 16_384;

export function childCommand({ program, mode, memoryMegabytes }: ChildProgram): ChildCommand {
  const memory = [`--max-old-space-size=${memoryMegabytes}`, "--single-threaded-gc"];
  const rights = ["--permission", ...ownPackages.map((path) => `--allow-fs-read=${path}`)];
  const node = [process.execPath, ...rights, ...memory, "--no-warnings", program];
  const confined = confine(mode, node, ownPackages);
  return withLimits(confined, [`--as=${(memoryMegabytes + reservedMegabytes) * megabyte}`, "--core=0"]);
}

/** The nets around the wall. `limits` are words for prlimit. */
export function withLimits(confined: Confined, limits: readonly string[]): ChildCommand {
  const [command = "", ...words] = [
    ...wrapper("setpriv", ["--pdeathsig", "KILL", "--no-new-privs"]),
    ...wrapper("prlimit", limits),
    ...confined.words,
  ];
  return { command, words, filter: confined.filter };
}

function wrapper(program: string, words: readonly string[]): string[] {
  const path = join("/usr/bin", program);
  return existsSync(path) ? [path, ...words] : [];
}
