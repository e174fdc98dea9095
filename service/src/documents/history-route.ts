// Serves GET /v1/documents/{document_id}/history.

import type { Operation, VersusApp } from "../contract/app.ts";
import { DocumentHistoryResponse, DocumentPath, HistoryQuery } from "../contract/document-schemas.ts";
import { downloadEntry, type SignDownload } from "../contract/downloads.ts";
import { tellEngine } from "../contract/engine-version.ts";
import { versionHistoryName } from "../contract/file-names.ts";
import { mediaTypes } from "../contract/formats.ts";
import { limits } from "../contract/limits.ts";
import type { DownloadEntry } from "../contract/schemas.ts";
import { sendStreamed, streamReading } from "../files/read-file.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { deadlineOf } from "../storage/retention-facts.ts";
import { askedDocument } from "./find-document.ts";
import { type FoundHistory, findHistory, type HistoryParts } from "./find-history.ts";
import { documentOwner, historyArtifacts } from "./owner.ts";

export interface HistoryRouteParts extends HistoryParts {
  readonly signDownload: SignDownload;
  readonly store: ObjectStore;
}

const refusals = [
  "INVALID_DOCUMENT_ID",
  "DOCUMENT_NOT_FOUND",
  "INVALID_VERSION_ID",
  "VERSION_NOT_FOUND",
] as const satisfies Operation["refusals"];

export function registerHistory(app: VersusApp, parts: HistoryRouteParts): void {
  app.route({
    method: "GET",
    url: `${documentOwner.path}/:document_id/history`,
    config: {
      readsJob: true,
      streams: true,
      operation: {
        id: "readHistory",
        tag: documentOwner.tag,
        summary: "Read the history of a version",
        description:
          "Returns, for each passage of a version, the version that introduced it, who made that version and when. All versions that this one comes from are searched, merged ones included. Text that moved keeps its history. The Word document shows every passage that was added after the first version as an insertion, with one author for each version. The first read starts the work; read again until the status is `ready`. Costs no documents.",
        refusals,
      },
    },
    schema: { params: DocumentPath, querystring: HistoryQuery, response: { 200: DocumentHistoryResponse } },
    handler: async (request, reply) => {
      const asked = askedDocument(request);
      const found = await findHistory(asked, request.query.version_id, parts);
      const { version, status, error } = found;
      const answer = { document_id: asked.documentId, version_id: version.version_id, status };
      tellEngine(reply, version.history_engine_version);
      if (status === "processing") reply.header("retry-after", limits.comparisonRetrySeconds);
      if (status !== "ready")
        return { ...answer, downloads: [], blocks: [], ...(error === undefined ? {} : { error }) };
      const { organization } = request.caller;
      const download = downloadOf(found, organization.retentionDays, parts.signDownload);
      // The stored blocks are streamed as the remaining fields of the object.
      const around = { before: `${JSON.stringify({ ...answer, downloads: [download] }).slice(0, -1)},`, after: "" };
      const reading = { fileId: version.version_id, organization, reading: historyArtifacts.blocks };
      return sendStreamed(reply, mediaTypes.json, await streamReading(reading, around, parts));
    },
  });
}

/**
 * Returns the download of the Word document, with the current name of the version. Its address expires no later than
 * the document.
 */
function downloadOf({ document, version }: FoundHistory, days: number | null, sign: SignDownload): DownloadEntry {
  const notAfter = deadlineOf(document, days);
  const { version_id: ownerId, name } = version;
  const kept = { ownerId, format: "docx", keptAs: historyArtifacts.docx };
  return downloadEntry({ ...kept, fileName: versionHistoryName(name), notAfter }, sign);
}
