// Two hundred words that mean nothing and stand nowhere else. They are planted in what callers send; at the end of a run
// they are looked for where nothing of a caller's may be (running/leaks.ts).

export type MarkerKind = "document" | "name" | "author" | "selector";

const COUNTS: Readonly<Record<MarkerKind, number>> = { document: 80, name: 40, author: 30, selector: 50 };
/** All begin so: what does not hold it holds none of them. */
export const MARKER_START = "qzxv";
const LETTERS = "bcdfghjklmnpqrstvwxz";

export interface Marker {
  readonly word: string;
  readonly kind: MarkerKind;
}

/** Equal in every run; each of 12 letters. */
export const markers: readonly Marker[] = makeMarkers();

const used = new Set<string>();
const turns: Record<MarkerKind, number> = { document: 0, name: 0, author: 0, selector: 0 };

/** The next word of a kind; after the last comes the first. */
export function marker(kind: MarkerKind): string {
  const own = markersOf(kind);
  const word = own[turns[kind]++ % own.length]!;
  used.add(word);
  return word;
}

/** Every word of a kind. */
export function allMarkers(kind: MarkerKind): readonly string[] {
  return markersOf(kind).map(() => marker(kind));
}

/** Those that nobody has planted. */
export function unusedMarkers(): readonly Marker[] {
  return markers.filter(({ word }) => !used.has(word));
}

function markersOf(kind: MarkerKind): readonly string[] {
  return markers.filter((one) => one.kind === kind).map(({ word }) => word);
}

function makeMarkers(): Marker[] {
  let seed = 20_260_304;
  const letter = (): string => {
    // A generator of Park and Miller.
    seed = (seed * 48_271) % 2_147_483_647;
    return LETTERS[seed % LETTERS.length]!;
  };
  const word = (): string => MARKER_START + Array.from({ length: 8 }, letter).join("");
  return (Object.keys(COUNTS) as MarkerKind[]).flatMap((kind) =>
    Array.from({ length: COUNTS[kind] }, () => ({ word: word(), kind })),
  );
}
