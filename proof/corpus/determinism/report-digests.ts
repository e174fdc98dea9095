// Reports whether all runs gave the same redlines.
//
// The content digest shows whether differing redlines differ only in how they are compressed.

import type { Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { Corpus } from "../find-corpus.ts";
import type { DigestFigures } from "./run-digest.ts";

export interface DigestsRun {
  readonly corpus: Corpus["kind"];
  readonly seed: number;
  readonly runs: readonly (DigestFigures & { readonly variant: string })[];
}

/** Number of characters of a digest that are printed. */
const SHOWN = 16;

export function reportDigests({ corpus, seed, runs }: DigestsRun): Report {
  const [first] = runs;
  const unlike = runs.filter(({ digest, problem }) => problem !== "" || digest === "" || digest !== first?.digest);
  return {
    text: [
      formatTable(
        ["run", "pairs", "bytes", "packed content", "problem"],
        runs.map(({ variant, pairs, digest, content, problem }) => [
          variant,
          pairs,
          digest.slice(0, SHOWN),
          content.slice(0, SHOWN),
          problem,
        ]),
      ),
    ],
    tally: { passed: runs.length - unlike.length, failed: unlike.length },
    figures: { corpus, seed, runs },
    bar: { wanted: "every run gives the same bytes", isMet: unlike.length === 0 && (first?.pairs ?? 0) > 0 },
  };
}
