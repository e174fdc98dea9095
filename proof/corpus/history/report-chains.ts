// Reports how many versions are rebuilt and how many words are right, and applies the bar.

import { type Way, ways } from "../../generate/chains/truth-text.ts";
import type { Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { Corpus } from "../find-corpus.ts";
import type { ChainResult } from "./judge-chain.ts";

export interface ChainsRun {
  readonly corpus: Corpus["kind"];
  readonly seed: number;
  readonly results: readonly ChainResult[];
  readonly isVerbose: boolean;
}

/**
 * Least share of right words, by the last thing that happened to them. Not all are 1, because an untouched line may
 * be confused with an equal line beside it that was edited.
 */
const LEAST: Readonly<Record<Way, number>> = { untouched: 0.999, inserted: 1, edited: 0.97, moved: 0.97 };

export function reportChains({ corpus, seed, results, isVerbose }: ChainsRun): Report {
  const made = results.filter(({ outcome }) => outcome !== "unmade");
  const failing = made.filter(({ outcome, rebuilt, versions, problems }) => {
    return outcome !== "judged" || rebuilt < versions || problems.length > 0;
  });
  const shares = ways.map((way) => ({ way, ...sumOf(made, way) }));
  const versions = sum(made.map((one) => one.versions));
  const rebuilt = sum(made.map((one) => one.rebuilt));
  const told = isVerbose ? made.flatMap(({ name, wrong }) => wrong.map((word) => `${name}: ${word}`)) : [];
  return {
    text: [
      chainTable(results),
      formatTable(
        ["words", "all", "right", "share"],
        shares.map(({ way, all, right, share }) => [way, all, right, share.toFixed(4)]),
      ),
      ...told,
      ...failing.map((one) => problemLine(one, seed)),
    ],
    tally: { passed: made.length - failing.length, failed: failing.length },
    figures: {
      corpus,
      seed,
      chains: made.length,
      versions,
      rebuilt,
      shares: Object.fromEntries(shares.map(({ way, share }) => [way, share])),
    },
    bar: {
      wanted:
        "every version rebuilt; words of the version that first had them: inserted all, untouched 99.9 %, edited and moved 97 %",
      isMet: made.length > 0 && failing.length === 0 && shares.every(({ way, share }) => share >= LEAST[way]),
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function sumOf(results: readonly ChainResult[], way: Way): { all: number; right: number; share: number } {
  const all = sum(results.map(({ words }) => words[way].all));
  const right = sum(results.map(({ words }) => words[way].right));
  return { all, right, share: all === 0 ? 1 : right / all };
}

function chainTable(results: readonly ChainResult[]): string {
  const rows = (["files", "generated"] as const).map((kind) => {
    const own = results.filter((one) => one.kind === kind);
    const judged = own.filter(({ outcome }) => outcome === "judged");
    const unmade = own.filter(({ outcome }) => outcome === "unmade").length;
    return [
      kind,
      own.length,
      judged.length,
      unmade,
      sum(own.map((one) => one.versions)),
      sum(own.map((one) => one.rebuilt)),
    ];
  });
  return formatTable(["chains", "all", "judged", "unmade", "versions", "rebuilt"], rows);
}

function problemLine({ name, outcome, reason, rebuilt, versions, problems }: ChainResult, seed: number): string {
  const told = [outcome === "judged" ? `${rebuilt} of ${versions} rebuilt` : `${outcome}: ${reason}`, ...problems].join(
    "; ",
  );
  return `${name}: ${told} | npm run corpus -- history --seed ${seed} --only ${name} --jobs 1 --save FOLDER`;
}
