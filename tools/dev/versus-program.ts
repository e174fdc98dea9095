// The `versus` program, run as an operator runs it.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

export const versusProgram: string = join(import.meta.dirname, "../../clients/cli/src/main.ts");

export type Settings = Readonly<Record<string, string>>;

/** Gives what it printed. Throws with what it said when it failed. */
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

/** In development the secrets are those that everybody knows, and the program says so each time. */
export function isKnownWarning(line: string): boolean {
  return line.includes("Development uses a publicly known default");
}
