// Runs the programs of the repository as an installation runs them.

import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

export type Settings = Readonly<Record<string, string>>;

const root = join(import.meta.dirname, "../..");
const versusWords = [join(root, "clients/cli/src/main.ts")];
const START_MILLISECONDS = 120_000;

export interface RunningProgram {
  readonly pid: number;
  /** The line that reported the start. */
  readonly line: string;
  /** All lines of its output so far. */
  readonly lines: readonly string[];
  /** All lines of its error output so far. */
  readonly errors: readonly string[];
  /** Writes to its input. */
  write(text: string): void;
  stop(): Promise<void>;
}

interface Program {
  readonly words: readonly string[];
  readonly settings?: Settings;
  /** True if a line of its output reports that it has started. */
  readonly isStarted: (line: string) => boolean;
  /** Called for every line of its output. */
  readonly onLine?: (line: string) => void;
  /** The way to end it: the end of its input, or a signal. */
  readonly endedBy: "input" | "SIGTERM";
}

class NotStarted extends Error {
  readonly code: number | null;

  constructor(said: string, code: number | null) {
    super(said);
    this.code = code;
  }
}

function startProgram({ words, settings = {}, isStarted, onLine, endedBy }: Program): Promise<RunningProgram> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ["pipe", "pipe", "pipe"],
    // An interrupt at the terminal reaches only this process, which ends the program in order.
    detached: true,
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const stop = async () => {
    end(child, endedBy);
    await ended;
  };
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    const lines: string[] = [];
    child.stderr.setEncoding("utf8").on("data", (text: string) => void said.push(text));
    const timer = setTimeout(() => {
      end(child, endedBy);
      reject(new NotStarted(`it did not start in time. ${said.join("")}`, null));
    }, START_MILLISECONDS);
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line);
      onLine?.(line);
      if (!isStarted(line)) return;
      clearTimeout(timer);
      resolve({ pid: child.pid ?? 0, line, lines, errors: said, write: (text) => void child.stdin.write(text), stop });
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

/** Returns the arguments that run a program given as text, in the folder of the repository. */
function programOf(text: string): string[] {
  return ["--input-type=module", "--eval", text];
}

/** Returns the address. DATABASE_URL may name an existing database. */
export async function startPostgres(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== "") return { url: given, stop: async () => {} };
  const program = `
    const { startPostgres } = await import("./tools/servers/start-postgres.ts");
    const server = await startPostgres();
    console.log(server.url);
    process.stdin.resume().on("end", () => server.stop());`;
  const words = programOf(program);
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

/** Returns undefined if Ceph's programs are not installed. */
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

export interface Operator {
  /** Returns the output of the program. Throws an error with its output if it fails. */
  versus(words: readonly string[], settings: Settings): Promise<string>;
  stop(): Promise<void>;
}

interface Said {
  readonly call: number;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Starts a process that loads the `versus` program once for all calls of an operator, because loading is most of the
 * cost of a call. The store's credentials are in its environment, as usual.
 */
export async function startOperator(settings: Settings): Promise<Operator> {
  const program = `
    const { createInterface } = await import("node:readline");
    const { runProgram } = await import("./clients/cli/src/run-program.ts");
    console.log("ready");
    for await (const line of createInterface(process.stdin)) {
      const { call, words, settings } = JSON.parse(line);
      const said = { stdout: "", stderr: "" };
      const channel = (name) => ({ isTerminal: false, write: (content) => void (said[name] += content) });
      void runProgram(words, {
        stdin: async () => new Uint8Array(),
        stdout: channel("stdout"),
        stderr: channel("stderr"),
        now: () => new Date(),
        elapsed: () => performance.now(),
        environment: { ...process.env, ...settings },
        user: () => "acceptance",
        untilInterrupted: () => new Promise(() => {}),
        endNow: () => {},
      }).then((code) => console.log(JSON.stringify({ call, code, ...said })));
    }`;
  const calls: ((said: Said) => void)[] = [];
  const onLine = (line: string): void => {
    if (!line.startsWith("{")) return;
    const said = JSON.parse(line) as Said;
    calls[said.call]?.(said);
  };
  const words = programOf(program);
  const isStarted = (line: string): boolean => line === "ready";
  const running = await startProgram({ words, settings, isStarted, onLine, endedBy: "input" });
  return {
    versus: (asked, ownSettings) =>
      new Promise((resolve, reject) => {
        const call = calls.push(({ code, stdout, stderr }) => {
          if (code === 0) resolve(stdout.trim());
          else reject(new Error(`versus ${asked.join(" ")} ended with ${code}. ${stderr}`));
        });
        running.write(`${JSON.stringify({ call: call - 1, words: asked, settings: ownSettings })}\n`);
      }),
    stop: running.stop,
  };
}

/** Runs `versus serve` with one role. */
export function serve(role: "api" | "worker", settings: Settings): Promise<RunningProgram> {
  const words = [...versusWords, "serve", "--role", role];
  return startProgram({ words, settings, isStarted: (line) => line.includes('"msg":"started"'), endedBy: "SIGTERM" });
}

/** Returns the URL of the readiness check from the log of a started process. */
export function privateUrlOf(lines: readonly string[]): string {
  const line = lines.find((said) => said.includes('"msg":"started"')) ?? "{}";
  return (JSON.parse(line) as { readonly private_url?: string }).private_url ?? "";
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
