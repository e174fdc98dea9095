// Runs `corpus compare --digest` once in its own process.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { RunArguments } from "../../runner/arguments.ts";

export interface Variant {
  readonly name: string;
  /** The program that runs the command. */
  readonly node: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
}

export interface DigestFigures {
  readonly pairs: number;
  /**
   * Digests of the bytes of all redlines (`digest`) and of their uncompressed content (`content`). Empty if the run
   * failed.
   */
  readonly digest: string;
  readonly content: string;
  readonly problem: string;
}

const MAIN = join(import.meta.dirname, "../main.ts");
const MOST_OUTPUT = 2 ** 26;
const run = promisify(execFile);

/** Runs the command for the same selection of pairs as this run. */
export async function runDigest({ node, environment, flags }: Variant, options: RunArguments): Promise<DigestFigures> {
  const words = [MAIN, "compare", "--digest", ...flags, ...selectionWords(options)];
  try {
    const env = { ...process.env, ...environment };
    const { stdout } = await run(node, words, { env, maxBuffer: MOST_OUTPUT });
    const { pairs, digest, content } = JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as DigestFigures;
    return { pairs, digest, content, problem: "" };
  } catch (problem) {
    const [reason = ""] = String((problem as { stderr?: string }).stderr || problem).split("\n");
    return { pairs: 0, digest: "", content: "", problem: reason };
  }
}

function selectionWords({ selection, seed, jobs }: RunArguments): string[] {
  const chosen =
    selection === undefined ? [] : selection.kind === "all" ? ["--all"] : ["--sample", `${selection.size}`];
  return [...chosen, "--seed", `${seed}`, "--jobs", `${jobs}`];
}
