// A bucket of tokens fills at a steady rate up to its size; a request takes one. So a caller may make as many requests
// at once as the bucket holds, and in the long run as many as flow in.

import type { Clock } from "../../contract/ids.ts";

export interface BucketSize {
  readonly capacity: number;
  /** Tokens that flow in. */
  readonly perSecond: number;
}

/** What was taken, and what is left in the bucket after it. */
export interface Grant {
  readonly granted: number;
  readonly left: number;
}

/** Where buckets are kept. A bucket that was never asked is full. */
export interface BucketSource {
  /** Takes up to `want` whole tokens. */
  take(bucket: string, size: BucketSize, want: number): Grant | Promise<Grant>;
}

/** A minute's worth of requests. */
export function minuteBucket(requests: number): BucketSize {
  return { capacity: requests, perSecond: requests / 60 };
}

/** What a bucket holds some time after it held `tokens`. */
export function refill(tokens: number, { capacity, perSecond }: BucketSize, milliseconds: number): number {
  return Math.min(capacity, tokens + (perSecond * Math.max(0, milliseconds)) / 1000);
}

const mostBuckets = 100_000;

/** Buckets of this process alone. The one unused longest makes room when there are too many. */
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
