// Work that callers wait for, a few at a time, fair among organizations: those that wait are served in turns, one of each
// organization after another, and no organization takes the last free place while it has another, so that one who comes
// newly finds a place at once. With a single place there is none to be left free: turns alternate.
//
// Whoever has waited for as long as it may is told so, and has begun nothing.

import { unavailable } from "../contract/api-error.ts";

export interface TurnOptions {
  readonly organizationId: string;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  /** How long it waits at most; left out, until the signal. */
  readonly milliseconds?: number;
}

/** A caller that waits longer than this for its turn is refused. */
const directMilliseconds = 10_000;

/** Work that ends with its caller's reply. Throws SERVICE_UNAVAILABLE with the message, and the reason of the signal. */
export async function takeDirectTurn<Result>(
  turns: FairTurns,
  options: Omit<TurnOptions, "milliseconds">,
  { work, busy }: { readonly work: () => Promise<Result>; readonly busy: string },
): Promise<Result> {
  return turns.take({ ...options, milliseconds: directMilliseconds }, work).catch((problem: unknown) => {
    throw problem instanceof TurnTooLate ? unavailable(busy) : problem;
  });
}

/** It did not come to its turn in time. */
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
  /** How many places each organization has. */
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Map<string, Waiter[]>();
  /** The last turn that each organization had, while it has or waits for a place. */
  readonly #lastTurns = new Map<string, number>();
  #turn = 0;
  #free: number;

  constructor(places: number) {
    this.#places = places;
    this.#free = places;
  }

  /** Throws TurnTooLate, and the reason of the signal. */
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

  /** Of those that may, the organization whose last turn is the longest ago. */
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

  /** Tells whether it was still waiting. */
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
