// The worker's side of a rendering that is made from a redline by a job of its own. One that fails, fails the reads that
// ask for its format; the comparison stays ready, and stays counted.

import { comparisonArtifactName } from "../contract/file-names.ts";
import type { DocumentJob, Failed, JobFacts, Work } from "../jobs/document-job.ts";
import { JobFailure } from "../jobs/job-queue.ts";
import { failArtifacts, findArtifactObject, listArtifacts, putReadyArtifacts } from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import { settleFinish } from "./finish.ts";
import { renderingKind } from "./job-kinds.ts";
import { type ComparisonRow, comparisonRows } from "./queries.ts";
import { rendererOf } from "./renderers.ts";
import type { WorkParts } from "./run-comparison.ts";

export const renderingJob: DocumentJob<ComparisonRow, WorkParts> = {
  kind: renderingKind,
  faultCode: "COMPARISON_FAILED",
  rows: comparisonRows,
  isDue: async (_, job, { database }) => {
    const format = formatOf(job);
    const artifacts = await listArtifacts(database, job.ownerId);
    return artifacts.some((artifact) => artifact.format === format && artifact.status === "pending");
  },
  make: async (work) => {
    const { job, parts } = work;
    const format = formatOf(job);
    const renderer = rendererOf(parts.renderers, format);
    if (renderer === undefined) throw new Error(`there is nothing to make ${format} with`);
    const redline = await readRedline(work).catch((problem: unknown) => {
      throw problem instanceof JobFailure ? new JobFailure(renderer.failureCode) : problem;
    });
    return {
      artifacts: new Map([[format, await renderer.render(redline, job.signal)]]),
      settle: async (transaction, comparison, stored) => {
        const now = parts.clock();
        const { comparison_id: ownerId, organization_id: organizationId, modified_name: name } = comparison;
        const owner = { ownerId, organizationId, fileName: () => comparisonArtifactName(name, renderer.format) };
        await putReadyArtifacts(transaction, owner, { artifacts: stored, now });
        await settleFinish(transaction, comparison, { queue: parts.queue, now });
      },
    };
  },
  fail: settleFailure,
};

async function readRedline({ job, read, parts }: Work<ComparisonRow, WorkParts>): Promise<Uint8Array> {
  const row = await findArtifactObject(parts.database, job.ownerId, "docx");
  if (row === undefined) throw new Error("there is no redline to make a rendering from");
  return read(row);
}

function formatOf({ payload }: JobFacts): string {
  const { format } = (payload ?? {}) as { readonly format?: unknown };
  if (typeof format !== "string") throw new Error("a rendering's job names its format");
  return format;
}

async function settleFailure(
  transaction: Transaction,
  comparison: ComparisonRow,
  { job, reason, now, parts }: Failed<WorkParts>,
): Promise<void> {
  const format = formatOf(job);
  const code = reason.code === "COMPARISON_FAILED" ? rendererOf(parts.renderers, format)?.failureCode : reason.code;
  const errorCode = reason.upstream === reason.code ? (code ?? reason.code) : reason.upstream;
  await failArtifacts(transaction, { ownerId: job.ownerId, formats: [format] }, { errorCode, now });
  await settleFinish(transaction, comparison, { queue: parts.queue, now });
}
