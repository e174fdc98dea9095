// Divides the work of a process into a fast and a slow lane, so that no document delays the others.
//
// Every job begins in the fast lane, where a document gets a little processor time. A document that needs more moves to
// the slow lane, which has few children and the full time (CPU-1, CPU-2).

export type Lane = "fast" | "slow";

/** Thrown when a document needs more processor time than the fast lane gives. */
export class SlowDocument extends Error {
  constructor() {
    super("the document needs the slow lane");
    this.name = "SlowDocument";
  }
}

/** Thrown when a slow document was stopped because the fast lane needed the only child. */
export class GaveWay extends Error {
  constructor() {
    super("the child was needed for the fast lane");
    this.name = "GaveWay";
  }
}

/** The share of the children that the slow lane has. It has at least one child. */
const slowShare = 0.25;

/** The running jobs of one process in each lane, of all kinds. */
export class Lanes {
  /** True for a process with one child. It serves the slow lane only while the fast lane is empty. */
  readonly isSingle: boolean;
  /** Maximum number of slow documents that the process runs at the same time. */
  readonly slowPlaces: number;
  readonly #running = { fast: 0, slow: 0 };

  constructor(children: number) {
    this.isSingle = children === 1;
    this.slowPlaces = Math.max(1, Math.floor(children * slowShare));
  }

  begin(lane: Lane): void {
    this.#running[lane] += 1;
  }

  end(lane: Lane): void {
    this.#running[lane] -= 1;
  }

  /**
   * Returns how many of `hands` slots the fast lane has now. Each slow document takes one, but never the last. In a
   * process with one child the fast lane has all.
   */
  fastHands(hands: number): number {
    return this.isSingle ? hands : Math.max(1, hands - this.#running.slow);
  }

  /** The number of slow documents that may begin now. */
  get slowRoom(): number {
    if (this.isSingle && this.#running.fast > 0) return 0;
    return Math.max(0, this.slowPlaces - this.#running.slow);
  }
}
