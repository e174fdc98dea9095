// Finds the range of some texts that differs from a wanted text in the fewest letters.
//
// It uses Sellers' algorithm: the edit distance to every range at once, in rows of the wanted text's length.

export interface Nearest {
  /** The index of the text. */
  readonly text: number;
  readonly from: number;
  readonly to: number;
  /** False if a range elsewhere, without overlap, is equally similar. */
  readonly isOnly: boolean;
}

/** Maximum share of letters that may differ, found by trying. A text with more differences is another text. */
const MOST_DIFFERENT = 0.25;
/** Minimum length. Shorter texts are similar to too many others. */
const SHORTEST = 4;

/** Returns the nearest range; undefined if none is similar, or if the search would take more steps than allowed. */
export function nearestStretch(wanted: string, texts: readonly string[], mostSteps: number): Nearest | undefined {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (wanted.length < SHORTEST || wanted.length * length > mostSteps) return undefined;
  // If equally similar ranges overlap, prefer one that ends like the wanted text.
  const isWhole = ({ text, to }: Nearest): boolean => texts[text]![to - 1] === wanted.at(-1);
  let best: (Nearest & { readonly distance: number }) | undefined;
  for (const [index, text] of texts.entries()) {
    for (const end of endsIn(wanted, text)) {
      if (end.distance > wanted.length * MOST_DIFFERENT) continue;
      const found = { text: index, from: end.from, to: end.to, distance: end.distance, isOnly: true };
      if (best === undefined || end.distance < best.distance) best = found;
      else if (end.distance > best.distance) continue;
      else if (!overlaps(best, found)) best = { ...best, isOnly: false };
      else if (isWhole(found) && !isWhole(best)) best = { ...found, isOnly: best.isOnly };
    }
  }
  return best;
}

function overlaps(one: Nearest, other: Nearest): boolean {
  return one.text === other.text && one.from < other.to && one.to > other.from;
}

interface End {
  readonly from: number;
  readonly to: number;
  readonly distance: number;
}

/** Yields, for every position in the text, the nearest range that ends there. */
function* endsIn(wanted: string, text: string): Generator<End> {
  let distances = Array.from({ length: wanted.length + 1 }, (_, row) => row);
  let starts = distances.map(() => 0);
  for (let at = 0; at < text.length; at += 1) {
    const nextDistances = [0];
    const nextStarts = [at + 1];
    for (let row = 1; row <= wanted.length; row += 1) {
      const changed = distances[row - 1]! + (wanted[row - 1] === text[at] ? 0 : 1);
      const added = distances[row]! + 1;
      const left = nextDistances[row - 1]! + 1;
      const least = Math.min(changed, added, left);
      nextDistances.push(least);
      nextStarts.push(least === changed ? starts[row - 1]! : least === added ? starts[row]! : nextStarts[row - 1]!);
    }
    distances = nextDistances;
    starts = nextStarts;
    yield { from: starts[wanted.length]!, to: at + 1, distance: distances[wanted.length]! };
  }
}
