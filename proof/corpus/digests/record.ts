// A file of digests: the first line names what made them, every other line holds one pair or document.
//
// A run that is stopped goes on where it was. A file of another engine, seed or generator is started anew, so that no
// digest outlives the source that it is about.

import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface DigestResult {
  readonly name: string;
  /** By output: `docx`, `json` and `markdown` of a redline, or the types of edit. */
  readonly digests: Readonly<Record<string, string>>;
}

const repository = join(import.meta.dirname, "../../..");
const SOURCES = ["engine/{src,platform}/**/*.ts", "proof/{corpus/edit,corpus/compare,corpus/digests,generate}/**/*.ts"];

/** Everything that digests depend on: the sources of the engine and of what it is given, and the seed. */
export function makerOf(seed: number): string {
  const hash = createHash("sha256");
  const sources = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: repository }));
  for (const name of sources.filter((one) => !one.endsWith(".test.ts")).sort()) {
    hash.update(name).update(readFileSync(join(repository, name)));
  }
  return JSON.stringify({ sources: hash.digest("hex").slice(0, 16), seed });
}

/** The digests that a file holds from the same maker; a file that has another's is emptied. */
export function continueRecord(file: string, maker: string): Map<string, DigestResult> {
  const known = existsSync(file) && readFileSync(file, "utf8").startsWith(`${maker}\n`);
  if (known) return readRecord(file);
  writeFileSync(file, `${maker}\n`);
  return new Map();
}

export function lineOf(result: DigestResult): string {
  return `${JSON.stringify(result)}\n`;
}

/** The digests of a file by name. A line that was being written when its run ended is passed over. */
export function readRecord(file: string): Map<string, DigestResult> {
  const [, ...lines] = readFileSync(file, "utf8").split("\n");
  return new Map(
    lines.flatMap((line) => {
      try {
        const result = JSON.parse(line) as DigestResult;
        return [[result.name, result] as const];
      } catch {
        return [];
      }
    }),
  );
}

/** The outputs that differ, as `name: output, output`. */
export function differences(one: DigestResult, other: DigestResult): string[] {
  const outputs = [...new Set([...Object.keys(one.digests), ...Object.keys(other.digests)])];
  const differing = outputs.filter((output) => one.digests[output] !== other.digests[output]);
  return differing.length === 0 ? [] : [`${one.name}: ${differing.join(", ")}`];
}
