// Serves POST <path>/{id}/decisions for every kind of owner with a redline: comparisons and merges.

import type { CreateFromBody, VersusApp } from "../contract/app.ts";
import { DecisionCreatedResponse, DecisionRequest } from "../contract/decision-schemas.ts";
import { limits } from "../contract/limits.ts";
import { pathIdOf, requireOwn } from "../retention/guard.ts";
import type { Transaction } from "../storage/database.ts";
import type { OwnerKind } from "../storage/owner-kind.ts";
import { type DecisionParts, requestDecisions } from "./request-decisions.ts";

export interface DecisionRouteParts extends DecisionParts {
  readonly createFromBody: CreateFromBody<Transaction>;
  readonly owners: readonly OwnerKind[];
}

export function registerDecisionRoutes(app: VersusApp, parts: DecisionRouteParts): void {
  for (const kind of parts.owners) if (kind.redline !== undefined) registerDecisions(app, kind, parts);
}

function registerDecisions(app: VersusApp, kind: OwnerKind, parts: DecisionRouteParts): void {
  const { noun } = kind;
  app.route({
    method: "POST",
    url: `${kind.path}/:${kind.id}/decisions`,
    bodyLimit: limits.decisionBytes,
    config: {
      operation: {
        id: `decide${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
        tag: kind.tag,
        summary: `Accept and reject changes of a ${noun}`,
        description: `Makes a new file in which changes of the ${noun} are accepted or rejected; the ${noun} itself stays as it is. Undecided changes stay tracked under their authors. The file is read, compared and edited like an upload. Counts as no document.`,
        refusals: [
          "INVALID_REQUEST",
          "CHANGE_NOT_FOUND",
          kind.malformed,
          kind.unknown,
          "CONFLICT",
          "IDEMPOTENCY_CONFLICT",
          "CONTENT_DELETED",
          "REQUEST_TOO_LARGE",
          "UNSUPPORTED_MEDIA_TYPE",
        ],
      },
    },
    schema: { params: kind.params, body: DecisionRequest, response: { 201: DecisionCreatedResponse } },
    // Reports an unknown owner before the body is validated.
    onRequest: (request) => requireOwn(request, kind, parts),
    handler: async (request, reply) => {
      const gone = new AbortController();
      reply.raw.once("close", () => gone.abort());
      const { caller, body: asked } = request;
      const call = { kind, ownerId: pathIdOf(request, kind), caller, asked, signal: gone.signal };
      const body = await parts.createFromBody(request, reply, (remember) => requestDecisions(call, remember, parts));
      return DecisionCreatedResponse.parse(body);
    },
  });
}
