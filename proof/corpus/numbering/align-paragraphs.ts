// Pairs the paragraphs of two readings of a document, by order and text.
//
// The readings may differ: one shows a new result of a field, another omits a paragraph. So the longest common
// subsequence of equal texts is paired first (Myers). Between two such pairs, the remaining paragraphs are paired by
// position if both sides have the same number.

/** Number of characters that are compared: one of the programs shows no more. */
const TOLD_APART_BY = 40;
/** Two readings with more differences than this are not readings of the same document. */
const MOST_DIFFERENCES = 1_500;

/**
 * Returns the first 40 characters (`TOLD_APART_BY`) of a text without spaces, control and object characters, on which
 * readings agree.
 */
export function comparableText(text: string): string {
  return text.replace(/[\s\p{C}\uFFFC]+/gu, "").slice(0, TOLD_APART_BY);
}

/** Returns, for each of our paragraphs, the index of theirs, or -1. */
export function alignParagraphs(ours: readonly string[], theirs: readonly string[]): number[] {
  const pairs = new Array<number>(ours.length).fill(-1);
  for (const [our, their] of commonPairs(ours, theirs)) pairs[our] = their;
  let gap = { ours: 0, theirs: 0 };
  for (let end = 0; end <= ours.length; end += 1) {
    const their = end === ours.length ? theirs.length : pairs[end]!;
    if (their < 0) continue;
    const length = end - gap.ours;
    if (length === their - gap.theirs) for (let at = 0; at < length; at += 1) pairs[gap.ours + at] = gap.theirs + at;
    gap = { ours: end + 1, theirs: their + 1 };
  }
  return pairs;
}

/** Returns the pairs of a longest common subsequence; none if there are too many differences. */
function commonPairs(ours: readonly string[], theirs: readonly string[]): [number, number][] {
  const history = editHistory(ours, theirs);
  const pairs: [number, number][] = [];
  let [our, their] = [ours.length, theirs.length];
  for (let step = history.length - 1; step >= 0; step -= 1) {
    const reach = history[step]!;
    const diagonal = our - their;
    const isDown = diagonal === -step || (diagonal !== step && at(reach, diagonal - 1) < at(reach, diagonal + 1));
    const previous = step === 0 ? 0 : isDown ? diagonal + 1 : diagonal - 1;
    const start = step === 0 ? 0 : at(reach, previous) + (isDown ? 0 : 1);
    while (our > start) pairs.push([--our, --their]);
    if (step > 0) [our, their] = [at(reach, previous), at(reach, previous) - previous];
  }
  return pairs;
}

/** Indexed by number of differences. Maps a diagonal to the index in `ours` that it had reached before that step. */
function editHistory(ours: readonly string[], theirs: readonly string[]): Map<number, number>[] {
  const history: Map<number, number>[] = [];
  const reach = new Map<number, number>();
  for (let step = 0; step <= Math.min(ours.length + theirs.length, MOST_DIFFERENCES); step += 1) {
    history.push(new Map(reach));
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      const isDown = diagonal === -step || (diagonal !== step && at(reach, diagonal - 1) < at(reach, diagonal + 1));
      let our = step === 0 ? 0 : isDown ? at(reach, diagonal + 1) : at(reach, diagonal - 1) + 1;
      while (our < ours.length && our - diagonal < theirs.length && ours[our] === theirs[our - diagonal]) our += 1;
      reach.set(diagonal, our);
      if (our >= ours.length && our - diagonal >= theirs.length) return history;
    }
  }
  return [];
}

function at(reach: ReadonlyMap<number, number>, diagonal: number): number {
  return reach.get(diagonal) ?? -1;
}
