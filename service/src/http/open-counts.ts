// Counts what is open by name, such as the downloads of one link, and knows how many may be.

export class OpenCounts {
  readonly #open = new Map<string, number>();
  readonly #most: number;

  /** 0 is no limit. */
  constructor(most: number) {
    this.#most = most === 0 ? Number.POSITIVE_INFINITY : most;
  }

  count(name: string): number {
    return this.#open.get(name) ?? 0;
  }

  hasRoom(name: string): boolean {
    return this.count(name) < this.#most;
  }

  /** Returns the function that closes it. */
  open(name: string): () => void {
    this.#open.set(name, this.count(name) + 1);
    return () => {
      const left = this.count(name) - 1;
      if (left > 0) this.#open.set(name, left);
      else this.#open.delete(name);
    };
  }
}
