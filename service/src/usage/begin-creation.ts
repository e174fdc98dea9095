// The first step of every transaction that creates something: its organization is there and stays, and what it counts for
// is counted.

import { ApiError } from "../contract/api-error.ts";
import type { Transaction } from "../storage/database.ts";
import { countDocuments } from "./allowance.ts";
import { lockOrganization } from "./queries.ts";

export interface NewCount {
  /** What is created. */
  readonly ownerId: string;
  readonly organizationId: string;
  readonly documents: number;
  readonly at: Date;
  /** Who asks for it; null where no caller does. */
  readonly keyId: string | null;
  readonly reference: string | null;
  /** Whether it is created although nothing is left of the allowance. */
  readonly neverRefused?: boolean;
}

/** What is stamped on what is created. Throws USAGE_LIMIT_REACHED; INVALID_API_KEY when the organization is deleted. */
export async function beginCreation(transaction: Transaction, count: NewCount): Promise<{ readonly zeroDay: boolean }> {
  const organization = await lockOrganization(transaction, count);
  if (organization === undefined) throw new ApiError("INVALID_API_KEY");
  if (organization.given_up_at !== null) throw new Error("its objects were given up: this process was not heard of");
  const limit = count.neverRefused === true ? null : organization.document_limit;
  await countDocuments(transaction, { ...count, limit });
  return { zeroDay: organization.zero_day };
}
