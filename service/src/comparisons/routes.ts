// POST /v1/compare and GET /v1/compare/{comparison_id}.

import type { CreateFromForm, VersusApp } from "../contract/app.ts";
import { comparisonFormats } from "../contract/formats.ts";
import { newId } from "../contract/ids.ts";
import { ComparisonCreatedResponse, ComparisonJob } from "../contract/schemas.ts";
import type { Transaction } from "../storage/database.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import { comparisonOwner } from "./owner.ts";
import { type ReadParts, registerJobRead } from "./read-route.ts";
import { madeFormats, type Renderer } from "./renderers.ts";
import { type RequestParts, requestComparison } from "./request-comparison.ts";
import { comparisonForm } from "./rules.ts";

export interface ComparisonRouteParts extends RequestParts, ReadParts {
  readonly createFromForm: CreateFromForm<Transaction>;
  /** True if older Word files and PDFs are converted. */
  readonly conversion: boolean;
  readonly renderers: readonly Renderer[];
}

export function registerComparisonRoutes(app: VersusApp, parts: ComparisonRouteParts): void {
  registerCreate(app, parts);
  const operation = {
    id: "readComparison",
    summary: "Read a comparison",
    description:
      "Returns the status for the requested formats (processing, ready or failed), with fresh download addresses. A failed comparison is a 200.",
  };
  const formats = { formats: madeFormats(parts.renderers), meanings: comparisonFormats };
  registerJobRead(app, { kind: comparisonOwner, operation, ...formats, response: ComparisonJob }, parts);
}

function registerCreate(app: VersusApp, parts: ComparisonRouteParts): void {
  app.route({
    method: "POST",
    url: comparisonOwner.path,
    config: {
      form: comparisonForm(parts),
      operation: {
        id: "createComparison",
        tag: comparisonOwner.tag,
        summary: "Compare two documents",
        description:
          "Starts a comparison of `original` with `modified` and returns at once; read it until it is ready. Send each document, or name an uploaded file by its file_id. Counts as two documents.",
        refusals: [
          "INVALID_REQUEST",
          "UNSUPPORTED_FILE_TYPE",
          "DOCUMENT_UNREADABLE",
          "USAGE_LIMIT_REACHED",
          "DOCUMENT_NOT_FOUND",
          "CONFLICT",
          "IDEMPOTENCY_CONFLICT",
          "CONTENT_DELETED",
          "FILE_TOO_LARGE",
          "UNSUPPORTED_MEDIA_TYPE",
        ],
      },
    },
    schema: { response: { 202: ComparisonCreatedResponse } },
    handler: async (request, reply) => {
      const { caller } = request;
      const comparisonId = newId("cmp", parts.clock, parts.random);
      const owner = { organizationId: caller.organization.organizationId, ownerId: comparisonId };
      const body = await parts.createFromForm(request, reply, {
        objectKey: (field) => newObjectKey(owner, field, parts),
        create: (form, remember) => requestComparison({ comparisonId, caller, form, remember }, parts),
      });
      return ComparisonCreatedResponse.parse(body);
    },
  });
}
