// Makes an organization with its service account, as the operator's command would.

import { randomBytes, randomUUID } from "node:crypto";
import { type MasterKeys, newWrappedKey, unwrapKey } from "../data-keys.ts";
import type { Database } from "../database.ts";
import type { OrganizationKey } from "../object-store.ts";

export interface TestOrganization extends OrganizationKey {
  readonly accountId: string;
  readonly address: string;
}

export const testMasterKeys: MasterKeys = { current: 1, keys: new Map([[1, Buffer.alloc(32, 7)]]) };

export async function makeTestOrganization(
  database: Database,
  options: {
    readonly zeroDay?: boolean;
    readonly retentionDays?: number;
    readonly documentLimit?: number;
    readonly instruction?: boolean;
    readonly ocr?: boolean;
  } = {},
): Promise<TestOrganization> {
  const organizationId = randomUUID();
  const accountId = randomUUID();
  const slug = `test-${organizationId.slice(0, 8)}`;
  const address = `${slug}@versus.test`;
  const wrapped = newWrappedKey(organizationId, testMasterKeys, randomBytes);
  await database
    .insertInto("organizations")
    .values({
      organization_id: organizationId,
      slug,
      name: slug,
      region: "us",
      created_at: new Date("2026-01-01T00:00:00Z"),
      zero_day: options.zeroDay ?? false,
      retention_days: options.retentionDays ?? null,
      document_limit: options.documentLimit ?? null,
      instruction: options.instruction ?? false,
      ocr: options.ocr ?? false,
      data_key: wrapped,
    })
    .execute();
  await database
    .insertInto("accounts")
    .values({ account_id: accountId, address, organization_id: organizationId })
    .execute();
  return { organizationId, accountId, address, dataKey: unwrapKey(wrapped, organizationId, testMasterKeys) };
}
