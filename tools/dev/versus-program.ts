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
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    throw new Error(`versus ${words.slice(0, 2).join(" ")} failed. ${said}`);
  }
}
