// Provides two hundred meaningless words that occur nowhere else, to be planted in callers' content.
//
// At the end of a run, they are searched for in all data that must not contain content of callers (`running/leaks.ts`).

export type MarkerKind = "document" | "name" | "author" | "selector";

const COUNTS: Readonly<Record<MarkerKind, number>> = { document: 80, name: 40, author: 30, selector: 50 };
/** The start of every word. A text without it contains none of the words. */
export const MARKER_START = "qzxv";
const LETTERS = "bcdfghjklmnpqrstvwxz";

export interface Marker {
  readonly word: string;
  readonly kind: MarkerKind;
}

/** The words, equal in every run; each has 12 letters. */
export const markers: readonly Marker[] = makeMarkers();

const used = new Set<string>();
const turns: Record<MarkerKind, number> = { document: 0, name: 0, author: 0, selector: 0 };

/** Returns the next word of a kind; the first follows the last. */
export function marker(kind: MarkerKind): string {
  const own = markersOf(kind);
  const word = own[turns[kind]++ % own.length]!;
  used.add(word);
  return word;
}

/** Returns every word of a kind, and marks them as used. */
export function allMarkers(kind: MarkerKind): readonly string[] {
  return markersOf(kind).map(() => marker(kind));
}

/** Returns the words that were never planted. */
export function unusedMarkers(): readonly Marker[] {
  return markers.filter(({ word }) => !used.has(word));
}

function markersOf(kind: MarkerKind): readonly string[] {
  return markers.filter((one) => one.kind === kind).map(({ word }) => word);
}

function makeMarkers(): Marker[] {
  let seed = 20_260_304;
  const letter = (): string => {
    // The generator of Park and Miller.
    seed = (seed * 48_271) % 2_147_483_647;
    return LETTERS[seed % LETTERS.length]!;
  };
  const word = (): string => MARKER_START + Array.from({ length: 8 }, letter).join("");
  return (Object.keys(COUNTS) as MarkerKind[]).flatMap((kind) =>
    Array.from({ length: COUNTS[kind] }, () => ({ word: word(), kind })),
  );
}
