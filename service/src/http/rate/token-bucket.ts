// Declares token buckets: a bucket fills at a steady rate, and a request takes one token.
//
// The content of the bucket limits the requests that a caller makes at once. In the long run the rate limits them. A
// bucket never holds more than its capacity.

import type { Clock } from "../../contract/ids.ts";

export interface BucketSize {
  readonly capacity: number;
  /** Tokens that flow in per second. */
  readonly perSecond: number;
}

/** The tokens that were taken, and what is left in the bucket afterwards. */
export interface Grant {
  readonly granted: number;
  readonly left: number;
}

/** The store of buckets. A bucket that was never asked is full. */
export interface BucketSource {
  /** Takes up to `want` whole tokens. */
  take(bucket: string, size: BucketSize, want: number): Grant | Promise<Grant>;
}

/** Returns a bucket with the requests of one minute. */
export function minuteBucket(requests: number): BucketSize {
  return { capacity: requests, perSecond: requests / 60 };
}

/** Returns the content of a bucket some time after it contained `tokens`. */
export function refill(tokens: number, { capacity, perSecond }: BucketSize, milliseconds: number): number {
  return Math.min(capacity, tokens + (perSecond * Math.max(0, milliseconds)) / 1000);
}

const mostBuckets = 100_000;

/** Buckets of this process alone. If there are too many, the one unused for the longest time is dropped. */
export class MemoryBuckets {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #buckets = new Map<string, { readonly tokens: number; readonly at: number }>();

  constructor(clock: Clock, most: number = mostBuckets) {
    this.#clock = clock;
    this.#most = most;
  }

  /** Takes up to `want` whole tokens. */
  take(bucket: string, size: BucketSize, want: number): Grant {
    const at = this.#clock().getTime();
    const buckets = this.#buckets;
    const kept = buckets.get(bucket) ?? { tokens: size.capacity, at };
    const available = refill(kept.tokens, size, at - kept.at);
    const granted = Math.min(Math.floor(available), want);
    const left = available - granted;
    buckets.delete(bucket);
    buckets.set(bucket, { tokens: left, at: Math.max(at, kept.at) });
    const [oldest] = buckets.keys();
    if (buckets.size > this.#most && oldest !== undefined) buckets.delete(oldest);
    return { granted, left };
  }
}
