// Orders the claims of a process: kinds alternate, and lanes and processor budgets are respected.
//
// Organizations whose processor seconds are spent come after all others (CPU-4). No more slow documents are claimed
// than the slow lane has slots (CPU-2).

import { type Claim, type ClaimParts, claimJobs } from "./claim-jobs.ts";
import type { Hands } from "./job-queue.ts";
import { KindTurns } from "./kind-turns.ts";
import type { Lane } from "./lanes.ts";

export interface LaneClaimOptions extends Hands {
  /** Returns the organizations that now come after all others. */
  readonly behind: () => readonly string[];
}

/** Maximum number of running slow documents of one organization and kind, in all processes together. */
const slowPerOrganization = 1;

/** The turns of the organizations with processor seconds left, and of the others. */
interface Turns {
  readonly first: KindTurns;
  readonly behind: KindTurns;
}

export class LaneClaims {
  readonly #parts: ClaimParts;
  readonly #options: LaneClaimOptions;
  readonly #turns: Readonly<Record<Lane, Turns>> = { fast: makeTurns(), slow: makeTurns() };
  #fastRunning = 0;

  constructor(parts: ClaimParts, options: LaneClaimOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Maximum number of running jobs, both lanes together. */
  get most(): number {
    const { concurrency, lanes } = this.#options;
    return concurrency + (lanes?.slowPlaces ?? 0);
  }

  /** Notes that the kind may have work. */
  wake(kind: string, lane: Lane): void {
    this.#turns[lane].first.wake(kind);
  }

  /** Returns at most `most` claims. Each must be ended with `end`. */
  async claim(most: number): Promise<readonly Claim[]> {
    const { concurrency, lanes } = this.#options;
    if (lanes === undefined) return this.#claimFast(most);
    const fastRoom = () => Math.min(most, lanes.fastHands(concurrency) - this.#fastRunning);
    if (lanes.isSingle) {
      const fast = await this.#claimFast(fastRoom());
      return fast.length > 0 ? fast : this.#claimSlow(lanes.slowRoom);
    }
    const slow = await this.#claimSlow(Math.min(most, lanes.slowRoom));
    try {
      return [...slow, ...(await this.#claimFast(Math.min(fastRoom(), most - slow.length)))];
    } catch (problem) {
      // The caller works on the slow jobs that were claimed. The next call asks again.
      if (slow.length > 0) return slow;
      throw problem;
    }
  }

  end({ kind, lane }: Claim): void {
    if (lane === "fast") this.#fastRunning -= 1;
    this.#options.lanes?.end(lane);
    // A job of the same organization may have waited for this one.
    if (lane === "slow" || this.#options.perOrganization !== undefined) this.wake(kind, lane);
  }

  async #claimFast(most: number): Promise<readonly Claim[]> {
    const { perOrganization, lanes } = this.#options;
    const claims = await this.#inOrder("fast", most, perOrganization);
    this.#fastRunning += claims.length;
    for (const { lane } of claims) lanes?.begin(lane);
    return claims;
  }

  /** Takes the slots before it asks for jobs, because other slots of the process may ask at the same time. */
  async #claimSlow(room: number): Promise<readonly Claim[]> {
    const { lanes } = this.#options;
    if (lanes === undefined || room <= 0) return [];
    for (let place = 0; place < room; place += 1) lanes.begin("slow");
    let used = 0;
    try {
      const claims = await this.#inOrder("slow", room, slowPerOrganization);
      used = claims.length;
      return claims;
    } finally {
      for (let place = used; place < room; place += 1) lanes.end("slow");
    }
  }

  async #inOrder(lane: Lane, most: number, perOrganization: number | undefined): Promise<readonly Claim[]> {
    if (most <= 0) return [];
    const turns = this.#turns[lane];
    const without = this.#options.behind();
    const claims = await turns.first.claim(most, (kind, some) => {
      if (without.length > 0) turns.behind.wake(kind);
      return claimJobs(this.#parts, { kind, lane }, { most: some, perOrganization, without });
    });
    if (claims.length === most) return claims;
    const ask = (kind: string, some: number) => claimJobs(this.#parts, { kind, lane }, { most: some, perOrganization });
    try {
      return [...claims, ...(await turns.behind.claim(most - claims.length, ask))];
    } catch (problem) {
      if (claims.length > 0) return claims;
      throw problem;
    }
  }
}

function makeTurns(): Turns {
  return { first: new KindTurns(), behind: new KindTurns() };
}
