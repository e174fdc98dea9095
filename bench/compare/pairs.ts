// Provides the documents to compare: made contracts with known edits, and real pairs.
//
// The real pairs are in the corpus outside the repository that VERSUS_CORPUS names.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { PARAGRAPHS_A_PAGE } from "../make-contract.ts";
import { type MadePair, makePair } from "./make-pair.ts";
import { countMarked } from "./marked-text.ts";

/** Two files to compare. */
export interface Pair {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Number of characters that its edits touch, if known; moved ones count once. */
  readonly edited?: number;
}

export interface RealPairs {
  readonly pairs: readonly Pair[];
  /** Number of skipped pairs, because a document already contains tracked changes. */
  readonly passedOver: number;
}

/** Makes a contract of so many paragraphs and its revision in a folder. */
export function contractOf(paragraphs: number, folder: string): Pair {
  const pages = Math.ceil(paragraphs / PARAGRAPHS_A_PAGE);
  const name = `${paragraphs.toLocaleString("en")} paragraphs, about ${pages.toLocaleString("en")} pages`;
  return writePair(name, makePair(paragraphs), folder);
}

/** Writes a made pair to files. */
export function writePair(name: string, { before, after, edited }: MadePair, folder: string): Pair {
  const made = join(folder, name.replace(/[^\w]+/g, "-"));
  mkdirSync(made, { recursive: true });
  const pair = { name, before: join(made, "before.docx"), after: join(made, "after.docx"), edited };
  writeFileSync(pair.before, before);
  writeFileSync(pair.after, after);
  return pair;
}

/** Returns a number of real pairs, chosen by a seed. A larger sample contains every smaller one. */
export function realPairs(size: number, seed: number): RealPairs {
  const shuffled = allPairs()
    .map((pair) => ({ pair, rank: createHash("sha256").update(`${seed} ${pair.name}`).digest("hex") }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1));
  const pairs: Pair[] = [];
  let passedOver = 0;
  for (const { pair } of shuffled) {
    if (pairs.length === size) break;
    if (holdsMarks(pair.before) || holdsMarks(pair.after)) passedOver += 1;
    else pairs.push(pair);
  }
  return { pairs, passedOver };
}

function corpusRoot(): string {
  const named = process.env.VERSUS_CORPUS;
  return named ? resolve(named) : join(import.meta.dirname, "../../../shared/corpus");
}

/** Returns the pairs of the index: each revision with its base, or in a chain with the previous version. */
function allPairs(): Pair[] {
  const root = join(corpusRoot(), "pairs");
  if (!existsSync(join(root, "INDEX.tsv"))) return [];
  const [, ...lines] = readFileSync(join(root, "INDEX.tsv"), "utf8").split(/\r?\n/);
  return lines
    .filter((line) => line !== "")
    .flatMap((line) => {
      const [name = "", kind = "", files = ""] = line.split("\t");
      const members = files.split(",").filter((member) => member !== "tracked");
      const fileOf = (member: string): string => join(root, name, `${member}.docx`);
      return members.slice(1).map((after, index) => {
        const before = kind === "chain" ? members[index]! : members[0]!;
        return { name: `${name} ${before}-${after}`, before: fileOf(before), after: fileOf(after) };
      });
    });
}

/** True if a file contains tracked text. A file that cannot be read is left to the engines. */
function holdsMarks(file: string): boolean {
  try {
    return countMarked(readFileSync(file)).characters > 0;
  } catch {
    return false;
  }
}
