// Numbers the sizes of drawings, the same for sizes that readers see as one (FMT-42).
//
// Programs round sizes when they save. A size is similar to a known one if width and height differ by at most 2 %. A
// size takes the number of the first known size that is similar, so the numbers depend on the order of reading.

export interface Size {
  /** In any one unit. */
  readonly width: number;
  readonly height: number;
}

/** Greatest difference of two sizes that count as one, as a share of the larger one. */
const TOLERANCE = 0.02;

export class SimilarSizes {
  /** Maps the content of a drawing to the known sizes of drawings with it. */
  readonly #known = new Map<string, Size[]>();

  numberOf(content: string, size: Size): number {
    const sizes = this.#known.get(content) ?? [];
    this.#known.set(content, sizes);
    const found = sizes.findIndex((known) => isSimilar(known, size));
    return found < 0 ? sizes.push(size) - 1 : found;
  }
}

function isSimilar(one: Size, other: Size): boolean {
  return isNear(one.width, other.width) && isNear(one.height, other.height);
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= TOLERANCE * Math.max(one, other);
}
