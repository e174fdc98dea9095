// Runs the operator's commands in a separate process whose environment has only the given settings.

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

const program = join(import.meta.dirname, "../src/main.ts");
const NODE_COMPILE_CACHE = join(import.meta.dirname, "../../../node_modules/.cache/versus-tests");

export type Settings = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly process: ChildProcess;
  /** Returns the output so far. */
  readonly stdout: () => string;
  readonly ended: Promise<Ended>;
}

/** Starts a command. Settings in our own environment do not reach it. */
export function startOperator(words: readonly string[], settings: Settings): Started {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
  return { process: child, stdout: () => stdout, ended };
}

export function runOperator(words: readonly string[], settings: Settings): Promise<Ended> {
  return startOperator(words, settings).ended;
}
