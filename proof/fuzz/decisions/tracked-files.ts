// Finds the small documents with tracked changes in the large corpus, if that corpus is available.

import { findCorpus, readCorpusFile } from "../../corpus/find-corpus.ts";
import type { CorpusFile } from "../../corpus/manifest.ts";
import { wordFiles } from "../../corpus/word-files.ts";

/** Maximum size. Larger documents take too long for a single case. */
const MOST_BYTES = 30_000;
const TRACKED = /^(ins|del|move|rPrChange|pPrChange|sectPrChange|tblPrChange|rowIns|rowDel|cellIns|cellDel|cellMerge)$/;

const corpus = findCorpus(process.env);

/** Paths from the root of the corpus. Empty without the large corpus. */
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
