// Serves POST /v1/compare/selective.

import type { CreateFromBody, VersusApp } from "../contract/app.ts";
import type { SignDownload } from "../contract/downloads.ts";
import { referenceOf } from "../contract/references.ts";
import { SelectiveRequest, SelectiveResult } from "../contract/selective-schemas.ts";
import type { Transaction } from "../storage/database.ts";
import {
  answerWith,
  readMade,
  requestSelective,
  type SelectiveOutput,
  type SelectiveParts,
} from "./request-selective.ts";
import { readRange } from "./rules.ts";

export interface SelectiveRouteParts extends SelectiveParts {
  readonly createFromBody: CreateFromBody<Transaction>;
  readonly signDownload: SignDownload;
}

export function registerSelectiveRoutes(app: VersusApp, parts: SelectiveRouteParts): void {
  app.route({
    method: "POST",
    url: "/v1/compare/selective",
    config: {
      operation: {
        id: "compareRanges",
        tag: "Comparisons",
        summary: "Compare two ranges of paragraphs",
        description:
          "Compares a range of paragraphs with another, of the same file or of two files. Returns the result and also stores it as a PDF file. Tracked changes count as accepted; list numbers are compared separately from the text. Counts as one document.",
        refusals: [
          "INVALID_REQUEST",
          "PARAGRAPH_NOT_FOUND",
          "RANGE_TOO_LARGE",
          "DOCUMENT_NOT_FOUND",
          "CONFLICT",
          "IDEMPOTENCY_CONFLICT",
          "CONTENT_DELETED",
          "REQUEST_TOO_LARGE",
          "UNSUPPORTED_MEDIA_TYPE",
        ],
      },
    },
    schema: { body: SelectiveRequest, response: { 200: SelectiveResult } },
    handler: async (request, reply) => {
      const { caller, body } = request;
      const ranges = {
        original: readRange("original", body.original),
        modified: readRange("modified", body.modified),
      };
      const reference = referenceOf(body.reference);
      const gone = new AbortController();
      reply.raw.once("close", () => gone.abort());
      let made: SelectiveOutput | undefined;
      const remembered = await parts.createFromBody(request, reply, async (remember) => {
        made = await requestSelective({ caller, ranges, reference, signal: gone.signal }, remember, parts);
        return { status: 200, body: { file_id: made.fileId } };
      });
      const { file_id: fileId } = remembered as { readonly file_id: string };
      return answerWith(made ?? (await readMade(fileId, caller, parts)), caller, parts);
    },
  });
}
