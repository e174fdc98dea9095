// Runs the job that prepares a version.
//
// A child reads the uploaded file, so that an unusable file fails here. The version of a merge is made after the merge
// has ended. Its file is the merged document. Its text has every change accepted and the first side of each conflict.

import { failRedline } from "../comparisons/redlines.ts";
import type { WorkParts } from "../comparisons/run-comparison.ts";
import type { VersionFormat } from "../contract/document-schemas.ts";
import { versionFileName } from "../contract/file-names.ts";
import { conversionJobOf } from "../convert/conversion-job.ts";
import { fileError } from "../files/rules.ts";
import type { DocumentJob, Failed, JobInput } from "../jobs/document-job.ts";
import { documentFailure, meaningOf } from "../jobs/failures.ts";
import { JobFailure } from "../jobs/job-queue.ts";
import { findMergeEnd } from "../merges/find-end.ts";
import { queueRenderings } from "../redlines/ask-for-renderings.ts";
import { renderingJobOf } from "../redlines/rendering-job.ts";
import { failArtifacts, findArtifactObject, putReadyArtifacts, type StoredArtifact } from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import { notifySettled } from "../storage/owner-watch.ts";
import { recordWords } from "../storage/usage-entries.ts";
import { versionConversionKind, versionKind, versionRenderingKind } from "./job-kinds.ts";
import { readyUpload, updateEnd, type VersionRow, versionRows } from "./queries.ts";

type VersionWork = JobInput<VersionRow, WorkParts>;

export const versionJob: DocumentJob<VersionRow, WorkParts> = {
  kind: versionKind,
  faultCode: "SOURCE_UPLOAD_FAILED",
  rows: versionRows,
  isDue: ({ status }) => status === "processing",
  make: async (work) => {
    const made = work.row.kind === "merge" ? await makeOfMerge(work) : await readUpload(work);
    return {
      artifacts: made.artifacts,
      settle: (transaction, version, stored) =>
        settleReady(transaction, version, { stored, words: made.words, parts: work.parts }),
    };
  },
  fail: settleFailure,
};

export const versionConversionJob = conversionJobOf(versionJob, { kind: versionConversionKind });

interface MadeVersion {
  readonly artifacts: ReadonlyMap<string, Uint8Array>;
  readonly words: number | null;
}

async function readUpload({ readOwn, read, run }: VersionWork): Promise<MadeVersion> {
  const document = (await readOwn("docx")) ?? (await read(undefined));
  const result = await run({ kind: "read", document });
  if (result.kind === "failed") throw documentFailure(result, "SOURCE_UPLOAD_FAILED");
  return { artifacts: new Map(), words: result.words };
}

async function makeOfMerge({ row, read, run, parts }: VersionWork): Promise<MadeVersion> {
  const mergeId = row.merge_id ?? "";
  const end = await findMergeEnd(mergeId, parts);
  if (end.status === "failed") throw new JobFailure(end.error.code, end.error.upstream_code, end.error.source);
  const docx = await read(await findArtifactObject(parts.database, mergeId, "docx"));
  const result = await run({ kind: "decide", bytes: docx, decisions: { rest: "accept" } });
  if (result.kind === "failed") throw documentFailure(result);
  if (result.kind !== "decided") throw new Error("accepting every change names no change");
  return {
    artifacts: new Map([
      ["docx", docx],
      ["text", result.docx],
    ]),
    words: null,
  };
}

interface VersionOutput {
  readonly stored: readonly StoredArtifact[];
  readonly words: number | null;
  readonly parts: WorkParts;
}

async function settleReady(
  transaction: Transaction,
  version: VersionRow,
  { stored, words, parts }: VersionOutput,
): Promise<void> {
  const now = parts.clock();
  const { version_id: versionId, organization_id: organizationId, file_name: name } = version;
  if (version.kind === "upload") await readyUpload(transaction, versionId, now);
  const owner = { ownerId: versionId, organizationId, fileName: () => name };
  if (stored.length > 0) await putReadyArtifacts(transaction, owner, { artifacts: stored, now });
  await updateEnd(transaction, { versionId, at: now, made: { words, engineVersion: parts.engineVersion } });
  if (words !== null) await recordWords(transaction, versionId, words);
  const { queue, renderers } = parts;
  await queueRenderings(
    transaction,
    { ownerId: versionId, row: version },
    { queue, renderers, rendered: renderedVersions },
  );
  await notifySettled(transaction, versionId);
}

/** Fails the version and its redline. */
async function settleFailure(
  transaction: Transaction,
  version: VersionRow,
  { reason, now, parts: { queue, announce } }: Failed<WorkParts>,
): Promise<void> {
  const { version_id: versionId, redline_id: redlineId } = version;
  const { code, upstream: upstream_code } = reason;
  const message = version.kind === "merge" ? meaningOf(reason) : fileError(reason).message;
  await updateEnd(transaction, { versionId, at: now, error: { code, upstream_code, message } });
  await failArtifacts(transaction, { ownerId: versionId, formats: ["docx"] }, { errorCode: upstream_code, now });
  if (redlineId !== null) {
    await failRedline(transaction, redlineId, { reason: { ...reason, source: "modified" }, now, queue, announce });
  }
  await notifySettled(transaction, versionId);
}

export const renderedVersions = {
  kind: versionRenderingKind,
  rows: versionRows,
  fileName: ({ name }: VersionRow, format: string) => versionFileName(name, format as VersionFormat),
  about: ({ created_at: createdAt }: VersionRow) => ({ documents: [], createdAt, hasLegend: false }),
  ended: async () => {},
};

export const versionRenderingJob = renderingJobOf<VersionRow>(renderedVersions);
