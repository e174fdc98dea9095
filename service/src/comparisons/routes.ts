// POST /v1/compare and GET /v1/compare/{comparison_id}.

import { ApiError } from "../contract/api-error.ts";
import type { CreateFromForm, VersusApp } from "../contract/app.ts";
import type { SignDownload } from "../contract/downloads.ts";
import { tellEngine } from "../contract/engine-version.ts";
import { readFormats } from "../contract/formats.ts";
import { isId, newId } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { ComparisonCreatedResponse, ComparisonJob, ComparisonPath, comparisonReadQuery } from "../contract/schemas.ts";
import { requireKept } from "../retention/guard.ts";
import type { Transaction } from "../storage/database.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import { readableFinder } from "./find-readable.ts";
import { readComparison } from "./read-comparison.ts";
import { madeFormats, type Renderer } from "./renderers.ts";
import { type RequestParts, requestComparison } from "./request-comparison.ts";
import { comparisonForm } from "./rules.ts";

export interface ComparisonRouteParts extends RequestParts {
  readonly createFromForm: CreateFromForm<Transaction>;
  readonly signDownload: SignDownload;
  /** Whether older Word files and PDFs are converted. */
  readonly conversion: boolean;
  readonly renderers: readonly Renderer[];
}

export function registerComparisonRoutes(app: VersusApp, parts: ComparisonRouteParts): void {
  registerCreate(app, parts);
  registerRead(app, parts);
}

function registerCreate(app: VersusApp, parts: ComparisonRouteParts): void {
  app.route({
    method: "POST",
    url: "/v1/compare",
    config: {
      form: comparisonForm(parts),
      operation: {
        id: "createComparison",
        tag: "Comparisons",
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

function registerRead(app: VersusApp, parts: ComparisonRouteParts): void {
  const formats = madeFormats(parts.renderers);
  const findWithDefault = readableFinder(parts.database, readFormats(undefined, formats));
  const findWithAll = readableFinder(parts.database, formats);
  app.route({
    method: "GET",
    url: "/v1/compare/:comparison_id",
    config: {
      readsJob: true,
      operation: {
        id: "readComparison",
        tag: "Comparisons",
        summary: "Read a comparison",
        description:
          "Returns the status for the requested formats (processing, ready or failed), with fresh download addresses. A failed comparison is a 200.",
        refusals: ["INVALID_COMPARISON_ID", "UNSUPPORTED_FORMAT", "COMPARISON_NOT_FOUND", "CONTENT_DELETED"],
      },
    },
    schema: { params: ComparisonPath, querystring: comparisonReadQuery(formats), response: { 200: ComparisonJob } },
    // Whatever a path and a query can hold keeps the shapes above; what is asked of the values has codes of its own.
    validatorCompiler: () => (value) => ({ value }),
    handler: async (request, reply) => {
      const { comparison_id: comparisonId } = request.params;
      if (!isId("cmp", comparisonId)) throw new ApiError("INVALID_COMPARISON_ID");
      const { organizationId, retentionDays } = request.caller.organization;
      const { format } = request.query;
      // Access comes before the parameter: what it asks for may be none of our formats.
      const find = format === undefined ? findWithDefault : findWithAll;
      const comparison = await find({ comparisonId, organizationId });
      if (comparison === undefined) throw new ApiError("COMPARISON_NOT_FOUND");
      requireKept(comparison, retentionDays, parts.clock());
      const asked = readFormats(format, formats);
      const job = readComparison({ ...comparison, retentionDays }, asked, parts.signDownload);
      if (job.status === "processing") reply.header("retry-after", limits.comparisonRetrySeconds);
      tellEngine(reply, comparison.engine_version);
      return job;
    },
  });
}
