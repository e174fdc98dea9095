// Builds and runs images with buildah and chroot isolation.
//
// This is the only way that needs no daemon, no separate namespaces and no set-user-ID helper. So it also works inside
// a container or a small virtual machine. The network is the machine's.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

export const isolation: readonly string[] = ["--isolation", "chroot"];
const mostBytes = 64 * 1024 * 1024;

/** Returns the output. Throws an error with the end of the error output if buildah fails. */
export async function buildah(words: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)("buildah", words, { maxBuffer: mostBytes })).stdout.trim();
  } catch (error) {
    throw new Error(`buildah ${words[0]} failed. ${saidIn(error)}`);
  }
}

function saidIn(error: unknown): string {
  if (error instanceof Error && "stderr" in error) return `${error.message.split("\n", 1)[0]}\n${error.stderr}`;
  return String(error);
}

/** Runs buildah and shows its output, because a build takes minutes. */
export async function buildahShown(words: readonly string[]): Promise<void> {
  const child = spawn("buildah", words, { stdio: ["ignore", "inherit", "inherit"] });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`buildah ${words[0]} failed.`);
}

export const buildWords: readonly string[] = ["build", ...isolation];

/** An image that is ready to run commands in. */
export interface Container {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  /** A folder with secrets, mounted read-only at `secretsFolder`. */
  readonly secrets: string;
}

export const secretsFolder = "/run/secrets";
export const imageUser = 10001;

/** Returns the arguments for a run as in deploy/compose.yaml: its user, no capability, and no way to gain one. */
function runWords({ name, settings, secrets }: Container, more: Readonly<Record<string, string>>): string[] {
  const environment = Object.entries({ ...settings, ...more }).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
  return [
    ...["run", ...isolation, "--user", `${imageUser}:${imageUser}`, "--cap-drop", "all"],
    ...["--volume", `${secrets}:${secretsFolder}:ro`, ...environment, name, "--"],
    ...["setpriv", "--no-new-privs", "--"],
  ];
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in the container to its end. */
export async function runIn(container: Container, command: readonly string[]): Promise<Ended> {
  const child = spawn("buildah", [...runWords(container, {}), ...command], { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr] = [gather(child, "stdout"), gather(child, "stderr")];
  const [code] = (await once(child, "close")) as [number | null];
  return { code: code ?? 1, stdout: stdout(), stderr: stderr() };
}

function gather(child: ChildProcess, from: "stdout" | "stderr"): () => string {
  const pieces: Buffer[] = [];
  child[from]?.on("data", (piece: Buffer) => pieces.push(piece));
  return () => Buffer.concat(pieces).toString();
}

export interface RunningIn {
  printed(): string;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number>;
}

// buildah does not pass signals on. A shell in the container waits for the end of its input, which also comes when this
// process dies.
const untilInputEnds = `"$@" </dev/null & server=$!; read -r _; kill -TERM "$server"; wait "$server"`;

/** Starts a command in the container. */
export function startIn(
  container: Container,
  command: readonly string[],
  settings: Readonly<Record<string, string>>,
): RunningIn {
  const words = [...runWords(container, settings), "sh", "-c", untilInputEnds, "until-input-ends", ...command];
  const child = spawn("buildah", words, { stdio: ["pipe", "pipe", "pipe"] });
  const [stdout, stderr] = [gather(child, "stdout"), gather(child, "stderr")];
  const ended = once(child, "close") as Promise<[number | null]>;
  return {
    printed: () => stdout() + stderr(),
    stop: async () => {
      child.stdin.end();
      return (await ended)[0] ?? 1;
    },
  };
}
