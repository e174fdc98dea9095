// Ends a comparison when its last rendering has ended.
//
// Under zero-day retention, the hour until the deletion starts then, or ten minutes after the redline if that is
// earlier.

import type { JobQueue } from "../jobs/job-queue.ts";
import { zeroDayDeadline } from "../retention/deadlines.ts";
import { queueDeletion } from "../retention/delete-content.ts";
import { listArtifacts } from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import { type ComparisonRow, updateDeadline } from "./queries.ts";

/**
 * Sets the time of the end and the deadline. Call it in each transaction that ends one or all renderings, with the
 * comparison locked. A finished comparison keeps its times. The redline of a version has no such times, because it is
 * deleted with its version.
 */
export async function settleFinish(
  transaction: Transaction,
  comparison: ComparisonRow,
  { queue, now }: { readonly queue: JobQueue; readonly now: Date },
): Promise<void> {
  if (comparison.finished_at !== null || comparison.version_id !== null) return;
  const { comparison_id: ownerId, organization_id: organizationId } = comparison;
  const artifacts = await listArtifacts(transaction, ownerId);
  const finishedAt = artifacts.some(({ status }) => status === "pending") ? null : now;
  const redlineAt = artifacts.find(({ format }) => format === "docx")?.finished_at ?? now;
  const deleteAt = comparison.zero_day ? zeroDayDeadline({ redlineAt, finishedAt }) : null;
  await updateDeadline(transaction, ownerId, { finishedAt, deleteAt });
  if (deleteAt !== null) await queueDeletion(transaction, { organizationId, ownerId }, { queue, at: deleteAt });
}
