// A server that lives as long as we do and no longer.
//
// Tests are interrupted and killed, and a server left behind holds a port, memory and a folder for ever. So each is
// started under a small shell that reads from us: when we stop it, end, or are killed, its input ends, and the shell
// ends the server and removes the folder it worked in.

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";

export interface Server {
  readonly command: string;
  readonly words: readonly string[];
  /** What ends it. */
  readonly signal: "INT" | "TERM" | "KILL";
  /** Removed once it has ended; several servers may name the same. */
  readonly folder: string;
  /** A file for what it prints. */
  readonly output: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Another user to run it, when we are root. */
  readonly user?: User;
}

export interface User {
  readonly uid: number;
  readonly gid: number;
}

export interface GuardedProcess {
  /** Of the shell that guards it; the server is below. */
  readonly pid: number | undefined;
  /** Whether it still runs. */
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
    // A group of its own: an interrupt at the terminal reaches us alone, and we end it in order.
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

/** Asks every `pause` milliseconds until the answer is yes; false once `patience` milliseconds have passed. */
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
