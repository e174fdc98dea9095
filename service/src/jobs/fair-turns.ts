// Runs work that callers wait for, a few tasks at a time, fairly among organizations (SRV-16).
//
// Waiting organizations are served in turn. No organization takes the last free slot while it has another, so that a
// new organization finds a slot at once. With a single slot, organizations alternate instead. A caller that waited for
// its whole time is refused, and its work has not begun.

import { unavailable } from "../contract/api-error.ts";

export interface TurnOptions {
  readonly organizationId: string;
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
  /** Maximum wait in milliseconds. Default: until the signal. */
  readonly milliseconds?: number;
}

/** A caller that waits longer for its turn is refused. */
const directMilliseconds = 10_000;

/**
 * Runs work that ends with its caller's reply. Throws SERVICE_UNAVAILABLE with the message `busy` if no turn came in
 * time. Throws the reason of the signal if it is aborted before the turn, and every error of the work.
 */
export async function takeDirectTurn<Result>(
  turns: FairTurns,
  options: Omit<TurnOptions, "milliseconds">,
  { work, busy }: { readonly work: () => Promise<Result>; readonly busy: string },
): Promise<Result> {
  return turns.take({ ...options, milliseconds: directMilliseconds }, work).catch((problem: unknown) => {
    throw problem instanceof TurnTooLate ? unavailable(busy) : problem;
  });
}

/** The error of work that got no turn in time. */
export class TurnTooLate extends Error {
  constructor() {
    super("there was no turn in time");
    this.name = "TurnTooLate";
  }
}

interface Waiter {
  readonly organizationId: string;
  readonly begin: () => void;
}

export class FairTurns {
  readonly #places: number;
  /** Maps an organization to the number of slots that it has. */
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Map<string, Waiter[]>();
  /** Maps an organization to its last turn, while it has or waits for a slot. */
  readonly #lastTurns = new Map<string, number>();
  #turn = 0;
  #free: number;

  constructor(places: number) {
    this.#places = places;
    this.#free = places;
  }

  /** Runs the work in a slot. Before the work begins, throws TurnTooLate or the reason of the signal. */
  async take<Result>(options: TurnOptions, work: () => Promise<Result>): Promise<Result> {
    const { organizationId } = options;
    await this.#wait(options);
    try {
      return await work();
    } finally {
      this.#give(organizationId);
    }
  }

  async #wait({ organizationId, signal, milliseconds }: TurnOptions): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { organizationId, begin: resolve };
    const giveUp = (problem: unknown) => {
      if (this.#forget(waiter)) reject(problem);
    };
    const abort = () => giveUp(signal.reason);
    const tooLate = () => giveUp(new TurnTooLate());
    const timer = milliseconds === undefined ? undefined : setTimeout(tooLate, milliseconds);
    signal.addEventListener("abort", abort, { once: true });
    this.#waiting.set(organizationId, [...(this.#waiting.get(organizationId) ?? []), waiter]);
    this.#beginNext();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    }
  }

  #give(organizationId: string): void {
    const left = (this.#taken.get(organizationId) ?? 0) - 1;
    if (left > 0) this.#taken.set(organizationId, left);
    else this.#taken.delete(organizationId);
    this.#free += 1;
    this.#beginNext();
    this.#forgetIdle(organizationId);
  }

  #forgetIdle(organizationId: string): void {
    const isIdle = !this.#taken.has(organizationId) && !this.#waiting.has(organizationId);
    if (isIdle) this.#lastTurns.delete(organizationId);
  }

  #beginNext(): void {
    while (this.#free > 0) {
      const next = this.#next();
      if (next === undefined) return;
      const [waiter, ...others] = this.#waiting.get(next) ?? [];
      if (others.length > 0) this.#waiting.set(next, others);
      else this.#waiting.delete(next);
      this.#turn += 1;
      this.#lastTurns.set(next, this.#turn);
      this.#taken.set(next, (this.#taken.get(next) ?? 0) + 1);
      this.#free -= 1;
      waiter?.begin();
    }
  }

  /** Returns the organization whose last turn is the longest ago, among those that may take a slot. */
  #next(): string | undefined {
    let next: string | undefined;
    const lastTurn = (organizationId: string) => this.#lastTurns.get(organizationId) ?? 0;
    for (const organizationId of this.#waiting.keys()) {
      if (!this.#mayTake(organizationId)) continue;
      if (next === undefined || lastTurn(organizationId) < lastTurn(next)) next = organizationId;
    }
    return next;
  }

  #mayTake(organizationId: string): boolean {
    return this.#free > 1 || this.#places === 1 || !this.#taken.has(organizationId);
  }

  /** Removes the waiter from its queue. True if it was still waiting. */
  #forget(waiter: Waiter): boolean {
    const { organizationId } = waiter;
    const line = this.#waiting.get(organizationId) ?? [];
    const left = line.filter((other) => other !== waiter);
    if (left.length === line.length) return false;
    if (left.length > 0) this.#waiting.set(organizationId, left);
    else this.#waiting.delete(organizationId);
    this.#forgetIdle(organizationId);
    return true;
  }
}
