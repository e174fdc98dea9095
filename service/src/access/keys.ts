// Creates, lists, rotates and revokes API keys.
//
// The text of a key is returned once, at its creation or rotation. Running servers notice a change within five seconds.

import { hashSecret, newApiKey } from "../contract/api-keys.ts";
import type { Scope } from "../contract/app.ts";
import { writeAudit } from "../storage/audit-entries.ts";
import type { Transaction } from "../storage/database.ts";
import type { AccessParts } from "./access-parts.ts";
import { findOrganization, lockKey, lockOrganization, selectAccount, selectKeys } from "./queries.ts";
import { AccessRefused, checkName, type KeyState, keyState, replacedUntil, successorExpiry } from "./rules.ts";

export interface KeyParts extends AccessParts {
  /** The prefix of keys. */
  readonly keyPrefix: string;
}

export interface NewKey {
  /** Slug or id. */
  readonly organization: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

/** A key and its text, which is not stored. */
export interface IssuedKey {
  readonly keyId: string;
  readonly text: string;
  readonly expiresAt: Date | null;
}

export interface ListedKey {
  readonly keyId: string;
  /** The slug of its organization. */
  readonly organization: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly state: KeyState;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/**
 * Returns the new key. Throws AccessRefused for an invalid value, an unknown or closed organization, or a detached
 * account.
 */
export function createKey(parts: KeyParts, wanted: NewKey): Promise<IssuedKey> {
  const now = parts.clock();
  if (wanted.scopes.length === 0) throw new AccessRefused("A key needs at least one scope: read, write or both.");
  if (wanted.expiresAt !== null && wanted.expiresAt <= now)
    throw new AccessRefused("The expiry of the key must be in the future.");
  return parts.database.transaction().execute(async (transaction) => {
    const { organization_id: organizationId, slug } = await lockOrganization(transaction, wanted.organization);
    const account = await selectAccount(transaction, organizationId);
    if (account === undefined) throw new AccessRefused(`The account of ${slug} is detached. Attach it first.`);
    const { name, scopes, expiresAt } = wanted;
    const row = { organizationId, accountId: account.account_id, name: checkName(name), scopes, expiresAt };
    const issued = await insertKey(parts, transaction, { ...row, createdAt: now });
    const entry = {
      at: now,
      actor: parts.actor,
      organizationId,
      subject: issued.keyId,
      details: { scopes, expiresAt },
    };
    await writeAudit(transaction, { ...entry, action: "key.created" });
    return issued;
  });
}

/** Lists the keys of one organization (slug or id) or of all. Throws AccessRefused for one that does not exist. */
export async function listKeys(
  { database, clock }: Pick<KeyParts, "database" | "clock">,
  organization?: string,
): Promise<ListedKey[]> {
  const found = organization === undefined ? undefined : await findOrganization(database, organization);
  const rows = await selectKeys(database, found?.organization_id);
  const now = clock();
  return rows.map((row) => ({
    keyId: row.key_id,
    organization: row.slug,
    name: row.name,
    scopes: row.scopes,
    state: keyState(row, now),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }));
}

/**
 * Creates a successor with the same name, scopes and lifetime. The old key works until `replacedUntil`, so that callers
 * can change over. Throws AccessRefused for a key that is unknown, expired or revoked.
 */
export function rotateKey(
  parts: KeyParts,
  keyId: string,
  overlapMilliseconds: number,
): Promise<IssuedKey & { readonly replacedUntil: Date }> {
  const now = parts.clock();
  return parts.database.transaction().execute(async (transaction) => {
    const old = await lockKey(transaction, keyId);
    const state = keyState(old, now);
    if (state !== "active") throw new AccessRefused(`The key ${keyId} is ${state}. Create a new key instead.`);
    const until = replacedUntil(old, now, overlapMilliseconds);
    const { organization_id: organizationId, account_id: accountId, name } = old;
    const scopes = old.scopes as readonly Scope[];
    const row = { organizationId, accountId, name, scopes, expiresAt: successorExpiry(old, now), createdAt: now };
    const issued = await insertKey(parts, transaction, row);
    await transaction.updateTable("keys").set({ expires_at: until }).where("key_id", "=", keyId).execute();
    const details = { successor: issued.keyId, until };
    const entry = { at: now, actor: parts.actor, organizationId, subject: keyId, details };
    await writeAudit(transaction, { ...entry, action: "key.rotated" });
    await parts.journal.append(transaction, [{ act: "key", id: keyId, until }]);
    return { ...issued, replacedUntil: until };
  });
}

/**
 * Returns when the key was revoked, which is an earlier time if it was revoked before. Throws AccessRefused for an
 * unknown key.
 */
export function revokeKey(parts: KeyParts, keyId: string): Promise<Date> {
  const now = parts.clock();
  return parts.database.transaction().execute(async (transaction) => {
    const key = await lockKey(transaction, keyId);
    if (key.revoked_at !== null) return key.revoked_at;
    await transaction.updateTable("keys").set({ revoked_at: now }).where("key_id", "=", keyId).execute();
    const entry = { at: now, actor: parts.actor, organizationId: key.organization_id, subject: keyId };
    await writeAudit(transaction, { ...entry, action: "key.revoked" });
    await parts.journal.append(transaction, [{ act: "key", id: keyId, until: now }]);
    return now;
  });
}

interface KeyRow {
  readonly organizationId: string;
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

async function insertKey(parts: KeyParts, transaction: Transaction, row: KeyRow): Promise<IssuedKey> {
  const { keyId, secret, text } = newApiKey(parts.keyPrefix, parts.random);
  await transaction
    .insertInto("keys")
    .values({
      key_id: keyId,
      account_id: row.accountId,
      organization_id: row.organizationId,
      name: row.name,
      scopes: [...row.scopes],
      secret_hash: hashSecret(secret),
      created_at: row.createdAt,
      expires_at: row.expiresAt,
      last_used_at: null,
      revoked_at: null,
    })
    .execute();
  return { keyId, text, expiresAt: row.expiresAt };
}
