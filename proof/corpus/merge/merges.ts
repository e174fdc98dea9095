// Lists the merges to judge: real sets of one base with several revised copies, and generated ones.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type MadeMerge,
  type MergePlan,
  makeMerge,
  mergeShapes,
  withoutChanges,
} from "../../generate/merges/make-merge.ts";
import { mergesFor } from "../../generate/merges/merges-for.ts";
import type { Corpus } from "../find-corpus.ts";

/** The families of merges; each has one line in the tables of a report. */
export const mergeFamilies = ["fan", ...mergeShapes] as const;
export type MergeFamily = (typeof mergeFamilies)[number];

export interface MergeCase {
  /** Usable as a file name, and the same in every run. */
  readonly name: string;
  readonly family: MergeFamily;
  readonly source: MergeSource;
}

export type MergeSource =
  | { readonly kind: "files"; readonly base: string; readonly copies: readonly string[] }
  | { readonly kind: "generated"; readonly base: string; readonly plan: MergePlan };

/** Number of generated merges. */
const GENERATED = { large: 2_000, own: 40 } as const;

/** Returns all merges, always in the same order. Generated ones depend on the seed. */
export function listMerges(corpus: Corpus, seed: number): MergeCase[] {
  return [...fanMerges(corpus.root), ...generatedMerges(corpus, seed)];
}

/** Returns the sets of the index that are revisions of one base. */
function fanMerges(root: string): MergeCase[] {
  const index = join(root, "pairs/INDEX.tsv");
  if (!existsSync(index)) return [];
  const [, ...lines] = readFileSync(index, "utf8").split(/\r?\n/);
  return lines.flatMap((line) => {
    const [name = "", kind, files = ""] = line.split("\t");
    const [base, ...copies] = files.split(",").map((member) => join(root, "pairs", name, `${member}.docx`));
    if (kind !== "fan" || base === undefined) return [];
    return [{ name, family: "fan", source: { kind: "files", base, copies } } as const];
  });
}

function generatedMerges(corpus: Corpus, seed: number): MergeCase[] {
  const plans = mergesFor({ corpus, count: GENERATED[corpus.kind], seed });
  return plans.map(({ path, ...plan }, index) => ({
    name: `merge-${seed}-${String(index).padStart(4, "0")}-${plan.shape}`,
    family: plan.shape,
    source: { kind: "generated", base: join(corpus.root, path), plan },
  }));
}

/** Returns the documents of a merge. Throws a Failure if one of them is not a Word document. */
export function readMerge(source: MergeSource): MadeMerge {
  if (source.kind === "generated") return makeMerge(readFileSync(source.base), source.plan);
  const [base, ...copies] = [source.base, ...source.copies].map((file) => withoutChanges(readFileSync(file)));
  return { base: base!, copies, edits: [] };
}
