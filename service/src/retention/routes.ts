// POST /v1/compare/{comparison_id}/acknowledge and DELETE /v1/compare/{comparison_id}.

import type { FastifyRequest } from "fastify";
import { ApiError } from "../contract/api-error.ts";
import type { Operation, VersusApp } from "../contract/app.ts";
import { isId } from "../contract/ids.ts";
import { ComparisonAcknowledgedResponse, ComparisonPath } from "../contract/schemas.ts";
import { findOwner } from "./queries.ts";
import { type DeletionRequest, type DeletionRequestParts, requestDeletion } from "./request-deletion.ts";

const refusals = [
  "INVALID_REQUEST",
  "INVALID_COMPARISON_ID",
  "COMPARISON_NOT_FOUND",
  "CONTENT_DELETED",
  // There is no body to send, but one that is sent all the same is looked at.
  "REQUEST_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
] as const;

export function registerRetentionRoutes(app: VersusApp, parts: DeletionRequestParts): void {
  registerDeletion(app, parts, {
    method: "POST",
    url: "/v1/compare/:comparison_id/acknowledge",
    request: "acknowledge",
    operation: {
      id: "acknowledgeComparison",
      tag: "Comparisons",
      summary: "Have a comparison deleted after its result was saved",
      description:
        "For comparisons made under zero-day retention. From now on reads and downloads answer 410; the deletion itself runs within a minute. Repeating it while the deletion is queued answers 202 again.",
      refusals: [...refusals, "CONFLICT"],
    },
  });
  registerDeletion(app, parts, {
    method: "DELETE",
    url: "/v1/compare/:comparison_id",
    request: "erase",
    operation: {
      id: "deleteComparison",
      tag: "Comparisons",
      summary: "Delete a comparison for good",
      description:
        "Its sources, its redline and every rendering, whether it is finished or not; a record that it existed remains. From now on reads and downloads answer 410.",
      refusals,
    },
  });
}

interface DeletionRoute {
  readonly method: "POST" | "DELETE";
  readonly url: string;
  readonly request: DeletionRequest;
  readonly operation: Operation;
}

function registerDeletion(app: VersusApp, parts: DeletionRequestParts, route: DeletionRoute): void {
  app.route({
    method: route.method,
    url: route.url,
    config: { operation: route.operation },
    schema: { params: ComparisonPath, response: { 202: ComparisonAcknowledgedResponse } },
    // Before the body is looked at.
    onRequest: (request) => requireOwn(request, parts),
    handler: async (request, reply) => {
      requireNoBody(request.body);
      const { comparison_id: comparisonId } = request.params;
      const { organizationId } = request.caller.organization;
      await requestDeletion(route.request, { comparisonId, organizationId }, parts);
      return reply.code(202).send({ comparison_id: comparisonId, status: "deletion_queued" });
    },
  });
}

async function requireOwn(request: FastifyRequest, { database }: DeletionRequestParts): Promise<void> {
  const { comparison_id: comparisonId = "" } = request.params as { readonly comparison_id?: string };
  if (!isId("cmp", comparisonId)) throw new ApiError("INVALID_COMPARISON_ID");
  const owner = await findOwner(database, comparisonId);
  if (owner?.organization_id !== request.caller.organization.organizationId) throw new ApiError("COMPARISON_NOT_FOUND");
}

function requireNoBody(body: unknown): void {
  if (body === undefined || body === null) return;
  if (typeof body === "object" && !Array.isArray(body) && Object.keys(body).length === 0) return;
  throw new ApiError("INVALID_REQUEST", "The operation takes no body; send none, or {}.");
}
