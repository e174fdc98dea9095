// Serves POST /v1/compare, GET /v1/compare/{comparison_id}, and its view.

import type { CreateFromForm, VersusApp } from "../contract/app.ts";
import { comparisonFormatNames, comparisonFormats } from "../contract/formats.ts";
import { newId } from "../contract/ids.ts";
import { ComparisonCreatedResponse, ComparisonJob } from "../contract/schemas.ts";
import { awaitRead } from "../jobs/await-read.ts";
import { renderingAsker } from "../redlines/ask-for-renderings.ts";
import { jobReader, type ReadParts, type ReadRequest, registerJobRead } from "../redlines/read-route.ts";
import { madeFormats, type Renderer } from "../redlines/renderers.ts";
import { registerView } from "../redlines/view-route.ts";
import type { Transaction } from "../storage/database.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import type { OwnerWatch } from "../storage/owner-watch.ts";
import { askForView, fragmentArtifact } from "./old-fragments.ts";
import { comparisonOwner } from "./owner.ts";
import { type RequestParts, requestComparison } from "./request-comparison.ts";
import { comparisonForm } from "./rules.ts";
import { renderedComparisons } from "./run-rendering.ts";

export interface ComparisonRouteParts extends RequestParts, ReadParts {
  readonly watch: OwnerWatch;
  readonly createFromForm: CreateFromForm<Transaction>;
  readonly renderers: readonly Renderer[];
  readonly webFonts: boolean;
}

export function registerComparisonRoutes(app: VersusApp, parts: ComparisonRouteParts): void {
  const operation = {
    id: "readComparison",
    summary: "Read a comparison",
    description:
      "Returns the status for the requested formats (processing, ready or failed), with fresh download addresses. A failed comparison is a 200. A PDF is made when it is first asked for, here or in `formats` of the request.",
  };
  const formats = { formats: madeFormats(comparisonFormatNames, parts.renderers), meanings: comparisonFormats };
  const askFor = renderingAsker(renderedComparisons, parts);
  const route = { kind: comparisonOwner, operation, ...formats, askFor, response: ComparisonJob };
  const read = jobReader(route, parts);
  registerCreate(app, read, parts);
  registerJobRead(app, route, read, parts);
  const older = {
    artifact: fragmentArtifact,
    ask: (ownerId: string): Promise<void> => askForView(ownerId, parts),
    advice: "Its operator can add it: versus regenerate --format viewer.",
  };
  registerView(app, { kind: comparisonOwner, operation: "viewComparison", older }, parts);
}

/** The reply of a read if the caller waits (`wait`), otherwise the acknowledgement of the new comparison. */
const Answered = ComparisonJob.or(ComparisonCreatedResponse);

function registerCreate(app: VersusApp, read: ReadRequest, parts: ComparisonRouteParts): void {
  app.route({
    method: "POST",
    url: comparisonOwner.path,
    config: {
      form: comparisonForm(madeFormats(comparisonFormatNames, parts.renderers)),
      readsJob: true,
      operation: {
        id: "createComparison",
        tag: comparisonOwner.tag,
        summary: "Compare two documents",
        description:
          "Starts a comparison of `original` with `modified` and returns at once; read it until it is ready, or wait for it with `wait`. Send each document, or name an uploaded file by its file_id. Counts as two documents.",
        refusals: [
          "INVALID_REQUEST",
          "UNSUPPORTED_FILE_TYPE",
          "UNSUPPORTED_FORMAT",
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
    schema: { response: { 200: ComparisonJob, 202: Answered } },
    handler: async (request, reply) => {
      const { caller } = request;
      const comparisonId = newId("cmp", parts.clock, parts.random);
      const owner = { organizationId: caller.organization.organizationId, ownerId: comparisonId };
      const answered = await parts.createFromForm(request, reply, {
        objectKey: (field) => newObjectKey(owner, field, parts),
        create: (form, remember) => requestComparison({ comparisonId, caller, form, remember }, parts),
        answer: async (body, form) => {
          const { comparison_id: ownerId } = ComparisonCreatedResponse.parse(body);
          const formats = form.texts("formats");
          const format = formats.length === 0 ? undefined : formats;
          const asked = { ownerId, organization: caller.organization, format };
          return (await awaitRead(reply, { ownerId, form, read: () => read(asked) }, parts)) ?? body;
        },
      });
      return Answered.parse(answered);
    },
  });
}
