// Asked by every read and every download before anything of the content is given out, and by operations on an owner before
// their body is looked at.

import type { FastifyRequest } from "fastify";
import { ApiError } from "../contract/api-error.ts";
import type { Database } from "../storage/database.ts";
import type { OwnerKind } from "../storage/owner-kind.ts";
import { isGone, type RetentionFacts } from "../storage/retention-facts.ts";
import { findOwner } from "./queries.ts";

/** Throws CONTENT_DELETED from the instant at which the content is gone. */
export function requireKept(facts: RetentionFacts, retentionDays: number | null, now: Date): void {
  if (isGone(facts, retentionDays, now)) throw new ApiError("CONTENT_DELETED");
}

/** The id in the path. */
export function idOf({ params }: Pick<FastifyRequest, "params">, { id }: OwnerKind): string {
  return (params as Readonly<Record<string, string>>)[id] ?? "";
}

/** Throws the kind's codes for an id of another form, and for what is unknown or another organization's. */
export async function requireOwn(
  request: FastifyRequest,
  kind: OwnerKind,
  { database }: { readonly database: Database },
): Promise<void> {
  const ownerId = idOf(request, kind);
  if (!kind.isOwn(ownerId)) throw new ApiError(kind.malformed);
  const owner = await findOwner(database, kind, ownerId);
  if (owner?.organization_id !== request.caller.organization.organizationId) throw new ApiError(kind.unknown);
}
