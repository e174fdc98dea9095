// Runs the `versus` program as an operator does.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

export const versusProgram: string = join(import.meta.dirname, "../../clients/cli/src/main.ts");

export type Settings = Readonly<Record<string, string>>;

/** Returns the output of the program. Throws an error with its error output if it fails. */
export async function versus(words: readonly string[], settings: Settings): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [versusProgram, ...words], {
      env: { ...process.env, ...settings },
    });
    return stdout;
  } catch (error) {
    const stderr = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    const said = stderr.split("\n").filter((line) => !isKnownWarning(line));
    throw new Error(`versus ${words.slice(0, 2).join(" ")} failed. ${said.join("\n").trim()}`);
  }
}

/** True for the warning about default secrets, which the program prints each time in development. */
export function isKnownWarning(line: string): boolean {
  return line.includes("Development uses a publicly known default");
}
