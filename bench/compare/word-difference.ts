// Counts the characters that a plain word diff of two texts marks, as a reference for redlines.
//
// Equal paragraphs that are unique in each text are aligned first, as far as their order permits, and then equal
// neighbours. The words between them are compared. This diff knows neither moves nor tables nor readability.

/** Returns the number of characters in words that only one of two texts has. */
export function wordDifference(before: readonly string[], after: readonly string[]): number {
  const anchors = [...alignedLines(before, after), { before: before.length, after: after.length }];
  let sum = 0;
  let from = { before: 0, after: 0 };
  for (const to of anchors) {
    sum += gapDifference(before.slice(from.before, to.before), after.slice(from.after, to.after));
    from = { before: to.before + 1, after: to.after + 1 };
  }
  return sum;
}

interface Pairing {
  readonly before: number;
  readonly after: number;
}

/** Returns equal, unique paragraphs in the longest common order, with their equal neighbours. */
function alignedLines(before: readonly string[], after: readonly string[]): Pairing[] {
  const [places, others] = [uniquePlaces(before), uniquePlaces(after)];
  const pairs = before.flatMap((text, at): Pairing[] => {
    const other = places.get(text) === at ? others.get(text) : undefined;
    return other === undefined || other === -1 ? [] : [{ before: at, after: other }];
  });
  const spine = longestIncreasing(pairs);
  const found = new Map<number, number>();
  let floor = { before: -1, after: -1 };
  for (const [index, anchor] of spine.entries()) {
    const next = spine[index + 1] ?? { before: before.length, after: after.length };
    let [up, down] = [0, 1];
    while (anchor.before - up > floor.before && anchor.after - up > floor.after) {
      if (before[anchor.before - up] !== after[anchor.after - up]) break;
      found.set(anchor.before - up, anchor.after - up);
      up += 1;
    }
    while (anchor.before + down < next.before && anchor.after + down < next.after) {
      if (before[anchor.before + down] !== after[anchor.after + down]) break;
      found.set(anchor.before + down, anchor.after + down);
      down += 1;
    }
    floor = { before: anchor.before + down - 1, after: anchor.after + down - 1 };
  }
  return [...found]
    .map(([at, other]) => ({ before: at, after: other }))
    .sort((one, other) => one.before - other.before);
}

/** Maps each text to its index; -1 if it occurs several times. */
function uniquePlaces(texts: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, text] of texts.entries()) places.set(text, places.has(text) ? -1 : at);
  return places;
}

function longestIncreasing(pairs: readonly Pairing[]): Pairing[] {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [index, { after }] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]!.after < after) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : tails[low - 1]!;
    tails[low] = index;
  }
  const spine: Pairing[] = [];
  for (let at = tails.at(-1) ?? -1; at !== -1; at = previous[at]!) spine.unshift(pairs[at]!);
  return spine;
}

const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_]+(?:[.,'’][\p{L}\p{M}\p{N}_]+)*|\s|[^\s]/gu;
/** Maximum number of differences in a gap. With more, its texts count as completely different. */
const MOST_STEPS = 6_000;

/**
 * Returns the number of characters in words that only one of two ranges of paragraphs has, by Myers' algorithm without
 * a traceback.
 */
function gapDifference(before: readonly string[], after: readonly string[]): number {
  const tokensOf = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => [...(text.match(TOKEN) ?? []), "\n"]);
  const [one, other] = [tokensOf(before), tokensOf(after)];
  const lengthOf = (tokens: readonly string[]): number =>
    tokens.reduce((sum, token) => sum + (token === "\n" ? 0 : token.length), 0);
  return lengthOf(one) + lengthOf(other) - 2 * commonLength(one, other);
}

/** Returns the number of characters of the common tokens on a shortest edit path. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(MOST_STEPS, one.length + other.length);
  const reach = new Int32Array(2 * most + 3);
  const common = new Float64Array(2 * most + 3);
  for (let steps = 0; steps <= most; steps += 1) {
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const at = diagonal + most + 1;
      const isDown = diagonal === -steps || (diagonal !== steps && reach[at - 1]! < reach[at + 1]!);
      let x = isDown ? reach[at + 1]! : reach[at - 1]! + 1;
      let length = isDown ? common[at + 1]! : common[at - 1]!;
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal]) {
        length += one[x] === "\n" ? 0 : one[x]!.length;
        x += 1;
      }
      reach[at] = x;
      common[at] = length;
      if (x >= one.length && x - diagonal >= other.length) return length;
    }
  }
  return 0;
}
