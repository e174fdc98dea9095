// Randomness that a seed repeats. What is drawn depends on the keys alone, so one file gets the same draw in every
// run, whichever thread takes it and whatever else is in the sample.

/** Numbers from 0 up to, not including, 1, always the same ones for the same keys. */
export type Random = () => number;

export function seededRandom(...keys: readonly (string | number)[]): Random {
  let state = hashOf(keys.join("\n"));
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 up to, not including, `end`. */
export function drawIndex(random: Random, end: number): number {
  return Math.floor(random() * end);
}

/** The items in an order that the random numbers choose. */
export function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const chosen = drawIndex(random, last + 1);
    [shuffled[last], shuffled[chosen]] = [shuffled[chosen]!, shuffled[last]!];
  }
  return shuffled;
}

// FNV-1a
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
