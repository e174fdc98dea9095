// Counts open things by name, such as the downloads of one link, up to a limit.

export class OpenCounts {
  readonly #open = new Map<string, number>();
  readonly #most: number;

  /** 0 means no limit. */
  constructor(most: number) {
    this.#most = most === 0 ? Number.POSITIVE_INFINITY : most;
  }

  count(name: string): number {
    return this.#open.get(name) ?? 0;
  }

  hasRoom(name: string): boolean {
    return this.count(name) < this.#most;
  }

  /** Counts one more. Returns the function that ends it. */
  open(name: string): () => void {
    this.#open.set(name, this.count(name) + 1);
    return () => {
      const left = this.count(name) - 1;
      if (left > 0) this.#open.set(name, left);
      else this.#open.delete(name);
    };
  }
}
