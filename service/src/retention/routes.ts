// Serves acknowledgement and deletion for every kind of owner except stored documents.
//
// The routes are POST <path>/{id}/acknowledge, where zero-day retention applies, and DELETE <path>/{id}. Stored
// documents have a DELETE route of their own (documents/routes.ts), after which the id is unknown.

import { ApiError } from "../contract/api-error.ts";
import type { Operation, VersusApp } from "../contract/app.ts";
import type { RefusalCode } from "../contract/errors.ts";
import { entryOfCall } from "../storage/audit-entries.ts";
import type { OwnerKind } from "../storage/owner-kind.ts";
import { pathIdOf, requireOwn } from "./guard.ts";
import { type DeletionRequest, type DeletionRequestParts, requestDeletion } from "./request-deletion.ts";

export function registerRetentionRoutes(app: VersusApp, parts: DeletionRequestParts): void {
  for (const kind of parts.owners) {
    if (kind.leavesNoRecord) continue;
    if (!kind.outlivesZeroDay) registerDeletion(app, parts, acknowledging(kind));
    registerDeletion(app, parts, erasing(kind));
  }
}

interface DeletionRoute {
  readonly kind: OwnerKind;
  readonly method: "POST" | "DELETE";
  readonly url: string;
  readonly request: DeletionRequest;
  readonly operation: Operation;
}

function acknowledging(kind: OwnerKind): DeletionRoute {
  const { noun, tag } = kind;
  return {
    kind,
    method: "POST",
    url: `${kind.path}/:${kind.id}/acknowledge`,
    request: "acknowledge",
    operation: {
      id: `acknowledge${capital(noun)}`,
      tag,
      summary: `Acknowledge ${article(noun)} ${noun} and delete it`,
      description: `Deletes the ${noun} after you saved its result; it must have been made under zero-day retention. Reads and downloads return 410 at once, and the content is deleted within a minute. Repeating the call before that returns 202 again.`,
      refusals: [...refusalsOf(kind), "CONFLICT"],
    },
  };
}

function erasing(kind: OwnerKind): DeletionRoute {
  const { noun, tag, content } = kind;
  return {
    kind,
    method: "DELETE",
    url: `${kind.path}/:${kind.id}`,
    request: "erase",
    operation: {
      id: `delete${capital(noun)}`,
      tag,
      summary: `Delete ${article(noun)} ${noun} permanently`,
      description: `${content}. This works while it is still processing, too. Reads and downloads return 410 at once; only the record that it existed remains.`,
      refusals: refusalsOf(kind),
    },
  };
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? "an" : "a";
}

function capital(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

function refusalsOf({ malformed, unknown }: OwnerKind): RefusalCode[] {
  // These operations need no body, but a body that is sent is validated.
  return ["INVALID_REQUEST", malformed, unknown, "CONTENT_DELETED", "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];
}

function registerDeletion(app: VersusApp, parts: DeletionRequestParts, route: DeletionRoute): void {
  const { kind } = route;
  app.route({
    method: route.method,
    url: route.url,
    config: { operation: route.operation, deletes: true },
    schema: { params: kind.params, response: { 202: kind.response } },
    // Reports an unknown owner before the body is validated.
    onRequest: (request) => requireOwn(request, kind, parts),
    handler: async (request, reply) => {
      requireNoBody(request.body);
      const ownerId = pathIdOf(request, kind);
      const { organizationId } = request.caller.organization;
      const audit = entryOfCall(request, parts.clock(), ownerId);
      await requestDeletion(route.request, { kind, ownerId, organizationId, audit }, parts);
      return reply.code(202).send({ [kind.id]: ownerId, status: "deletion_queued" });
    },
  });
}

function requireNoBody(body: unknown): void {
  if (body === undefined || body === null) return;
  if (typeof body === "object" && !Array.isArray(body) && Object.keys(body).length === 0) return;
  throw new ApiError("INVALID_REQUEST", "This operation takes no body. Send none, or {}.");
}
