// A few checks at a time, fairly among organizations: an organization that has a turn gets no other while it would be the
// last free one, and of those who wait the organization with the fewest turns is next. Whoever gives up waiting leaves the
// line.

interface Waiting {
  readonly organizationId: string;
  readonly start: () => void;
}

export class CheckTurns {
  #free: number;
  readonly #held = new Map<string, number>();
  /** In the order they came. */
  readonly #waiting = new Set<Waiting>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** The turn ends when the work does, or when `signal` is aborted: then it throws the reason, and the work is left alone. */
  async take<Result>(organizationId: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#begin(organizationId, signal);
    try {
      signal.throwIfAborted();
      return await untilAborted(work(), signal);
    } finally {
      this.#free += 1;
      const held = this.#heldBy(organizationId) - 1;
      if (held === 0) this.#held.delete(organizationId);
      else this.#held.set(organizationId, held);
      this.#startNext();
    }
  }

  #begin(organizationId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      // Out of the line at once, or a turn could be handed to somebody who has gone.
      const leave = (): void => {
        this.#waiting.delete(waiting);
        reject(signal.reason);
      };
      const start = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const waiting: Waiting = { organizationId, start };
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.add(waiting);
      this.#startNext();
    });
  }

  #startNext(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#waiting.delete(next);
      this.#free -= 1;
      this.#held.set(next.organizationId, this.#heldBy(next.organizationId) + 1);
      next.start();
    }
  }

  #next(): Waiting | undefined {
    if (this.#free === 0) return undefined;
    let chosen: Waiting | undefined;
    for (const waiting of this.#waiting) {
      const held = this.#heldBy(waiting.organizationId);
      if (held > 0 && this.#free === 1) continue;
      if (chosen === undefined || held < this.#heldBy(chosen.organizationId)) chosen = waiting;
    }
    return chosen;
  }

  #heldBy(organizationId: string): number {
    return this.#held.get(organizationId) ?? 0;
  }
}

async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
