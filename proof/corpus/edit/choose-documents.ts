// The documents that are edited: of every category some, and enough with what only some edits can act on.

import { sampleGroups } from "../../runner/sample.ts";
import type { Corpus } from "../find-corpus.ts";
import { type CorpusFile, categoryOf } from "../manifest.ts";
import { wordFiles } from "../word-files.ts";

/** A few more than wanted: some cannot be edited. */
const DOCUMENTS = 504;

/** A request is judged in many ways: longer documents would take all the time. */
const MOST_PARAGRAPHS = 300;
const MOST_BYTES = 300_000;

/** How many documents have something, at least; `sections` counts from 2. */
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

/** The documents of a run of `DOCUMENTS`, in the order of the corpus. */
export function chooseDocuments(corpus: Corpus, seed: number): CorpusFile[] {
  const files = wordFiles(corpus).filter(
    ({ bytes, features }) => bytes <= MOST_BYTES && (features.get("paragraphs") ?? 0) <= MOST_PARAGRAPHS,
  );
  const chosen = new Set<CorpusFile>();
  for (const [feature, count] of Object.entries(WANTED)) {
    const having = files.filter(({ features }) => features.has(feature));
    // As a group has at least one, the smaller groups may give too many.
    const some = sampleGroups(having, { size: count, seed, groupOf: categoryOf });
    for (const file of some) chosen.add(file);
  }
  const rest = files.filter((file) => !chosen.has(file));
  for (const file of sampleGroups(rest, { size: Math.max(0, DOCUMENTS - chosen.size), seed, groupOf: categoryOf })) {
    chosen.add(file);
  }
  return files.filter((file) => chosen.has(file));
}
