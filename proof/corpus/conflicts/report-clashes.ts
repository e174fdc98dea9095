// Reports how many clashes and near misses gave the expected conflicts, and applies the bar.

import { clashKinds } from "../../generate/merges/clashes/make-clash.ts";
import type { Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { Corpus } from "../find-corpus.ts";
import type { ClashResult } from "./check-clash.ts";
import type { SettledMerges } from "./settled-merges.ts";

export interface ClashesRun {
  readonly corpus: Corpus["kind"];
  readonly seed: number;
  readonly results: readonly ClashResult[];
  /** The merges that a person settles. Undefined if the corpus does not have them. */
  readonly settled?: SettledMerges | undefined;
}

/**
 * Least share of right results: for clashes whose words, rows or columns occur once (`telling`), and for the others.
 */
const LEAST_RIGHT = { telling: 1, others: 0.99 } as const;

export function reportClashes({ corpus, seed, results, settled }: ClashesRun): Report {
  const made = results.filter(({ outcome }) => outcome !== "unmade");
  const failing = made.filter(({ isRight, problems }) => !isRight || problems.length > 0);
  const restored = made.filter(({ problems, outcome }) => outcome === "judged" && problems.length === 0).length;
  const wrong = settled === undefined ? 0 : settled.merges - settled.right;
  const isMet = [false, true].every((isNear) => {
    const own = made.filter((one) => one.isNear === isNear);
    return shareOf(own, true) >= LEAST_RIGHT.telling && shareOf(own, false) >= LEAST_RIGHT.others;
  });
  return {
    text: [
      kindTable(results),
      `Base and both copies given back in ${restored} of ${made.length}`,
      ...failing.map((one) => problemLine(one, seed)),
      ...(settled === undefined ? [] : [`Merges settled by choices: ${settled.merges}`, ...settled.problems]),
    ],
    tally: {
      passed: made.length - failing.length + (settled?.right ?? 0),
      failed: failing.length + wrong,
    },
    figures: { corpus, seed, made: made.length, restored, settled: settled?.merges ?? 0, ...figuresOf(made) },
    bar: {
      wanted:
        "every clash one conflict of its kind and near misses none: all where the words occur once, else 99 %; base and copies given back in all; every choice in settled merges right",
      isMet: isMet && wrong === 0 && restored === made.length && made.length > 0,
    },
  };
}

/** Returns the share of right results among those with this `isDistinctive`; 1 without such results. */
function shareOf(results: readonly ClashResult[], isDistinctive: boolean): number {
  const own = results.filter((one) => one.isDistinctive === isDistinctive);
  return own.length === 0 ? 1 : own.filter(({ isRight }) => isRight).length / own.length;
}

/** Recall counts clashes alone. Precision counts everything that was reported as a conflict, near misses included. */
function figuresOf(made: readonly ClashResult[]) {
  const clashes = made.filter(({ isNear }) => !isNear);
  const near = made.filter(({ isNear }) => isNear);
  const hits = clashes.filter(({ isRight }) => isRight).length;
  const found = made.reduce((sum, { conflicts }) => sum + conflicts.length, 0);
  return {
    recall: clashes.length === 0 ? 1 : hits / clashes.length,
    precision: found === 0 ? 1 : hits / found,
    nearMisses: near.filter(({ isRight }) => isRight).length,
  };
}

function kindTable(results: readonly ClashResult[]): string {
  const rows = clashKinds.map((kind) => {
    const counts = [false, true].flatMap((isNear) => {
      const own = results.filter((one) => one.kind === kind && one.isNear === isNear && one.outcome !== "unmade");
      return [true, false].flatMap((isDistinctive) => {
        const group = own.filter((one) => one.isDistinctive === isDistinctive);
        return `${group.filter(({ isRight }) => isRight).length} of ${group.length}`;
      });
    });
    return [kind, ...counts, results.filter((one) => one.kind === kind && one.outcome === "unmade").length];
  });
  const headings = ["kind", "clash, once", "clash, else", "near, once", "near, else", "unmade"];
  return formatTable(headings, rows);
}

function problemLine(
  { name, outcome, reason, where, isDistinctive, conflicts, problems }: ClashResult,
  seed: number,
): string {
  const found = outcome === "judged" ? `conflicts: ${conflicts.join(", ") || "none"}` : `${outcome}: ${reason}`;
  const told = [found, ...problems, isDistinctive ? "once" : "more than once", where].join("; ");
  return `${name}: ${told} | npm run corpus -- conflicts --seed ${seed} --only ${name} --jobs 1 --save FOLDER`;
}
