// Runs a server that ends with the process that started it.
//
// Tests are interrupted and killed, and a remaining server would keep a port, memory and a folder for ever. So each
// server is started by a small shell that reads from us. When we stop it, end, or are killed, its input ends. Then the
// shell ends the server and removes its folder.

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";

export interface Server {
  readonly command: string;
  readonly words: readonly string[];
  /** The signal that ends it. */
  readonly signal: "INT" | "TERM" | "KILL";
  /** Removed once it has ended; several servers may name the same folder. */
  readonly folder: string;
  /** Path of a file for its output. */
  readonly output: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Another user to run it, if we are root. */
  readonly user?: User;
}

export interface User {
  readonly uid: number;
  readonly gid: number;
}

export interface GuardedProcess {
  /** Process id of the shell that guards it; the server is a child of the shell. */
  readonly pid: number | undefined;
  isRunning(): boolean;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
}

const guard = `
signal=$1 folder=$2
shift 2
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( read -r _ <&3; kill "-$signal" "$server" 2>/dev/null ) &
watch=$!
wait "$server"
code=$?
kill "$watch" 2>/dev/null
rm -rf -- "$folder"
exit "$code"
`;

export function startGuarded(server: Server): GuardedProcess {
  const output = openSync(server.output, "a");
  const child = spawn("sh", ["-c", guard, "guard", server.signal, server.folder, server.command, ...server.words], {
    // A separate process group: an interrupt at the terminal reaches only us, and we end the server in order.
    detached: true,
    stdio: ["pipe", output, output],
    env: { ...process.env, ...server.environment },
    ...server.user,
  });
  closeSync(output);
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
  letUsEnd(child);
  return {
    pid: child.pid,
    isRunning: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    stop: () => {
      child.ref();
      child.stdin?.end();
      return ended;
    },
  };
}

// Neither the server nor the pipe to it keeps our process alive.
function letUsEnd(child: ChildProcess): void {
  child.unref();
  const { stdin } = child;
  stdin?.on("error", () => {});
  if (stdin !== null && "unref" in stdin && typeof stdin.unref === "function") stdin.unref();
}

/** Calls `isSo` every `pause` milliseconds until it returns true. Returns false after `patience` milliseconds. */
export async function waitUntil(
  isSo: () => boolean | Promise<boolean>,
  { pause, patience }: { readonly pause: number; readonly patience: number },
): Promise<boolean> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    if (await isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return false;
}
