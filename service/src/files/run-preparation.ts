// Runs the job that reads a file: an upload, an edited or a decided document, or on demand a redline or a created one.
//
// A child process reads the document. Its content as JSON and Markdown and its staged form are stored with the file.
// Settling also wakes waiting callers. A reading on demand changes neither the state nor the times of its file.

import { type ConversionParts, conversionJobOf } from "../convert/conversion-job.ts";
import type { DocumentJob } from "../jobs/document-job.ts";
import { documentFailure } from "../jobs/failures.ts";
import { failArtifacts, findArtifactObject, putReadyArtifacts } from "../storage/artifacts.ts";
import { notifySettled } from "../storage/owner-watch.ts";
import { recordWords } from "../storage/usage-entries.ts";
import { readingFormats, readingStatus } from "./ask-for-reading.ts";
import { fileConversionKind, preparationKind } from "./job-kinds.ts";
import { type FileRow, fileRows, updateEnd, updateWords } from "./queries.ts";
import { downloadFormats, fileError, readOnDemand } from "./rules.ts";

export interface PreparationParts extends ConversionParts {
  readonly engineVersion: string;
}

export const preparationJob: DocumentJob<FileRow, PreparationParts> = {
  kind: preparationKind,
  faultCode: "SOURCE_UPLOAD_FAILED",
  rows: fileRows,
  isDue: async (file, _, { database }) => {
    const { status, words, kind } = file;
    if (status !== "ready") return status === "processing";
    if (!readOnDemand.has(kind)) return words === null;
    const reading = await readingStatus(file.file_id, database);
    return reading === undefined || reading === "processing";
  },
  make: async ({ row, job, read, run, parts }) => {
    const document = await read(await findArtifactObject(parts.database, job.ownerId, downloadFormats[row.kind]));
    const result = await run({ kind: "read", document });
    if (result.kind === "failed") throw documentFailure(result, "SOURCE_UPLOAD_FAILED");
    return {
      artifacts: result.readings,
      settle: async (transaction, file, stored) => {
        const { file_id: fileId, organization_id: organizationId, file_name: fileName } = file;
        const now = parts.clock();
        const owner = { ownerId: fileId, organizationId, fileName: () => fileName };
        await putReadyArtifacts(transaction, owner, { artifacts: stored, now });
        const { engineVersion } = parts;
        const { words } = result;
        // The size of the download: a converted document has a different size from the uploaded file.
        const size = document.length;
        if (readOnDemand.has(file.kind)) await updateWords(transaction, fileId, words);
        else await updateEnd(transaction, { fileId, status: "ready", at: now, size, words, engineVersion });
        // Results of edits and decisions count no words.
        if (file.kind === "upload") await recordWords(transaction, fileId, result.words);
        await notifySettled(transaction, fileId);
      },
    };
  },
  fail: async (transaction, { file_id: fileId, kind }, { reason, now }) => {
    const reading = { ownerId: fileId, formats: readingFormats };
    if (readOnDemand.has(kind)) await failArtifacts(transaction, reading, { errorCode: reason.upstream, now });
    else await updateEnd(transaction, { fileId, status: "failed", at: now, error: fileError(reason) });
    await notifySettled(transaction, fileId);
  },
};

export const fileConversionJob = conversionJobOf(preparationJob, { kind: fileConversionKind });
