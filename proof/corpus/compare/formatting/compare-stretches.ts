// Compares two versions of the formatting of a text, wherever their runs begin and end.

import type { Stretch } from "./line-formatting.ts";
import type { Properties } from "./properties.ts";

export interface StretchPair {
  readonly text: string;
  readonly expected: readonly Stretch[];
  readonly found: readonly Stretch[];
}

type Tell = (pair: readonly [expected: Properties, found: Properties], at: number, piece: string) => void;

/**
 * Calls `tell` for every piece of text whose formatting is written differently, with the number of its expected
 * stretch. Pieces whose formatting is not compared are skipped.
 */
export function compareStretches({ text, expected, found }: StretchPair, tell: Tell): void {
  let [at, other, start] = [0, 0, 0];
  let [end, otherEnd] = [expected[0]?.length ?? 0, found[0]?.length ?? 0];
  while (at < expected.length && other < found.length) {
    const stop = Math.min(end, otherEnd);
    const [wanted, given] = [expected[at]!.properties, found[other]!.properties];
    if (wanted !== undefined && given !== undefined && wanted.raw !== given.raw && stop > start) {
      tell([wanted, given], at, text.slice(start, stop));
    }
    start = stop;
    if (stop === end) end += expected[++at]?.length ?? 0;
    if (stop === otherEnd) otherEnd += found[++other]?.length ?? 0;
  }
}
