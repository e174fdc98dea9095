// Where the documents are. The large corpus lies outside the repository; without it the repository's own few
// documents stand in, which proves that a command works and little more.

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

/** The corpus that VERSUS_CORPUS names, else the one beside the repository, else the repository's own. */
export function findCorpus(environment: Readonly<Record<string, string | undefined>>): Corpus {
  const named = environment.VERSUS_CORPUS;
  const large = named === undefined || named === "" ? join(repository, "../shared/corpus") : resolve(named);
  if (existsSync(join(large, MANIFEST))) return openCorpus(large, "large");
  if (named !== undefined && named !== "") throw new Error("VERSUS_CORPUS names a folder without a MANIFEST.tsv");
  return ownCorpus();
}

/** The documents of the repository itself. */
export function ownCorpus(): Corpus {
  return openCorpus(join(repository, "corpus"), "own");
}

export function readCorpusFile(corpus: Corpus, path: string): Uint8Array {
  return readFileSync(join(corpus.root, path));
}

function openCorpus(root: string, kind: Corpus["kind"]): Corpus {
  return { root, kind, files: readManifest(readFileSync(join(root, MANIFEST), "utf8")) };
}
