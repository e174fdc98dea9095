// Lists the pairs of documents that measure the quality of comparing.
//
// They are real revisions, probes of one change each, long contracts with known edits, and copies of corpus documents
// that our own generator revised.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { shapeNames } from "../../generate/growth/shapes.ts";
import { type PairPlan, pairsFor } from "../../generate/pairs-for.ts";
import type { Corpus } from "../find-corpus.ts";

export const pairKinds = ["pairs", "probes", "synthetic", "generated"] as const;
export type PairKind = (typeof pairKinds)[number];

/** The group of a pair in the tables of a report: the kind of set that it comes from. */
export type Family = "pair" | "chain" | "fan" | "tracked" | "probe" | "synthetic" | "generated" | "shape";

export interface Pair {
  /** Usable as a file name, and the same in every run. */
  readonly name: string;
  readonly family: Family;
  readonly source: PairSource;
}

export type PairSource =
  /** Two files. */
  | { readonly kind: "files"; readonly before: string; readonly after: string }
  /** A file, and the copy of it that the generator makes. */
  | { readonly kind: "generated"; readonly base: string; readonly plan: Omit<PairPlan, "path"> }
  /** A hostile shape. */
  | { readonly kind: "shape"; readonly shape: string; readonly scale: number };

/** Number of generated copies. */
const GENERATED = { large: 2_000, own: 40 } as const;

/** Returns the pairs of the requested kinds, always in the same order. Generated pairs depend on the seed. */
export function listPairs(corpus: Corpus, kinds: readonly PairKind[], seed: number): Pair[] {
  const { root } = corpus;
  const lists: Readonly<Record<PairKind, () => Pair[]>> = {
    pairs: () => indexedPairs(root),
    probes: () => folderPairs(root, "probes", "probe"),
    synthetic: () => folderPairs(root, "synthetic", "synthetic"),
    generated: () => generatedPairs(corpus, seed),
  };
  return kinds.flatMap((kind) => lists[kind]());
}

/** Large enough to exhaust the budgets of hostile shapes, small enough for every run. */
const SHAPE_SCALE = 0.05;

/** Returns the hostile shapes. Counted budgets limit their cost and must end at the same point on every machine. */
export function shapePairs(): Pair[] {
  return shapeNames.map((shape) => ({
    name: `shape-${shape}`,
    family: "shape",
    source: { kind: "shape", shape, scale: SHAPE_SCALE },
  }));
}

/**
 * Returns the pairs of the sets in the index. A set is a single revision, a chain of versions, or several revisions
 * of one base.
 */
function indexedPairs(root: string): Pair[] {
  const index = join(root, "pairs/INDEX.tsv");
  if (!existsSync(index)) return [];
  const [, ...lines] = readFileSync(index, "utf8").split(/\r?\n/);
  return lines.filter((line) => line !== "").flatMap((line) => pairsOfSet(root, line.split("\t")));
}

function pairsOfSet(root: string, [name = "", kind = "", files = ""]: readonly string[]): Pair[] {
  const members = files.split(",").filter((member) => member !== "tracked");
  const fileOf = (member: string): string => join(root, "pairs", name, `${member}.docx`);
  return members.slice(1).map((after, index) => {
    const before = kind === "chain" ? members[index]! : members[0]!;
    return {
      name: index === 0 ? name : `${name}--${before}-${after}`,
      family: kind as Family,
      source: { kind: "files", before: fileOf(before), after: fileOf(after) },
    };
  });
}

/** Returns a pair for every folder that contains `before.docx`. */
function folderPairs(root: string, folder: string, family: Family): Pair[] {
  if (!existsSync(join(root, folder))) return [];
  const fileOf = (name: string, member: string): string => join(root, folder, name, `${member}.docx`);
  const names = readdirSync(join(root, folder)).sort();
  return names
    .filter((name) => existsSync(fileOf(name, "before")))
    .map((name) => ({
      name: `${family}-${name}`,
      family,
      source: { kind: "files", before: fileOf(name, "before"), after: fileOf(name, "after") },
    }));
}

function generatedPairs(corpus: Corpus, seed: number): Pair[] {
  const plans = [...pairsFor({ corpus, count: GENERATED[corpus.kind], seed })];
  return plans.map(({ path, ...plan }, index) => ({
    name: `generated-${seed}-${String(index).padStart(4, "0")}-${plan.kinds[0]}`,
    family: "generated",
    source: { kind: "generated", base: join(corpus.root, path), plan },
  }));
}
