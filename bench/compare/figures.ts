// Computes the judged figures, each with its bar. A figure without measurements misses its bar.

import type { Figure } from "../measure.ts";
import { DOCXODUS, VERSUS } from "./contenders.ts";
import type { Alone } from "./measure-alone.ts";
import { finishedBy, geometricMean, type Measured } from "./tables.ts";
import type { Finished } from "./take-turns.ts";

/** A real pair, with the number of characters that a plain word diff of its texts marks. */
export interface MeasuredReal extends Measured {
  readonly wordDifference: number;
}

/** Returns the result of a contender for a pair if it is right. */
function rightBy(measured: Measured, name: string): Finished | undefined {
  const finished = finishedBy(measured, name);
  return finished?.isRight ? finished : undefined;
}

/**
 * Returns the share of the real pairs that Versus gets right, and how much it marks on them. The marks are compared
 * with those of other engines that are right too, and with a plain word diff.
 */
export function sparingFigures(real: readonly MeasuredReal[]): Figure[] {
  const own = real.flatMap((pair) => {
    const versus = rightBy(pair, VERSUS);
    return versus === undefined ? [] : [{ pair, ...versus }];
  });
  const times = (marked: number, least: number): number => Math.max(1, marked) / Math.max(1, least);
  const besideDocxodus = own.flatMap(({ pair, marked, pieces }) => {
    const peer = rightBy(pair, DOCXODUS);
    return peer === undefined ? [] : [{ isSparing: marked <= peer.marked, pieces: times(pieces, peer.pieces) }];
  });
  const timesSmallest = own.flatMap(({ pair, marked }) => {
    const right = [...pair.outcomes.keys()].flatMap((name) => rightBy(pair, name) ?? []);
    return right.length < 2 ? [] : [times(marked, Math.min(...right.map((each) => each.marked)))];
  });
  const timesWords = own.map(({ pair, marked }) => times(marked, pair.wordDifference));
  return [
    {
      name: "real pairs that Versus finishes and gets right, share",
      value: own.length / real.length,
      bar: { atLeast: 1 },
    },
    {
      name: `pairs with as few characters as ${DOCXODUS}, share of ${besideDocxodus.length}`,
      value: besideDocxodus.filter(({ isSparing }) => isSparing).length / besideDocxodus.length,
      bar: { atLeast: 0.95 },
    },
    {
      name: `characters / smallest right engine, geometric mean of ${timesSmallest.length}`,
      value: geometricMean(timesSmallest),
      // A compound that mostly changed is marked whole, which marks more characters.
      bar: { atMost: 1.06 },
    },
    {
      name: `pieces / ${DOCXODUS}, geometric mean of ${besideDocxodus.length}`,
      value: geometricMean(besideDocxodus.map(({ pieces }) => pieces)),
      bar: { atMost: 0.75 },
    },
    {
      name: `characters / plain word diff, geometric mean of ${timesWords.length}`,
      value: geometricMean(timesWords),
      bar: { atMost: 1.1 },
    },
  ];
}

/** Maps a number of paragraphs to the value for that contract. */
export type BySize<Value> = ReadonlyMap<number, Value>;

/** Returns CPU time relative to docxodus, and memory. */
export function contractFigures(contracts: BySize<Measured>): Figure[] {
  const beside = [1_000, 5_000].map((size): Figure => {
    const measured = contracts.get(size);
    const [versus, peer] = [VERSUS, DOCXODUS].map((name) => (measured ? finishedBy(measured, name) : undefined));
    return {
      name: `${size} paragraphs: CPU of ${VERSUS} / ${DOCXODUS}`,
      value: versus && peer ? versus.cpu / peer.cpu : Number.NaN,
      bar: { atMost: 0.11 },
    };
  });
  const large = contracts.get(5_000);
  const memory = (large ? finishedBy(large, VERSUS)?.memory : undefined) ?? Number.NaN;
  return [...beside, { name: "5000 paragraphs: peak MB of Versus", value: memory, bar: { atMost: 300 } }];
}

/** Pairs of sizes between which the document grows tenfold. */
const TENFOLD = [
  [100, 1_000],
  [2_000, 20_000],
] as const;

/**
 * Returns CPU time relative to the floor, with the gate and, if the engine reports it as a stage, without; and growth.
 */
export function aloneFigures(alone: BySize<Alone>): Figure[] {
  const times = [1_000, 5_000].map((size): Figure => {
    const measured = alone.get(size);
    return {
      name: `${size} paragraphs: CPU with the gate / opening both, saving one`,
      value: measured ? measured.cpu / measured.floor : Number.NaN,
      bar: { atMost: 3 },
    };
  });
  const unchecked = [1_000, 5_000].flatMap((size): Figure[] => {
    const measured = alone.get(size);
    const gate = measured?.stages.checking;
    if (measured === undefined || gate === undefined) return [];
    const name = `${size} paragraphs: CPU without the gate / opening both, saving one`;
    return [{ name, value: (measured.cpu - gate) / measured.floor, bar: { atMost: 2 } }];
  });
  const growth = TENFOLD.map(([small, large]): Figure => {
    const [from, to] = [alone.get(small), alone.get(large)];
    return {
      name: `CPU at ${large} paragraphs / at ${small}`,
      value: from && to ? to.cpu / from.cpu : Number.NaN,
      bar: { atMost: 11 },
    };
  });
  return [...times, ...unchecked, ...growth];
}
