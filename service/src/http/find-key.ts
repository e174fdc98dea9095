// Reads an API key from the database: its row, its service account and its organization, in one query.

import type { Caller, Scope } from "../contract/app.ts";
import type { Clock } from "../contract/ids.ts";
import { type MasterKeys, unwrapKey } from "../storage/data-keys.ts";
import type { Database } from "../storage/database.ts";

/** The current state of a key. */
export interface KeyRecord {
  readonly secretHash: Uint8Array;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** The region of its organization. */
  readonly region: string;
  /** The organization that its account belongs to now; null while the account is detached. */
  readonly accountOrganizationId: string | null;
  readonly caller: Caller;
  /**
   * Records that the key was used. To be called only after its secret was checked; otherwise anybody could make a key
   * look used.
   */
  readonly recordUse: () => Promise<void>;
}

/** Returns undefined for a key that does not exist or whose organization is deleted. */
export type FindKey = (keyId: string) => Promise<KeyRecord | undefined>;

/** Minimum time between two writes of `last_used_at`. */
const useRecordedMilliseconds = 60_000;

interface KeySources {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly clock: Clock;
}

export function findKeyIn({ database, masterKeys, clock }: KeySources): FindKey {
  return async (keyId) => {
    const row = await selectKey(database, keyId);
    if (row === undefined) return undefined;
    const organizationId = row.organization_id;
    return {
      secretHash: row.secret_hash,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
      region: row.region,
      accountOrganizationId: row.account_organization_id,
      caller: {
        keyId,
        scopes: row.scopes.filter(isScope),
        accountId: row.account_id,
        address: row.address,
        organization: {
          organizationId,
          dataKey: unwrapKey(row.data_key, organizationId, masterKeys),
          zeroDay: row.zero_day,
          retentionDays: row.retention_days,
          documentLimit: row.document_limit,
          instruction: row.instruction,
        },
      },
      recordUse: useRecorder(database, row, clock),
    };
  };
}

function selectKey(database: Database, keyId: string) {
  return database
    .selectFrom("keys")
    .innerJoin("accounts", "accounts.account_id", "keys.account_id")
    .innerJoin("organizations", "organizations.organization_id", "keys.organization_id")
    .where("keys.key_id", "=", keyId)
    .where("organizations.deleted_at", "is", null)
    .select([
      "keys.key_id",
      "keys.organization_id",
      "keys.scopes",
      "keys.secret_hash",
      "keys.expires_at",
      "keys.revoked_at",
      "keys.last_used_at",
      "accounts.account_id",
      "accounts.address",
      "accounts.organization_id as account_organization_id",
      "organizations.region",
      "organizations.data_key",
      "organizations.zero_day",
      "organizations.retention_days",
      "organizations.document_limit",
      "organizations.instruction",
    ])
    .executeTakeFirst();
}

type KeyRow = NonNullable<Awaited<ReturnType<typeof selectKey>>>;

/** Returns a function whose result the caller need not await: a failure is ignored. */
function useRecorder(database: Database, { key_id, last_used_at }: KeyRow, clock: Clock): () => Promise<void> {
  let last = last_used_at?.getTime() ?? 0;
  return async () => {
    const now = clock();
    if (now.getTime() - last < useRecordedMilliseconds) return;
    last = now.getTime();
    const use = database.updateTable("keys").set({ last_used_at: now }).where("key_id", "=", key_id);
    await use.execute().catch(() => {});
  };
}

function isScope(text: string): text is Scope {
  return text === "read" || text === "write";
}
