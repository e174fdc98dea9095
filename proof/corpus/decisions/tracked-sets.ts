// Lists the sets that contain a document with tracked changes and its states before and after them.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Verdict } from "@versus/engine/inside";
import type { Corpus } from "../find-corpus.ts";
import type { SetJob } from "./check-set.ts";

/** Returns the sets that the index of the pairs marks as tracked; none if there is no index. */
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
  /** Why the expected file contradicts the format. */
  readonly reason: string;
}

/** Maximum number of outcomes that may be set aside. */
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
