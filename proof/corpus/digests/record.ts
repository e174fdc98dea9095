// Reads and writes a file of digests.
//
// The first line names the maker of the digests. Every other line holds one pair or document. A stopped run continues
// with its file. A file of another engine, seed or generator is emptied first, so that no digest outlives the source
// that it describes.

import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface DigestResult {
  readonly name: string;
  /**
   * Maps an output to its digest. An output is `docx`, `json`, `markdown` or `notices` of a redline, or a type of
   * edit.
   */
  readonly digests: Readonly<Record<string, string>>;
}

const repository = join(import.meta.dirname, "../../..");
const SOURCES = ["engine/{src,platform}/**/*.ts", "proof/{corpus/edit,corpus/compare,corpus/digests,generate}/**/*.ts"];

/** Returns the maker: a hash of all sources that the digests depend on (engine, generators, judges), and the seed. */
export function makerOf(seed: number): string {
  const hash = createHash("sha256");
  const sources = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: repository }));
  for (const name of sources.filter((one) => !one.endsWith(".test.ts")).sort()) {
    hash.update(name).update(readFileSync(join(repository, name)));
  }
  return JSON.stringify({ sources: hash.digest("hex").slice(0, 16), seed });
}

/** Returns the digests of a file if it has the same maker. Otherwise it starts the file again and returns none. */
export function continueRecord(file: string, maker: string): Map<string, DigestResult> {
  const known = existsSync(file) && readFileSync(file, "utf8").startsWith(`${maker}\n`);
  if (known) return readRecord(file);
  writeFileSync(file, `${maker}\n`);
  return new Map();
}

export function lineOf(result: DigestResult): string {
  return `${JSON.stringify(result)}\n`;
}

/** Returns the digests of a file by name. A line that was cut short when its run ended is ignored. */
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

/** Returns the outputs that differ, as `name: output, output`. */
export function differences(one: DigestResult, other: DigestResult): string[] {
  const outputs = [...new Set([...Object.keys(one.digests), ...Object.keys(other.digests)])];
  const differing = outputs.filter((output) => one.digests[output] !== other.digests[output]);
  return differing.length === 0 ? [] : [`${one.name}: ${differing.join(", ")}`];
}
