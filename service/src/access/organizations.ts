// Creates organizations with a service account and a content key, lists and changes them.

import { writeAudit } from "../storage/audit-entries.ts";
import { newWrappedKey } from "../storage/data-keys.ts";
import type { AccessParts } from "./access-parts.ts";
import { lockOrganization, selectOrganizations } from "./queries.ts";
import { AccessRefused, accountAddress, checkName, checkSlug, newUuid } from "./rules.ts";

/** The settings that an operator may change. */
export interface OrganizationSettings {
  readonly zeroDay: boolean;
  /** Days after which finished work is deleted; null keeps it. */
  readonly retentionDays: number | null;
  /** Documents a month; null means no limit. */
  readonly documentLimit: number | null;
  /** True if edits may be built from instructions: its documents may be sent to the provider of a language model. */
  readonly instruction: boolean;
  /** True if words on scanned pages of its PDFs are recognized. */
  readonly ocr: boolean;
}

export interface NewOrganization extends OrganizationSettings {
  readonly slug: string;
  readonly name: string;
  readonly region: string;
  /** The domain of the address of its service account. */
  readonly domain: string;
}

export interface Organization extends OrganizationSettings {
  readonly organizationId: string;
  readonly slug: string;
  readonly name: string;
  readonly region: string;
  readonly createdAt: Date;
  /** The address of its service account; null while the account is detached. */
  readonly address: string | null;
  readonly activeKeys: number;
  /** True if its deletion was begun and is not finished. */
  readonly isClosed: boolean;
}

/** Throws AccessRefused for an invalid slug or name, or if the slug is taken. */
export async function createOrganization(parts: AccessParts, wanted: NewOrganization): Promise<Organization> {
  const slug = checkSlug(wanted.slug);
  const name = checkName(wanted.name);
  const address = accountAddress(slug, wanted.domain);
  const { region, zeroDay, retentionDays, documentLimit, instruction, ocr } = wanted;
  const settings = { zeroDay, retentionDays, documentLimit, instruction, ocr };
  const organizationId = newUuid(parts.random);
  const createdAt = parts.clock();
  await parts.database.transaction().execute(async (transaction) => {
    const made = await transaction
      .insertInto("organizations")
      .values({
        organization_id: organizationId,
        slug,
        name,
        region,
        created_at: createdAt,
        zero_day: zeroDay,
        retention_days: retentionDays,
        document_limit: documentLimit,
        instruction,
        ocr,
        data_key: newWrappedKey(organizationId, parts.masterKeys, parts.random),
        deleted_at: null,
      })
      .onConflict((conflict) => conflict.column("slug").doNothing())
      .returning("organization_id")
      .executeTakeFirst();
    if (made === undefined) throw new AccessRefused(`An organization already has the slug ${slug}.`);
    const account = { account_id: newUuid(parts.random), address, organization_id: organizationId };
    await transaction.insertInto("accounts").values(account).execute();
    const details = { slug, region, ...columnsOf(settings) };
    const entry = { at: createdAt, actor: parts.actor, organizationId, subject: account.account_id, details };
    await writeAudit(transaction, { ...entry, action: "organization.created" });
  });
  return { organizationId, slug, name, region, createdAt, address, activeKeys: 0, isClosed: false, ...settings };
}

/** Returns all organizations, sorted by slug. */
export async function listOrganizations({ database, clock }: Pick<AccessParts, "database" | "clock">) {
  const rows = await selectOrganizations(database, clock());
  return rows.map(
    (row): Organization => ({
      organizationId: row.organization_id,
      slug: row.slug,
      name: row.name,
      region: row.region,
      createdAt: row.created_at,
      zeroDay: row.zero_day,
      retentionDays: row.retention_days,
      documentLimit: row.document_limit,
      instruction: row.instruction,
      ocr: row.ocr,
      address: row.address,
      activeKeys: row.active_keys ?? 0,
      isClosed: row.deleted_at !== null,
    }),
  );
}

/**
 * Changes only the given settings. Existing content keeps its zero-day setting, but changed retention days also apply
 * to it. Throws AccessRefused.
 */
export async function setOrganization(
  parts: AccessParts,
  slugOrId: string,
  changes: Partial<OrganizationSettings>,
): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    const { organization_id: organizationId } = await lockOrganization(transaction, slugOrId);
    const columns = columnsOf(changes);
    await transaction.updateTable("organizations").set(columns).where("organization_id", "=", organizationId).execute();
    const entry = { at: parts.clock(), actor: parts.actor, organizationId, details: columns };
    await writeAudit(transaction, { ...entry, action: "organization.changed" });
    // With the days in the journal, a restore deletes again the content that a shorter time deleted after the backup.
    if (changes.retentionDays === undefined) return;
    await parts.journal.append(transaction, [{ act: "retention", id: organizationId, days: changes.retentionDays }]);
  });
}

function columnsOf({ zeroDay, retentionDays, documentLimit, instruction, ocr }: Partial<OrganizationSettings>) {
  return {
    ...(zeroDay === undefined ? {} : { zero_day: zeroDay }),
    ...(retentionDays === undefined ? {} : { retention_days: retentionDays }),
    ...(documentLimit === undefined ? {} : { document_limit: documentLimit }),
    ...(instruction === undefined ? {} : { instruction }),
    ...(ocr === undefined ? {} : { ocr }),
  };
}
