// The sets of the corpus that hold one document with tracked changes, and the same document before and after them.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Verdict } from "@versus/engine/inside";
import type { Corpus } from "../find-corpus.ts";
import type { SetJob } from "./check-set.ts";

/** The sets that the index of the pairs calls tracked; none where there is no index. */
export function trackedSets({ root }: Corpus): SetJob[] {
  const index = join(root, "pairs/INDEX.tsv");
  if (!existsSync(index)) return [];
  const lines = readFileSync(index, "utf8").split(/\r?\n/);
  const cells = lines.map((line) => line.split("\t"));
  return cells
    .filter(([, kind]) => kind === "tracked")
    .map(([name]) => ({ name: name!, folder: join(root, "pairs", name!) }));
}

export interface SetAside {
  readonly name: string;
  readonly verdict: Verdict;
  /** Why what the set expects is not what the format says. */
  readonly reason: string;
}

/** At most this many outcomes may be set aside. */
export const MOST_SET_ASIDE = 5;

export const setAside: readonly SetAside[] = [
  {
    name: "rev-RP051-Arabic",
    verdict: "reject",
    reason:
      "An inserted mark, followed by inserted paragraphs, joins the paragraph whose deleted mark is kept " +
      "(ISO 29500-1, 17.13.5.15 and 17.13.5.20); the expected file splits a sentence there, and keeps two tables " +
      "all rows of which were inserted, without a row.",
  },
];
