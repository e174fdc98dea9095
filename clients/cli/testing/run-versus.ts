// Runs the program as a user does, in a temporary folder that is removed when the test ends.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

const program = join(import.meta.dirname, "../src/main.ts");

/** Most of a start is reading the engine's source, so Node's compiled code is kept between runs. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, "../../../node_modules/.cache/versus-tests");

export interface Ran {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Returns a folder with the files, which are given by path. */
export function makeFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "versus-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export function runVersus(folder: string, words: readonly string[], input?: Uint8Array): Ran {
  return run(process.execPath, [program, ...words], { cwd: folder, input });
}

/** Runs a shell line in which `versus` is the program. */
export function runShell(folder: string, line: string): Ran {
  const versus = `versus() { "${process.execPath}" "${program}" "$@"; }`;
  return run("sh", ["-c", `${versus}\n${line}`], { cwd: folder });
}

function run(
  command: string,
  words: readonly string[],
  { cwd, input }: { cwd: string; input?: Uint8Array | undefined },
): Ran {
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd,
    input,
    env: { ...process.env, NODE_COMPILE_CACHE },
  });
  return { code: status, stdout, stderr: stderr.toString() };
}
