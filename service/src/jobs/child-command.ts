// Builds the command line of a sandbox child, with the limits that surround it (SRV-21).
//
// The outermost layer is the wall of the operating system (confine/). Inside it, Node's permission model forbids
// processes, threads, and all files except our packages. V8 limits the heap. Buffers are outside the heap, so the
// parent watches resident memory. The system limits the address space, for allocations that grow faster than the watch
// looks; Node itself does not start in 1 GB. The system also kills the child if its parent dies while the child is busy
// and does not see the channel close. If setpriv or prlimit of util-linux is missing, its limits are missing, too.
//
// A child collects garbage on its one working thread. The number of children is about that of the processors, so
// collecting threads would cost the other children more. The heap grows by half between two full collections. By
// default V8 lets it grow up to fourfold, and a merge of two thousand pages then held 2.0 GB instead of 1.2.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Confined, confine, type SandboxMode } from "./confine/confine.ts";

export interface ChildCommand {
  readonly command: string;
  readonly words: readonly string[];
  /** The system call filter, for bubblewrap only. */
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
/** The packages of a child and their dependencies. A child reads nothing else. */
export const ownPackages = [service, ...["engine", "viewer", "node_modules"].map((name) => join(installation, name))];
const megabyte = 1024 * 1024;
/** The address space that Node reserves beyond what it uses, in megabytes. */
const reservedMegabytes = 16_384;

export function childCommand({ program, mode, memoryMegabytes }: ChildProgram): ChildCommand {
  const memory = [`--max-old-space-size=${memoryMegabytes}`, "--heap-growing-percent=50", "--single-threaded-gc"];
  const rights = ["--permission", ...ownPackages.map((path) => `--allow-fs-read=${path}`)];
  const node = [process.execPath, ...rights, ...memory, "--no-warnings", program];
  const confined = confine(mode, node, ownPackages);
  return withLimits(confined, [`--as=${(memoryMegabytes + reservedMegabytes) * megabyte}`, "--core=0"]);
}

/** Adds the limits around the wall. `limits` are arguments of prlimit. */
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
