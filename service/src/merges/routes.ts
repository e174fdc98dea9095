// Serves POST /v1/merge, GET /v1/merge/{merge_id}, and its view.

import type { CreateFromForm, VersusApp } from "../contract/app.ts";
import { mergeFormatNames, mergeFormats } from "../contract/formats.ts";
import { newId } from "../contract/ids.ts";
import { MergeCreatedResponse, MergeJob } from "../contract/schemas.ts";
import { awaitRead } from "../jobs/await-read.ts";
import { renderingAsker } from "../redlines/ask-for-renderings.ts";
import { jobReader, type ReadParts, type ReadRequest, registerJobRead } from "../redlines/read-route.ts";
import { madeFormats } from "../redlines/renderers.ts";
import { registerView, type ViewParts } from "../redlines/view-route.ts";
import type { Transaction } from "../storage/database.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import type { OwnerWatch } from "../storage/owner-watch.ts";
import { mergeOwner } from "./owner.ts";
import { type RequestParts, requestMerge } from "./request-merge.ts";
import { mergeForm, revisionRole } from "./rules.ts";
import { renderedMerges } from "./run-rendering.ts";

export interface MergeRouteParts extends RequestParts, ReadParts, Pick<ViewParts, "store" | "webFonts"> {
  readonly watch: OwnerWatch;
  readonly createFromForm: CreateFromForm<Transaction>;
}

export function registerMergeRoutes(app: VersusApp, parts: MergeRouteParts): void {
  const operation = {
    id: "readMerge",
    summary: "Read a merge",
    description:
      "Returns the status for the requested formats (processing, ready or failed), with fresh download addresses. A failed merge is a 200; its error names the source that failed. A PDF is made when it is first asked for, here or in `formats` of the request.",
  };
  const formats = { formats: madeFormats(mergeFormatNames, parts.renderers), meanings: mergeFormats };
  const askFor = renderingAsker(renderedMerges, parts);
  const route = { kind: mergeOwner, operation, ...formats, askFor, response: MergeJob };
  const read = jobReader(route, parts);
  registerCreate(app, read, parts);
  registerJobRead(app, route, read, parts);
  registerView(app, { kind: mergeOwner, operation: "viewMerge" }, parts);
}

/** The reply of a read if the caller waits (`wait`), otherwise the acknowledgement of the new merge. */
const Answered = MergeJob.or(MergeCreatedResponse);

function registerCreate(app: VersusApp, read: ReadRequest, parts: MergeRouteParts): void {
  app.route({
    method: "POST",
    url: mergeOwner.path,
    config: {
      form: mergeForm(madeFormats(mergeFormatNames, parts.renderers)),
      readsJob: true,
      operation: {
        id: "createMerge",
        tag: mergeOwner.tag,
        summary: "Merge several revised copies of a document",
        description:
          "Starts a merge of `revisions` into one draft of `original` and returns at once; read it until it is ready, or wait for it with `wait`. Every change is tracked under the author of its revision; a change that several revisions share is one change with all their names. Where revisions disagree, the draft marks a conflict. Send each document, or name uploaded files by their file_id. Sources are opened later: a source that cannot be read fails the merge. Counts as one document for the original and one for each revision.",
        refusals: [
          "INVALID_REQUEST",
          "UNSUPPORTED_FILE_TYPE",
          "UNSUPPORTED_FORMAT",
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
    schema: { response: { 200: MergeJob, 202: Answered } },
    handler: async (request, reply) => {
      const { caller } = request;
      const mergeId = newId("mrg", parts.clock, parts.random);
      const owner = { organizationId: caller.organization.organizationId, ownerId: mergeId };
      const answered = await parts.createFromForm(request, reply, {
        objectKey: (field, position) =>
          newObjectKey(owner, field === "original" ? field : revisionRole(position), parts),
        create: (form, remember) => requestMerge({ mergeId, caller, form, remember }, parts),
        answer: async (body, form) => {
          const { merge_id: ownerId } = MergeCreatedResponse.parse(body);
          const asked = { ownerId, organization: caller.organization };
          return (await awaitRead(reply, { ownerId, form, read: () => read(asked) }, parts)) ?? body;
        },
      });
      return Answered.parse(answered);
    },
  });
}
