// Begins every transaction that creates an owner: locks its organization and counts its documents.

import { ApiError } from "../contract/api-error.ts";
import type { Transaction } from "../storage/database.ts";
import { countDocuments } from "./allowance.ts";
import { lockOrganization } from "./queries.ts";

export interface NewCount {
  /** The id of the created owner. */
  readonly ownerId: string;
  readonly organizationId: string;
  readonly documents: number;
  readonly at: Date;
  /** The key of the caller; null without a caller. */
  readonly keyId: string | null;
  readonly reference: string | null;
  /** True if the owner is created even if the allowance is used up. */
  readonly neverRefused?: boolean;
}

/**
 * Returns the retention setting that is stamped on the owner. Throws USAGE_LIMIT_REACHED, INVALID_API_KEY if the
 * organization is deleted, and an Error if the sweep of uploads gave up the objects of the owner.
 */
export async function beginCreation(transaction: Transaction, count: NewCount): Promise<{ readonly zeroDay: boolean }> {
  const organization = await lockOrganization(transaction, count);
  if (organization === undefined) throw new ApiError("INVALID_API_KEY");
  if (organization.given_up_at !== null) throw new Error("its objects were given up: this process was not heard of");
  const limit = count.neverRefused === true ? null : organization.document_limit;
  await countDocuments(transaction, { ...count, limit });
  return { zeroDay: organization.zero_day };
}
