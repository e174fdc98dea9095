// Writes the files of a command: all of them whole, or none.
//
// Each file is first written under a temporary name in its folder. All are renamed when the last one is complete, so a
// full disk or a killed process leaves the old files. An input file is never written to, whatever name or link leads to
// it. Anything except an ordinary file (a pipe, /dev/null) cannot be replaced by renaming, so it is written directly.

import { accessSync, constants, realpathSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { type Channel, Misuse, Refusal } from "../command.ts";
import { printable } from "../report/printable.ts";
import { errorCodeOf, STANDARD_STREAM } from "./read-input.ts";

export interface OutputFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The option that lets a command replace files. */
export const FORCE_OPTION = { force: { type: "boolean", short: "f" } } as const;

/** Maps each kind of output to its file extensions. Word opens a package only under its own extensions. */
const ENDINGS = {
  word: [".docx", ".docm", ".dotx", ".dotm"],
  json: [".json"],
  markdown: [".md", ".markdown"],
  page: [".html", ".htm"],
  schedule: [".docx", ".csv", ".json"],
} as const;

/** Returns the extension for a file that is made from another: that file's own one if Word knows it, else `.docx`. */
export function wordEnding(path: string): string {
  const ending = extname(path);
  return ENDINGS.word.some((known) => known === ending.toLowerCase()) ? ending : ".docx";
}

export interface PlannedOutput {
  readonly path: string;
  readonly kind: keyof typeof ENDINGS;
}

interface Plan {
  /** The input files. */
  readonly inputs: readonly string[];
  /** True if existing files may be replaced. */
  readonly isForced: boolean;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "The folder of this file does not exist. Create it, or name another file.",
  ENOTDIR: "The folder of this file does not exist. Create it, or name another file.",
  EISDIR: "This is a folder. Name a file in it.",
  EACCES: "Permission denied. Name another file.",
  EPERM: "Permission denied. Name another file.",
  EROFS: "Permission denied. Name another file.",
  ENOSPC: "The disk is full.",
};

/**
 * Checks the outputs before the work begins. Throws a Refusal if a file cannot be written, exists already and
 * `isForced` is false, or is one of the inputs. Throws a Misuse if a file is named twice or has the extension of
 * another kind.
 */
export function checkOutputs(outputs: readonly PlannedOutput[], { inputs, isForced }: Plan): void {
  for (const [index, { path, kind }] of outputs.entries()) {
    if (outputs.slice(0, index).some((other) => isSameFile(path, other.path))) {
      throw new Misuse(`Two outputs have the same name, ${printable(path)}.`);
    }
    if (path === STANDARD_STREAM) continue;
    // A dash among the inputs is not a file.
    if (inputs.some((input) => input !== STANDARD_STREAM && isSameFile(path, input))) {
      throw new Refusal(`${printable(path)}: This is one of the inputs. Name another file for the output.`);
    }
    refuseWith(path, () => checkPlace(path));
    checkKept(path, { kind, isForced });
  }
}

/**
 * Checks the extension and that no file is lost. A pipe or a device has no extension, and nothing in it can be lost.
 */
function checkKept(path: string, { kind, isForced }: Pick<PlannedOutput, "kind"> & Pick<Plan, "isForced">): void {
  const there = statOf(path);
  if (there !== undefined && !there.isFile()) return;
  const endings: readonly string[] = ENDINGS[kind];
  if (!endings.includes(extname(path).toLowerCase())) {
    throw new Misuse(`${printable(path)}: The name of this output must end in ${endings.join(" or ")}.`);
  }
  if (there === undefined || isForced) return;
  throw new Refusal(`${printable(path)}: This file exists. Name another, or replace it with --force.`);
}

/** Returns the files as a summary names them: `out.docx, out.json`. */
export function pathWords(paths: readonly string[]): string {
  return paths.map((path) => (path === STANDARD_STREAM ? "standard output" : printable(path))).join(", ");
}

/** Writes the files, then the content for standard output. Throws a Refusal if a file cannot be written. */
export function writeOutputs(outputs: readonly OutputFile[], stdout: Channel): void {
  const staged = outputs.filter(({ path }) => path !== STANDARD_STREAM).map(stage);
  try {
    for (const file of staged) refuseWith(file.path, () => writeStaged(file));
    for (const { path, temporary, target } of staged) {
      if (temporary !== undefined) refuseWith(path, () => renameSync(temporary, target));
    }
  } finally {
    for (const { temporary } of staged) if (temporary !== undefined) rmSync(temporary, { force: true });
  }
  for (const { path, bytes } of outputs) if (path === STANDARD_STREAM) stdout.write(bytes);
}

interface Staged extends OutputFile {
  /** The file itself if the path is a link to it. */
  readonly target: string;
  /** Undefined for a file that is written directly. */
  readonly temporary: string | undefined;
  readonly mode: number;
}

/** The mode of a new file: everyone may read and write, minus the user's umask. */
const OPEN_MODE = 0o666;

function stage(output: OutputFile): Staged {
  const there = statOf(output.path);
  const isPlain = there?.isFile() ?? true;
  const target = there?.isFile() ? realpathSync(output.path) : output.path;
  return {
    ...output,
    target,
    temporary: isPlain ? temporaryBeside(target) : undefined,
    mode: there === undefined ? OPEN_MODE : there.mode & OPEN_MODE,
  };
}

/**
 * Returns a name that no other process uses; an existing file of that name is an error. A module for random names would
 * take longer to load.
 */
function temporaryBeside(target: string): string {
  return join(dirname(target), `.versus-${process.pid}-${process.hrtime.bigint()}.tmp`);
}

function writeStaged({ bytes, target, temporary, mode }: Staged): void {
  if (temporary === undefined) writeFileSync(target, bytes);
  else writeFileSync(temporary, bytes, { flag: "wx", flush: true, mode });
}

function checkPlace(path: string): void {
  const there = statOf(path);
  if (there?.isDirectory() || /[/\\]$/.test(path)) throw Object.assign(new Error(), { code: "EISDIR" });
  if (there !== undefined) accessSync(path, constants.W_OK);
  if (there?.isFile() ?? true) accessSync(dirname(resolve(path)), constants.W_OK);
}

function isSameFile(one: string, two: string): boolean {
  if (one === two) return true;
  const [first, second] = [statOf(one), statOf(two)];
  if (first !== undefined && second !== undefined) return first.dev === second.dev && first.ino === second.ino;
  return first === second && targetPath(one) === targetPath(two);
}

/** Returns the real path of a file that does not exist yet. */
function targetPath(path: string): string {
  const folder = dirname(resolve(path));
  return join(statOf(folder) === undefined ? folder : realpathSync(folder), basename(path));
}

/** Returns undefined if there is no file, and also without access. The later read or write then reports the problem. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function refuseWith(path: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    const code = errorCodeOf(error);
    throw new Refusal(`${printable(path)}: ${REASONS[code] ?? `The file cannot be written (${code}).`}`);
  }
}
