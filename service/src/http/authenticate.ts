// Checks the bearer key of a request and returns its caller.
//
// Unknown, wrong, expired and revoked keys have the same answer, so that nobody learns which keys exist. Only a valid
// key whose account no longer belongs to the key's organization has an answer of its own. A key that was found is kept
// for a few seconds, so a change to it takes effect within five.

import { ApiError } from "../contract/api-error.ts";
import { isSecretOf, readApiKey } from "../contract/api-keys.ts";
import type { Caller, Scope } from "../contract/app.ts";
import type { Clock } from "../contract/ids.ts";
import { answerWithin } from "../storage/part-away.ts";
import type { FindKey, KeyRecord } from "./find-key.ts";
import type { Region } from "./server-parts.ts";

interface KeyCheck {
  readonly findKey: FindKey;
  readonly clock: Clock;
  readonly keyPrefix: string;
  readonly region: Region;
}

/**
 * Returns the caller of an Authorization header, synchronously for a key that is kept. Throws INVALID_API_KEY or
 * API_KEY_ORG_MISMATCH.
 */
export type Authenticate = (authorization: string | undefined) => Caller | Promise<Caller>;

export function authenticator({ findKey, clock, keyPrefix, region }: KeyCheck): Authenticate {
  const remembered = rememberKeys(findKey, clock);
  const callerOf = (record: KeyRecord | undefined, secret: string): Caller => {
    const isRight = isSecretOf(record?.secretHash ?? noSecret, secret);
    if (record === undefined || !isRight || record.region !== region || !isActive(record, clock())) throw invalidKey();
    const { caller, accountOrganizationId } = record;
    if (accountOrganizationId !== caller.organization.organizationId) throw new ApiError("API_KEY_ORG_MISMATCH");
    void record.recordUse();
    return caller;
  };
  return (authorization) => {
    const key = readApiKey(keyPrefix, bearerOf(authorization));
    if (key === undefined) throw invalidKey();
    const found = remembered(key.keyId);
    if (found instanceof Promise) return found.then((record) => callerOf(record, key.secret));
    return callerOf(found, key.secret);
  };
}

/** Throws INSUFFICIENT_SCOPE. The scope `write` includes all others. */
export function requireScope({ scopes }: Caller, needed: Scope): void {
  if (scopes.includes("write") || scopes.includes(needed)) return;
  throw new ApiError("INSUFFICIENT_SCOPE", `The key needs the scope ${needed}.`);
}

const noSecret = new Uint8Array(32);

function bearerOf(authorization: string | undefined): string {
  return /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? "";
}

function isActive({ expiresAt, revokedAt }: KeyRecord, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

function invalidKey(): ApiError {
  return new ApiError("INVALID_API_KEY", undefined, { headers: { "www-authenticate": "Bearer" } });
}

/** Less than the promised five seconds, by the time of a slow query. */
const rememberedMilliseconds = 4000;
const mostRemembered = 10_000;
/**
 * All callers with the key wait for one answer. After this time they are asked to come again, and the next caller asks
 * again.
 */
const answerMilliseconds = 3000;

// Concurrent requests share one question. Keys that do not exist are not kept, so that a caller who tries many cannot
// fill the memory.
function rememberKeys(findKey: FindKey, clock: Clock): (keyId: string) => KeyRecord | ReturnType<FindKey> {
  const known = new Map<string, { record: KeyRecord | ReturnType<FindKey>; readonly until: number }>();
  const look = async (keyId: string): Promise<KeyRecord | undefined> => {
    let record: KeyRecord | undefined;
    try {
      record = await answerWithin(answerMilliseconds, "the database", findKey(keyId));
      return record;
    } finally {
      if (record === undefined) known.delete(keyId);
    }
  };
  return (keyId) => {
    const now = clock().getTime();
    const found = known.get(keyId);
    if (found !== undefined && now < found.until) return found.record;
    known.delete(keyId);
    const [oldest] = known.keys();
    if (known.size >= mostRemembered && oldest !== undefined) known.delete(oldest);
    const record = look(keyId);
    const entry = { record, until: now + rememberedMilliseconds };
    known.set(keyId, entry);
    record.then((settled) => settled !== undefined && Object.assign(entry, { record: settled })).catch(() => {});
    return record;
  };
}
