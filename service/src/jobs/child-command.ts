// The command line of a child process of the sandbox, and the nets below it.
//
// Node's permission model takes away files (but for the program's own), processes and threads. The heap is limited by
// V8; buffers lie outside of it, so resident memory is watched by the parent, and the address space is limited by the
// system for what grows faster than the watch looks (Node itself does not start in one of 1 GB). The system also ends
// the child when its parent dies while the child is busy and does not see the channel close. Where the two programs of
// util-linux that set this are missing, the nets are, too.
//
// A child collects its garbage on the one thread that works: there are about as many children as processors, and what
// threads beside it would collect sooner costs the other children more.

import { existsSync } from "node:fs";
import { join } from "node:path";

export interface ChildCommand {
  readonly command: string;
  readonly words: readonly string[];
}

const service = join(import.meta.dirname, "../..");
const installation = join(service, "..");
const megabyte = 1024 * 1024;
/** What Node reserves beside what it uses. */
const reservedMegabytes = 16_384;

/** Runs `program`, a module of this package. */
export function childCommand(program: string, memoryMegabytes: number): ChildCommand {
  const memory = [`--max-old-space-size=${memoryMegabytes}`, "--single-threaded-gc"];
  const node = [process.execPath, ...rights(), ...memory, "--no-warnings", program];
  const limits = [`--as=${(memoryMegabytes + reservedMegabytes) * megabyte}`, "--core=0"];
  const [command = "", ...words] = [
    ...wrapper("setpriv", ["--pdeathsig", "KILL", "--no-new-privs"]),
    ...wrapper("prlimit", limits),
    ...node,
  ];
  return { command, words };
}

/** Reads the two packages that it is made of, where they are found, and nothing else. */
function rights(): string[] {
  const readable = [service, join(installation, "engine"), join(installation, "node_modules")];
  return ["--permission", ...readable.map((path) => `--allow-fs-read=${path}`)];
}

function wrapper(program: string, words: readonly string[]): string[] {
  const path = join("/usr/bin", program);
  return existsSync(path) ? [path, ...words] : [];
}
