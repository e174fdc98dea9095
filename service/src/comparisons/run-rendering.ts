// The worker's side of a rendering that is made from a redline by a job of its own.

import { comparisonArtifactName } from "../contract/file-names.ts";
import { isOurFault } from "../jobs/failures.ts";
import { type Effect, type FailureReason, type Job, JobFailure, type JobQueue } from "../jobs/job-queue.ts";
import { isGone } from "../retention/deadlines.ts";
import {
  failArtifacts,
  findArtifactObject,
  listArtifacts,
  putReadyArtifacts,
  type StoredArtifact,
} from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import { organizationOf } from "../storage/organization-key.ts";
import { ChecksumMismatch, readVerified } from "../storage/read-verified.ts";
import { storeArtifacts } from "../storage/store-artifacts.ts";
import { giveBack } from "../usage/allowance.ts";
import { settleFinish } from "./finish.ts";
import { renderingKind } from "./job-kinds.ts";
import { findJobComparison, lockComparison } from "./queries.ts";
import { type Renderer, rendererOf } from "./renderers.ts";
import type { WorkParts } from "./run-comparison.ts";

/** Takes renderings from the queue. */
export async function workOnRenderings(
  queue: JobQueue,
  parts: WorkParts,
  { concurrency }: { readonly concurrency: number },
): Promise<void> {
  await queue.work(renderingKind, (job) => runRendering(job, parts), {
    concurrency,
    faultCode: "COMPARISON_FAILED",
    onFailed: (transaction, job, reason) => settleFailedRendering(transaction, job, { reason, parts }),
  });
}

/** Gives what settles the rendering; nothing when there is nothing to do. Throws a JobFailure. */
async function runRendering(job: Job, parts: WorkParts): Promise<Effect | undefined> {
  const { database, renderers, masterKeys, store, clock } = parts;
  const format = formatOf(job);
  const comparison = await findJobComparison(database, job.ownerId);
  if (comparison === undefined || isGone(comparison, comparison.retention_days, clock())) return undefined;
  const artifacts = await listArtifacts(database, job.ownerId);
  if (!artifacts.some((artifact) => artifact.format === format && artifact.status === "pending")) return undefined;
  const renderer = rendererOf(renderers, format);
  const row = await findArtifactObject(database, job.ownerId, "docx");
  if (renderer === undefined || row === undefined) throw new Error(`there is nothing to make ${format} from, or with`);
  const organization = organizationOf(comparison, masterKeys);
  const redline = await readVerified(store, row, organization).catch((problem: unknown) => {
    throw problem instanceof ChecksumMismatch ? new JobFailure(renderer.failureCode) : problem;
  });
  const made = new Map([[format, await renderer.render(redline, job.signal)]]);
  const stored = await storeArtifacts({ ownerId: job.ownerId, organization }, made, { ...parts, signal: job.signal });
  return (transaction) => settleRendered(transaction, job.ownerId, { stored, renderer, parts });
}

function formatOf({ payload }: Pick<Job, "payload">): string {
  const { format } = (payload ?? {}) as { readonly format?: unknown };
  if (typeof format !== "string") throw new Error("a rendering's job names its format");
  return format;
}

interface Rendered {
  readonly stored: readonly StoredArtifact[];
  readonly renderer: Renderer;
  readonly parts: WorkParts;
}

async function settleRendered(
  transaction: Transaction,
  ownerId: string,
  { stored, renderer, parts }: Rendered,
): Promise<void> {
  const now = parts.clock();
  const comparison = await lockComparison(transaction, ownerId);
  if (comparison === undefined || isGone(comparison, comparison.retention_days, now)) {
    await parts.store.delete(stored.map(({ objectKey }) => objectKey));
    return;
  }
  const fileName = () => comparisonArtifactName(comparison.modified_name, renderer.format);
  const owner = { ownerId, organizationId: comparison.organization_id, fileName };
  await putReadyArtifacts(transaction, owner, { artifacts: stored, now });
  await settleFinish(transaction, comparison, { queue: parts.queue, now });
}

interface Failing {
  readonly reason: FailureReason;
  readonly parts: WorkParts;
}

/** Fails the reads that ask for the format; the others stay ready. */
async function settleFailedRendering(
  transaction: Transaction,
  job: Pick<Job, "ownerId" | "payload">,
  { reason, parts }: Failing,
): Promise<void> {
  const { ownerId } = job;
  const now = parts.clock();
  const comparison = await lockComparison(transaction, ownerId);
  if (comparison === undefined || isGone(comparison, comparison.retention_days, now)) return;
  const format = formatOf(job);
  const code = reason.code === "COMPARISON_FAILED" ? rendererOf(parts.renderers, format)?.failureCode : reason.code;
  const errorCode = reason.upstream === reason.code ? (code ?? reason.code) : reason.upstream;
  await failArtifacts(transaction, { ownerId, formats: [format] }, { errorCode, now });
  if (isOurFault(code ?? reason.code)) await giveBack(transaction, ownerId, now);
  await settleFinish(transaction, comparison, { queue: parts.queue, now });
}
