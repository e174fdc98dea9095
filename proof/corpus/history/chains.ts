// Lists the chains of versions that judge a history: sets of the corpus, and generated chains.
//
// In a set of the corpus, each file is a later version of the file before it.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chainsFor } from "../../generate/chains/chains-for.ts";
import type { ChainPlan } from "../../generate/chains/make-chain.ts";
import type { Corpus } from "../find-corpus.ts";

export interface Chain {
  /** Usable as a file name, and the same in every run. */
  readonly name: string;
  readonly source:
    | { readonly kind: "files"; readonly files: readonly string[] }
    | { readonly kind: "generated"; readonly base: string; readonly plan: ChainPlan };
}

/** Number of generated chains. */
const GENERATED = { large: 300, own: 20 } as const;

export function listChains(corpus: Corpus, seed: number): Chain[] {
  return [...indexedChains(corpus.root), ...generatedChains(corpus, seed)];
}

function indexedChains(root: string): Chain[] {
  const index = join(root, "pairs/INDEX.tsv");
  if (!existsSync(index)) return [];
  const sets = readFileSync(index, "utf8").split(/\r?\n/).slice(1);
  return sets.flatMap((line): Chain[] => {
    const [name = "", kind = "", members = ""] = line.split("\t");
    const files = members.split(",").map((member) => join(root, "pairs", name, `${member}.docx`));
    return kind === "chain" ? [{ name, source: { kind: "files", files } }] : [];
  });
}

function generatedChains(corpus: Corpus, seed: number): Chain[] {
  const plans = chainsFor({ corpus, count: GENERATED[corpus.kind], seed });
  return plans.map(({ path, ...plan }, number) => ({
    name: `generated-${String(number).padStart(3, "0")}`,
    source: { kind: "generated", base: join(corpus.root, path), plan },
  }));
}
