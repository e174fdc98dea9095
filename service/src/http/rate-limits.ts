// Limits requests: by address before the key is checked, then by key.

import { isIPv6 } from "node:net";
import { ApiError } from "../contract/api-error.ts";
import type { Clock } from "../contract/ids.ts";
import type { RateLimits } from "../contract/limits.ts";
import { LeasedBuckets, type Standing } from "./rate/leased-buckets.ts";
import { type BucketSize, type BucketSource, MemoryBuckets, minuteBucket } from "./rate/token-bucket.ts";

/** Throws RATE_LIMITED. */
export type LimitAddress = (address: string) => void;

export function addressLimiter({ perAddress }: RateLimits, clock: Clock): LimitAddress {
  if (perAddress === 0) return () => {};
  const buckets = new MemoryBuckets(clock);
  const size = minuteBucket(perAddress);
  return (address) => {
    const { granted, left } = buckets.take(networkOf(address), size, 1);
    if (granted === 1) return;
    throw tooMany("this address", Math.max(1, Math.ceil((1 - left) / size.perSecond)));
  };
}

export interface KeyRequest {
  readonly keyId: string;
  /** True for a POST, which also counts in the second bucket. */
  readonly creates: boolean;
}

/** Returns the state of the tighter bucket for the reply, or undefined without limits. Usually synchronous. */
export type LimitKey = (request: KeyRequest) => Standing | undefined | Promise<Standing | undefined>;

export function keyLimiter({ perKey, createsPerKey }: RateLimits, source: BucketSource, clock: Clock): LimitKey {
  const buckets = new LeasedBuckets(source, clock);
  const takeBoth = async (asked: readonly AskedBucket[]): Promise<Standing | undefined> => {
    const taken: string[] = [];
    const standings: Standing[] = [];
    for (const { bucket, size } of asked) {
      const standing = await buckets.take(bucket, size);
      standings.push(standing);
      if (!standing.allowed) {
        for (const earlier of taken) buckets.giveBack(earlier);
        return standing;
      }
      taken.push(bucket);
    }
    return standings.sort((one, other) => one.remaining - other.remaining)[0];
  };
  return ({ keyId, creates }) => {
    const all = perKey === 0 ? [] : [{ bucket: `${keyId}:all`, size: minuteBucket(perKey) }];
    const isCreateLimited = creates && createsPerKey > 0;
    if (isCreateLimited) return takeBoth([...all, { bucket: `${keyId}:create`, size: minuteBucket(createsPerKey) }]);
    const [only] = all;
    return only && buckets.take(only.bucket, only.size);
  };
}

interface AskedBucket {
  readonly bucket: string;
  readonly size: BucketSize;
}

/** Returns the headers of a reply that show how much of a key's limit is left. */
export function rateHeaders({ limit, remaining, resetSeconds }: Standing): Record<string, string> {
  return {
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(resetSeconds),
  };
}

/** Throws RATE_LIMITED if no token was taken. */
export function requireToken({ allowed, retrySeconds }: Standing): void {
  if (!allowed) throw tooMany("this key", retrySeconds);
}

function tooMany(who: string, seconds: number): ApiError {
  const message = `Too many requests from ${who}. Try again in ${seconds} s.`;
  return new ApiError("RATE_LIMITED", message, { headers: { "retry-after": String(seconds) } });
}

/**
 * Returns the network that is limited as one caller. An IPv6 caller owns a whole /64 and could use a new address for
 * every request.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array<string>(zeros).fill("0"), ...back].map((group) => group.replace(/^0+(?=.)/, ""));
  return groups.slice(0, 4).join(":").toLowerCase();
}
