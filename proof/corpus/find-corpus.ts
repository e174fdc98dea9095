// Finds the corpus of documents.
//
// The large corpus is outside the repository. Without it, the repository's own few documents are used, which proves
// little more than that a command works.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type CorpusFile, readManifest } from "./manifest.ts";

export interface Corpus {
  readonly root: string;
  readonly kind: "large" | "own";
  readonly files: readonly CorpusFile[];
}

const repository = join(import.meta.dirname, "../..");
const MANIFEST = "MANIFEST.tsv";

/**
 * Opens the corpus that VERSUS_CORPUS names, or else the one beside the repository, or else the repository's own.
 * Throws if VERSUS_CORPUS names a folder without a manifest.
 */
export function findCorpus(environment: Readonly<Record<string, string | undefined>>): Corpus {
  const named = environment.VERSUS_CORPUS;
  const large = named === undefined || named === "" ? join(repository, "../shared/corpus") : resolve(named);
  if (existsSync(join(large, MANIFEST))) return openCorpus(large, "large");
  if (named !== undefined && named !== "") throw new Error("VERSUS_CORPUS names a folder without a MANIFEST.tsv");
  return ownCorpus();
}

/** Opens the corpus of the repository itself. */
export function ownCorpus(): Corpus {
  return openCorpus(join(repository, "corpus"), "own");
}

export function readCorpusFile(corpus: Corpus, path: string): Uint8Array {
  return readFileSync(join(corpus.root, path));
}

function openCorpus(root: string, kind: Corpus["kind"]): Corpus {
  return { root, kind, files: readManifest(readFileSync(join(root, MANIFEST), "utf8")) };
}
