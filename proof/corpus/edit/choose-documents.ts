// Chooses the documents to edit.
//
// There are some of every category, and enough with content that only some edits can act on.

import { sampleGroups } from "../../runner/sample.ts";
import type { Corpus } from "../find-corpus.ts";
import { type CorpusFile, categoryOf } from "../manifest.ts";
import { wordFiles } from "../word-files.ts";

/** A few more than needed, because some cannot be edited. */
const DOCUMENTS = 504;

/** A request is judged in many ways, so longer documents would take all the time. */
const MOST_PARAGRAPHS = 300;
const MOST_BYTES = 300_000;

/** Minimum number of documents with a feature. `sections` is a feature of documents with at least 2 sections. */
const WANTED: Readonly<Record<string, number>> = {
  footnote: 60,
  endnote: 20,
  ins: 60,
  del: 40,
  move: 15,
  comment: 60,
  hyperlink: 80,
  sections: 80,
  table: 100,
};

/** Returns the documents of a run with all `DOCUMENTS`, in the order of the corpus. */
export function chooseDocuments(corpus: Corpus, seed: number): CorpusFile[] {
  const files = wordFiles(corpus).filter(
    ({ bytes, features }) => bytes <= MOST_BYTES && (features.get("paragraphs") ?? 0) <= MOST_PARAGRAPHS,
  );
  const chosen = new Set<CorpusFile>();
  for (const [feature, count] of Object.entries(WANTED)) {
    const having = files.filter(({ features }) => features.has(feature));
    // `sampleGroups` returns at least one file per group, so small groups may give more than `count`.
    const some = sampleGroups(having, { size: count, seed, groupOf: categoryOf });
    for (const file of some) chosen.add(file);
  }
  const rest = files.filter((file) => !chosen.has(file));
  for (const file of sampleGroups(rest, { size: Math.max(0, DOCUMENTS - chosen.size), seed, groupOf: categoryOf })) {
    chosen.add(file);
  }
  return files.filter((file) => chosen.has(file));
}
