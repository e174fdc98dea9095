// Reports the judgement on many redlines and applies the bars.
//
// - The marked characters are few in the sum and on every pair.
// - There are few islands.
// - Every kind of edit is shown as what it is.
// - No move is shown where nothing was moved.

import { editKinds } from "../../generate/truth.ts";
import { countsText, countWords, type Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { Corpus } from "../find-corpus.ts";
import type { JudgedEdit, TruthResult } from "./judge-pair.ts";

export interface TruthRun {
  readonly corpus: Corpus["kind"];
  readonly seed: number;
  readonly results: readonly TruthResult[];
  readonly isVerbose: boolean;
}

const MOST_IN_SUM = 1.03;
const MOST_OF_A_PAIR = 1.3;
/** Pairs with at most this many changed characters are judged only in the sum. */
const JUDGED_SIZE = 200;
const MOST_ISLANDS = 1.2;
/**
 * Least recall for kinds with at least MANY edits. A kind with fewer edits may miss one of fifteen, because one odd
 * document has a large share there.
 */
const LEAST_RECALL = 0.97;
const LEAST_RECALL_OF_FEW = 0.93;
const MANY = 100;
/** Maximum number of pairs in a table. */
const TOLD = 25;

interface Judged {
  readonly name: string;
  readonly figure: string;
  readonly isMet: boolean;
}

export function reportTruth({ corpus, seed, results, isVerbose }: TruthRun): Report {
  const judged = results.filter(({ outcome }) => outcome === "judged");
  const failed = results.filter(({ outcome }) => outcome === "refused" || outcome === "crashed");
  const edits = judged.flatMap((result) => result.edits);
  const lines = judgementsOf(judged, edits);
  const missed = lines.filter(({ isMet }) => !isMet);
  return {
    text: [
      kindTable(edits),
      ...failed.map(({ name, outcome, reason }) => `${outcome}: ${name}: ${reason}`),
      worstTable("Most characters over the truth", judged, (result) => result.marked - result.truth),
      worstTable("Highest ratio of those with over 200 changed characters", judged.filter(isLarge), ratioOf),
      worstTable("Most islands over the edits", judged, (result) => result.islands - placesOf(result.edits)),
      ...judged.flatMap((result) => falseMoveLines(result)),
      ...(isVerbose ? judged.flatMap(verboseLines) : []),
      `Notices: ${countsText(countWords(judged.flatMap(({ notices }) => notices)))}`,
      ...lines.map(({ name, figure, isMet }) => `${isMet ? "ok   " : "SHORT"} ${name}: ${figure}`),
    ],
    tally: { passed: lines.length - missed.length, failed: missed.length + failed.length },
    figures: { corpus, seed, pairs: judged.length, edits: edits.length, ...figuresOf(judged, edits) },
    bar: {
      wanted: `characters at most ${MOST_IN_SUM} times the truth and ${MOST_OF_A_PAIR} on each pair of over ${JUDGED_SIZE}, islands at most ${MOST_ISLANDS} times the edits, recall of each kind at least ${LEAST_RECALL} (${LEAST_RECALL_OF_FEW} with under ${MANY} edits), no false move`,
      isMet: missed.length === 0 && failed.length === 0 && judged.length > 0,
    },
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
/** A term that is renamed throughout counts as an edit in each of its positions. */
const placesOf = (edits: readonly JudgedEdit[]): number => sum(edits.map(({ places }) => places));
const isLarge = ({ truth }: TruthResult): boolean => truth > JUDGED_SIZE;
const ratioOf = ({ marked, truth }: TruthResult): number => marked / Math.max(1, truth);
const share = (part: number, whole: number): string =>
  whole === 0 ? "none" : `${((100 * part) / whole).toFixed(1)} %`;

function figuresOf(judged: readonly TruthResult[], edits: readonly JudgedEdit[]) {
  const large = judged.filter(isLarge);
  return {
    ratio: sum(judged.map(({ marked }) => marked)) / Math.max(1, sum(judged.map(({ truth }) => truth))),
    overPairs: large.filter((result) => ratioOf(result) > MOST_OF_A_PAIR).length,
    largePairs: large.length,
    islands: sum(judged.map(({ islands }) => islands)) / Math.max(1, placesOf(edits)),
    recall: edits.filter(({ isFound }) => isFound).length / Math.max(1, edits.length),
    falseMoves: sum(judged.map(({ falseMoves }) => falseMoves.length)),
    strays: sum(judged.map(({ strays }) => strays.length)),
  };
}

function judgementsOf(judged: readonly TruthResult[], edits: readonly JudgedEdit[]): Judged[] {
  const { ratio, overPairs, largePairs, islands, falseMoves } = figuresOf(judged, edits);
  const kinds = Map.groupBy(edits, ({ kind }) => kind);
  return [
    {
      name: `characters marked, times the truth (${MOST_IN_SUM})`,
      figure: ratio.toFixed(3),
      isMet: ratio <= MOST_IN_SUM,
    },
    {
      name: `pairs of over ${JUDGED_SIZE} changed characters over ${MOST_OF_A_PAIR} times the truth (0)`,
      figure: `${overPairs} of ${largePairs}`,
      isMet: overPairs === 0,
    },
    { name: `islands, times the edits (${MOST_ISLANDS})`, figure: islands.toFixed(3), isMet: islands <= MOST_ISLANDS },
    { name: "moves claimed where none was made (0)", figure: String(falseMoves), isMet: falseMoves === 0 },
    ...editKinds.flatMap((kind) => {
      const own = kinds.get(kind) ?? [];
      const found = own.filter(({ isFound }) => isFound).length;
      const figure = `${found} of ${own.length}, ${share(found, own.length)}`;
      const least = own.length >= MANY ? LEAST_RECALL : LEAST_RECALL_OF_FEW;
      return own.length === 0 ? [] : [{ name: `recall of ${kind}`, figure, isMet: found >= least * own.length }];
    }),
  ];
}

function kindTable(edits: readonly JudgedEdit[]): string {
  const kinds = Map.groupBy(edits, ({ kind }) => kind);
  const rows = editKinds.flatMap((kind) => {
    const own = kinds.get(kind);
    if (own === undefined) return [];
    const found = own.filter(({ isFound }) => isFound).length;
    const [size, marked] = [sum(own.map((edit) => edit.size)), sum(own.map((edit) => edit.marked))];
    const ratio = size === 0 ? (marked === 0 ? "-" : "over") : (marked / size).toFixed(2);
    const lost = own.filter(({ isLocated }) => !isLocated).length;
    return [[kind, own.length, found, share(found, own.length), size, Math.round(marked), ratio, lost]];
  });
  return formatTable(["kind of edit", "edits", "found", "recall", "truth", "marked", "ratio", "place not found"], rows);
}

function worstTable(title: string, results: readonly TruthResult[], badness: (result: TruthResult) => number): string {
  const worst = results.toSorted((one, other) => badness(other) - badness(one)).slice(0, TOLD);
  const rows = worst
    .filter((result) => badness(result) > 0)
    .map((result) => {
      const missed = result.edits.filter(({ isFound }) => !isFound).map(({ kind }) => kind);
      const { name, marked, truth, islands, edits } = result;
      const told = countsText(countWords(missed));
      return [name, truth, marked, ratioOf(result).toFixed(2), placesOf(edits), islands, result.strays.length, told];
    });
  return `${title}\n${formatTable(["pair", "truth", "marked", "ratio", "edits", "islands", "strays", "not found"], rows)}`;
}

function falseMoveLines({ name, falseMoves }: TruthResult): string[] {
  return falseMoves.map((place) => `a move where none was made: ${name}: ${place}`);
}

function verboseLines({ name, edits, strays }: TruthResult): string[] {
  const missed = edits.filter(({ isFound }) => !isFound);
  const told = missed.map(
    ({ kind, story, paragraph, size, marked, left, kept, isLocated }) =>
      `  not found: ${kind} in ${story} ${paragraph}: truth ${size}, marked ${Math.round(marked)}, left alone ${kept} of ${left}${isLocated ? "" : ", place not found"}`,
  );
  const lines = [...told, ...strays.map((stray) => `  no edit explains: ${stray}`)];
  return lines.length === 0 ? [] : [name, ...lines];
}
