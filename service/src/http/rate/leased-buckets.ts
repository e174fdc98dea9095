// Hands out tokens of a shared bucket from memory, taken from the bucket a block at a time.
//
// A round trip to the database for every request would cost more than most requests. A process therefore takes a block
// of tokens and asks again when they are gone. If the bucket gave nothing, it has no token before one has flowed in, so
// until then the process does not ask. The price: each process may give a caller up to one block more than its limit. A
// block left over is lost to the other processes until it is used or dropped.

import type { Clock } from "../../contract/ids.ts";
import { answerWithin } from "../../storage/part-away.ts";
import { type BucketSize, type BucketSource, refill } from "./token-bucket.ts";

/** The state of a caller's bucket. */
export interface Standing {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number;
  /** Seconds until there is a token, if there is no token. */
  readonly retrySeconds: number;
}

interface Lease {
  /** Tokens that this process may hand out. */
  held: number;
  /** The content of the bucket when it was last asked. */
  left: number;
  askedAt: number;
  usedAt: number;
  asking: Promise<void> | undefined;
}

/** A block is this fraction of a bucket: large enough that few requests ask, small enough that little is lost. */
const blocksPerBucket = 20;
const mostLeases = 20_000;
/**
 * All callers with the key wait for one answer. After this time they are asked to come again, and the next caller asks
 * again.
 */
const answerMilliseconds = 3000;

export class LeasedBuckets {
  readonly #source: BucketSource;
  readonly #clock: Clock;
  readonly #leases = new Map<string, Lease>();

  constructor(source: BucketSource, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  /** Takes one token, if there is one. Synchronous unless the bucket must be asked. */
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

  /** Returns a token that was taken for a request which another bucket then refused. */
  giveBack(bucket: string): void {
    const lease = this.#leases.get(bucket);
    if (lease !== undefined) lease.held += 1;
  }

  // After the time in which a bucket fills completely, a lease has no meaning.
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
    // A bucket that gave nothing has no whole token, whatever the difference of the two clocks.
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
