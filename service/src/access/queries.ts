// Contains the SQL of organizations, accounts and keys.

import type { Database } from "../storage/database.ts";
import { AccessRefused, isUuid } from "./rules.ts";

/** Returns an organization by its slug or id. Throws AccessRefused if it does not exist. */
export async function findOrganization(database: Database, slugOrId: string) {
  return found(await organizationNamed(database, slugOrId).executeTakeFirst(), slugOrId);
}

/** Locks an organization until the transaction ends. Throws if it does not exist or is being deleted. */
export async function lockOrganization(transaction: Database, slugOrId: string) {
  const organization = await lockAnyOrganization(transaction, slugOrId);
  if (organization.deleted_at === null) return organization;
  throw new AccessRefused(
    `The organization ${organization.slug} is being deleted. Run \`versus organizations delete\` again to finish.`,
  );
}

/** Locks an organization until the transaction ends, also one that is being deleted. Throws if it does not exist. */
export async function lockAnyOrganization(transaction: Database, slugOrId: string) {
  return found(await organizationNamed(transaction, slugOrId).forUpdate().executeTakeFirst(), slugOrId);
}

function organizationNamed(database: Database, slugOrId: string) {
  const column = isUuid(slugOrId) ? "organization_id" : "slug";
  return database.selectFrom("organizations").selectAll().where(column, "=", slugOrId);
}

function found<Row>(row: Row | undefined, slugOrId: string): Row {
  if (row !== undefined) return row;
  throw new AccessRefused(`Unknown organization ${slugOrId}. \`versus organizations list\` lists all organizations.`);
}

/** Returns every organization with the address of its account and the number of its active keys. */
export function selectOrganizations(database: Database, now: Date) {
  return database
    .selectFrom("organizations")
    .leftJoin("accounts", "accounts.organization_id", "organizations.organization_id")
    .select((row) => [
      "organizations.organization_id",
      "organizations.slug",
      "organizations.name",
      "organizations.region",
      "organizations.created_at",
      "organizations.zero_day",
      "organizations.retention_days",
      "organizations.document_limit",
      "organizations.instruction",
      "organizations.ocr",
      "organizations.deleted_at",
      "accounts.address",
      row
        .selectFrom("keys")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("keys.organization_id", "=", "organizations.organization_id")
        .where("keys.revoked_at", "is", null)
        .where(({ or, eb }) => or([eb("keys.expires_at", "is", null), eb("keys.expires_at", ">", now)]))
        .as("active_keys"),
    ])
    .orderBy("organizations.slug")
    .execute();
}

/** Returns the account that belongs to the organization now. */
export function selectAccount(database: Database, organizationId: string) {
  return database
    .selectFrom("accounts")
    .select(["account_id", "address"])
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
}

/**
 * Returns the organization's original account while it belongs to no organization. Slugs contain no wildcards of
 * `like`.
 */
export function selectDetachedAccount(database: Database, slug: string) {
  return database
    .selectFrom("accounts")
    .select(["account_id", "address"])
    .where("organization_id", "is", null)
    .where("address", "like", `${slug}@%`)
    .executeTakeFirst();
}

/** Returns the keys of one organization or of all, sorted by the slug of the organization, then newest first. */
export function selectKeys(database: Database, organizationId?: string) {
  const query = database
    .selectFrom("keys")
    .innerJoin("organizations", "organizations.organization_id", "keys.organization_id")
    .select([
      "keys.key_id",
      "organizations.slug",
      "keys.name",
      "keys.scopes",
      "keys.created_at",
      "keys.expires_at",
      "keys.last_used_at",
      "keys.revoked_at",
    ])
    .orderBy("organizations.slug")
    .orderBy("keys.created_at", "desc")
    .orderBy("keys.key_id");
  return (organizationId === undefined ? query : query.where("keys.organization_id", "=", organizationId)).execute();
}

/** Locks a key until the transaction ends. Throws if it does not exist. */
export async function lockKey(transaction: Database, keyId: string) {
  const key = await transaction
    .selectFrom("keys")
    .selectAll()
    .where("key_id", "=", keyId)
    .forUpdate()
    .executeTakeFirst();
  if (key === undefined) throw new AccessRefused(`Unknown key ${keyId}. \`versus keys list\` lists all keys.`);
  return key;
}
