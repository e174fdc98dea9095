// The small documents of the large corpus that have tracked changes, where the corpus is there.

import { findCorpus, readCorpusFile } from "../../corpus/find-corpus.ts";
import type { CorpusFile } from "../../corpus/manifest.ts";
import { wordFiles } from "../../corpus/word-files.ts";

/** Larger ones take too long for one case of many. */
const MOST_BYTES = 30_000;
const TRACKED = /^(ins|del|move|rPrChange|pPrChange|sectPrChange|tblPrChange|rowIns|rowDel|cellIns|cellDel|cellMerge)$/;

const corpus = findCorpus(process.env);

/** By path from the root of the corpus. Empty without the large corpus. */
export const trackedFiles: readonly string[] =
  corpus.kind === "own"
    ? []
    : wordFiles(corpus)
        .filter(isSmallTracked)
        .map(({ path }) => path);

function isSmallTracked({ bytes, features }: CorpusFile): boolean {
  return bytes <= MOST_BYTES && [...features.keys()].some((feature) => TRACKED.test(feature));
}

export function readTrackedFile(path: string): Uint8Array {
  return readCorpusFile(corpus, path);
}
