// Tokens of a shared bucket, taken a block at a time.
//
// A round trip to the database for every request would cost more than most requests. So a process takes a block of
// tokens, hands them out from memory, and asks again when they are gone. When the bucket gave nothing, no process can
// get a token before one has flowed in, so until then nobody asks. The price: a caller may get up to one block more
// than its limit for each process, and a block left over is lost to the others until it is used or forgotten.

import type { Clock } from "../../contract/ids.ts";
import { answerWithin } from "../../storage/part-away.ts";
import { type BucketSize, type BucketSource, refill } from "./token-bucket.ts";

/** How a caller stands with a bucket. */
export interface Standing {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number;
  /** Seconds until there is a token, when there is none. */
  readonly retrySeconds: number;
}

interface Lease {
  /** Tokens that we may hand out. */
  held: number;
  /** What the bucket held when it was last asked. */
  left: number;
  askedAt: number;
  usedAt: number;
  asking: Promise<void> | undefined;
}

/** A block is this part of a bucket: large enough that few requests ask, small enough that little is lost. */
const blocksPerBucket = 20;
const mostLeases = 20_000;
/** Everybody with the key waits for one answer. Past this they are told to come again, and the next one asks anew. */
const answerMilliseconds = 3000;

export class LeasedBuckets {
  readonly #source: BucketSource;
  readonly #clock: Clock;
  readonly #leases = new Map<string, Lease>();

  constructor(source: BucketSource, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  /** Takes one token, if there is one: at once, unless the bucket must be asked. */
  take(bucket: string, size: BucketSize): Standing | Promise<Standing> {
    const lease = this.#leaseOf(bucket, size);
    return this.#takeHeld(lease, size) ?? this.#takeAsking(bucket, lease, size);
  }

  #takeHeld(lease: Lease, size: BucketSize): Standing | undefined {
    if (lease.held >= 1) {
      lease.held -= 1;
      return this.#standing(lease, size, true);
    }
    return this.#left(lease, size) < 1 ? this.#standing(lease, size, false) : undefined;
  }

  async #takeAsking(bucket: string, lease: Lease, size: BucketSize): Promise<Standing> {
    for (;;) {
      lease.asking ??= answerWithin(answerMilliseconds, "the rate limiter", this.#ask(bucket, lease, size)).finally(
        () => {
          lease.asking = undefined;
        },
      );
      await lease.asking;
      const standing = this.#takeHeld(lease, size);
      if (standing !== undefined) return standing;
    }
  }

  /** A token taken for a request that was then refused for another bucket. */
  giveBack(bucket: string): void {
    const lease = this.#leases.get(bucket);
    if (lease !== undefined) lease.held += 1;
  }

  // After a bucket's whole filling time a lease says nothing any more.
  #leaseOf(bucket: string, size: BucketSize): Lease {
    const now = this.#clock().getTime();
    const found = this.#leases.get(bucket);
    const isFresh = found !== undefined && now - found.usedAt < (size.capacity / size.perSecond) * 1000;
    const lease = isFresh ? found : { held: 0, left: size.capacity, askedAt: now, usedAt: now, asking: undefined };
    lease.usedAt = now;
    this.#leases.delete(bucket);
    this.#leases.set(bucket, lease);
    const [oldest] = this.#leases.keys();
    if (this.#leases.size > mostLeases && oldest !== undefined) this.#leases.delete(oldest);
    return lease;
  }

  async #ask(bucket: string, lease: Lease, size: BucketSize): Promise<void> {
    const block = Math.max(1, Math.ceil(size.capacity / blocksPerBucket));
    const askedAt = this.#clock().getTime();
    const { granted, left } = await this.#source.take(bucket, size, block);
    lease.held += granted;
    // What gave nothing has no whole token, whatever the two clocks make of it.
    lease.left = granted === 0 ? Math.min(left, 1 - Number.EPSILON) : left;
    lease.askedAt = askedAt;
  }

  #left(lease: Lease, size: BucketSize): number {
    return refill(lease.left, size, this.#clock().getTime() - lease.askedAt);
  }

  #standing(lease: Lease, size: BucketSize, allowed: boolean): Standing {
    const left = this.#left(lease, size);
    const remaining = Math.min(size.capacity, Math.floor(lease.held + left));
    return {
      allowed,
      limit: size.capacity,
      remaining,
      resetSeconds: Math.ceil((size.capacity - remaining) / size.perSecond),
      retrySeconds: Math.max(1, Math.ceil((1 - left) / size.perSecond)),
    };
  }
}
