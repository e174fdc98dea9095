// Runs the job that prepares an upload, an edited document or a decided document.
//
// A child process reads the document. Its content as JSON and Markdown and its staged form are stored with the file.
// Settling also wakes waiting callers.

import { type ConversionParts, conversionJobOf } from "../convert/conversion-job.ts";
import type { DocumentJob } from "../jobs/document-job.ts";
import { documentFailure } from "../jobs/failures.ts";
import { findArtifactObject, putReadyArtifacts } from "../storage/artifacts.ts";
import { notifySettled } from "../storage/owner-watch.ts";
import { recordWords } from "../storage/usage-entries.ts";
import { fileConversionKind, preparationKind } from "./job-kinds.ts";
import { type FileRow, fileRows, updateEnd } from "./queries.ts";
import { downloadFormats, fileError } from "./rules.ts";

export interface PreparationParts extends ConversionParts {
  readonly engineVersion: string;
}

export const preparationJob: DocumentJob<FileRow, PreparationParts> = {
  kind: preparationKind,
  faultCode: "SOURCE_UPLOAD_FAILED",
  rows: fileRows,
  isDue: ({ status, words }) => status === "processing" || (status === "ready" && words === null),
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
        await updateEnd(transaction, { fileId, status: "ready", at: now, size, words, engineVersion });
        // Results of edits and decisions count no words.
        if (file.kind === "upload") await recordWords(transaction, fileId, result.words);
        await notifySettled(transaction, fileId);
      },
    };
  },
  fail: async (transaction, { file_id: fileId }, { reason, now }) => {
    await updateEnd(transaction, { fileId, status: "failed", at: now, error: fileError(reason) });
    await notifySettled(transaction, fileId);
  },
};

export const fileConversionJob = conversionJobOf(preparationJob, { kind: fileConversionKind });
