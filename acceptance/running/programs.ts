// The programs of the repository, run as whoever installs it runs them.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

export type Settings = Readonly<Record<string, string>>;

const root = join(import.meta.dirname, "../..");
const versusWords = [join(root, "clients/cli/src/main.ts")];
const START_MILLISECONDS = 120_000;

/** Gives what it printed. Throws with what it said when it failed. */
export async function versus(words: readonly string[], settings: Settings): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...versusWords, ...words], {
    env: { ...process.env, ...settings },
  });
  return stdout.trim();
}

export interface RunningProgram {
  /** The line that said that it runs. */
  readonly line: string;
  stop(): Promise<void>;
}

interface Program {
  readonly words: readonly string[];
  readonly settings?: Settings;
  /** Whether a line that it prints says that it runs. */
  readonly isStarted: (line: string) => boolean;
  /** What ends it: the end of its input, or a signal. */
  readonly endedBy: "input" | "SIGTERM";
}

class NotStarted extends Error {
  readonly code: number | null;

  constructor(said: string, code: number | null) {
    super(said);
    this.code = code;
  }
}

function startProgram({ words, settings = {}, isStarted, endedBy }: Program): Promise<RunningProgram> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ["pipe", "pipe", "pipe"],
    // An interrupt at the terminal reaches us alone, and we end it in order.
    detached: true,
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const stop = async () => {
    end(child, endedBy);
    await ended;
  };
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    child.stderr.setEncoding("utf8").on("data", (text: string) => void said.push(text));
    const timer = setTimeout(() => {
      end(child, endedBy);
      reject(new NotStarted(`it did not start in time. ${said.join("")}`, null));
    }, START_MILLISECONDS);
    createInterface(child.stdout).on("line", (line) => {
      if (!isStarted(line)) return;
      clearTimeout(timer);
      resolve({ line, stop });
    });
    void ended.then((code) => {
      clearTimeout(timer);
      reject(new NotStarted(said.join("").trim(), code));
    });
  });
}

function end(child: ChildProcess, by: Program["endedBy"]): void {
  if (by === "input") child.stdin?.end();
  else child.kill(by);
}

/** Answers with its address. A database that is there already may be named by DATABASE_URL. */
export async function startPostgres(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== "") return { url: given, stop: async () => {} };
  const program = `
    const { startPostgres } = await import("./tools/servers/start-postgres.ts");
    const server = await startPostgres();
    console.log(server.url);
    process.stdin.resume().on("end", () => server.stop());`;
  const words = ["--input-type=module", "--eval", program];
  const running = await startProgram({ words, isStarted: (line) => line.startsWith("postgres:"), endedBy: "input" });
  return { url: running.line, stop: running.stop };
}

export interface Ceph {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  stop(): Promise<void>;
}

const CEPH_MISSING = 3;

/** Undefined when its programs are not installed. */
export async function startCeph(): Promise<Ceph | undefined> {
  try {
    const words = ["tools/servers/start-ceph.ts"];
    const { line, stop } = await startProgram({ words, isStarted: (said) => said.startsWith("{"), endedBy: "input" });
    return { ...(JSON.parse(line) as Omit<Ceph, "stop">), stop };
  } catch (error) {
    if (error instanceof NotStarted && error.code === CEPH_MISSING) return undefined;
    throw error;
  }
}

/** `versus serve` with one role. */
export function serve(role: "api" | "worker", settings: Settings): Promise<RunningProgram> {
  const words = [...versusWords, "serve", "--role", role];
  return startProgram({ words, settings, isStarted: (line) => line.includes('"msg":"started"'), endedBy: "SIGTERM" });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
