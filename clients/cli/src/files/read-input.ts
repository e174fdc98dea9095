// Reads a file that the command line names, and explains why it cannot be read.

import { readFileSync } from "node:fs";
import { Refusal, type Surroundings } from "../command.ts";
import { printable } from "../report/printable.ts";

/** Means standard input in place of an input, and standard output in place of an output. */
export const STANDARD_STREAM = "-";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "No such file. Check its name and the current folder.",
  ENOTDIR: "No such file. Check its name and the current folder.",
  EISDIR: "This is a folder. Name a file in it.",
  EACCES: "Permission denied. Ask the owner of the file for access.",
  EPERM: "Permission denied. Ask the owner of the file for access.",
};

/** Reads the file or standard input. Throws a Refusal if it cannot be read. */
export async function readInput(path: string, { stdin }: Pick<Surroundings, "stdin">): Promise<Uint8Array> {
  try {
    return path === STANDARD_STREAM ? await stdin() : readFileSync(path);
  } catch (error) {
    const code = errorCodeOf(error);
    throw new Refusal(`${printable(path)}: ${REASONS[code] ?? `The file cannot be read (${code}).`}`);
  }
}

/** Returns the code of a system error. Throws any other error again. */
export function errorCodeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  throw error;
}
