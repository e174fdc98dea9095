// Refuses access to deleted content and to owners of other organizations.
//
// Reads call `requireKept` before they return content. Operations on an owner call `requireOwn` before they read their
// body.

import type { FastifyRequest } from "fastify";
import { ApiError } from "../contract/api-error.ts";
import type { Database } from "../storage/database.ts";
import type { OwnerKind } from "../storage/owner-kind.ts";
import { isGone, type RetentionFacts } from "../storage/retention-facts.ts";
import { findOwner } from "./queries.ts";

/** Throws CONTENT_DELETED from the moment at which the content is gone. */
export function requireKept(facts: RetentionFacts, retentionDays: number | null, now: Date): void {
  if (isGone(facts, retentionDays, now)) throw new ApiError("CONTENT_DELETED");
}

/** Returns the id of the owner in the path. */
export function pathIdOf({ params }: Pick<FastifyRequest, "params">, { id }: OwnerKind): string {
  return (params as Readonly<Record<string, string>>)[id] ?? "";
}

/** Throws the kind's code for a malformed id, or for an owner that is unknown or belongs to another organization. */
export async function requireOwn(
  request: FastifyRequest,
  kind: OwnerKind,
  { database }: { readonly database: Database },
): Promise<void> {
  const ownerId = pathIdOf(request, kind);
  if (!kind.isOwn(ownerId)) throw new ApiError(kind.malformed);
  const owner = await findOwner(database, kind, ownerId);
  if (owner?.organization_id !== request.caller.organization.organizationId) throw new ApiError(kind.unknown);
}
