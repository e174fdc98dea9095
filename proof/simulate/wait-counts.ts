// Counts waits in classes, each a twentieth longer than the previous one.
//
// So the error of a percentile is at most a twentieth, and a day with millions of waits takes no more memory than an
// hour.

const FACTOR = 1.05;
const CLASSES = 400;

export class WaitCounts {
  readonly #counts = new Float64Array(CLASSES);
  #total = 0;

  /** Milliseconds. */
  add(wait: number): void {
    const place = wait <= 1 ? 0 : Math.min(CLASSES - 1, Math.ceil(Math.log(wait) / Math.log(FACTOR)));
    this.#counts[place]! += 1;
    this.#total += 1;
  }

  addAll(other: WaitCounts): void {
    for (const [place, count] of other.#counts.entries()) this.#counts[place]! += count;
    this.#total += other.#total;
  }

  /** Returns the milliseconds that this share of the waits does not exceed; 0 if they are at most 1. */
  percentile(share: number): number {
    let seen = 0;
    for (const [place, count] of this.#counts.entries()) {
      seen += count;
      if (seen >= this.#total * share && this.#total > 0) return place === 0 ? 0 : FACTOR ** place;
    }
    return 0;
  }
}
