// Reads a file that was named on the command line, and says in plain words when it cannot be read.

import { readFileSync } from "node:fs";
import { Refusal, type Surroundings } from "../command.ts";
import { printable } from "../report/printable.ts";

/** Stands for standard input among what is read, for standard output among what is written. */
export const STANDARD_STREAM = "-";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "No such file. Check its name and the current folder.",
  ENOTDIR: "No such file. Check its name and the current folder.",
  EISDIR: "This is a folder. Name a file in it.",
  EACCES: "Permission denied. Ask the owner of the file for access.",
  EPERM: "Permission denied. Ask the owner of the file for access.",
};

/** Throws a Refusal. */
export async function readInput(path: string, { stdin }: Pick<Surroundings, "stdin">): Promise<Uint8Array> {
  try {
    return path === STANDARD_STREAM ? await stdin() : readFileSync(path);
  } catch (error) {
    const code = codeOf(error);
    throw new Refusal(`${printable(path)}: ${REASONS[code] ?? `The file cannot be read (${code}).`}`);
  }
}

/** The name of an error of the system; throws again what is none. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  throw error;
}
