// Makes the views of comparisons that were stored with a fragment, before views existed.
//
// The first read of the view queues a job that makes it in a child process. Later reads find the stored view.

import type { Clock } from "../contract/ids.ts";
import type { DocumentJob } from "../jobs/document-job.ts";
import { documentFailure } from "../jobs/failures.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { viewArtifact } from "../jobs/redline-pages.ts";
import {
  failArtifacts,
  findArtifactObject,
  listArtifacts,
  putMissingArtifacts,
  putReadyArtifacts,
} from "../storage/artifacts.ts";
import type { Database } from "../storage/database.ts";
import { isGone } from "../storage/retention-facts.ts";
import { viewKind } from "./job-kinds.ts";
import { type ComparisonRow, comparisonRows } from "./queries.ts";
import type { WorkParts } from "./run-comparison.ts";

/** The artifact that older comparisons have instead of a view. */
export const fragmentArtifact = "fragment";

export interface OldFragmentParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
}

/** Queues the view of a comparison that has a fragment. A further call, or one for deleted content, queues nothing. */
export async function askForView(ownerId: string, { database, queue, clock }: OldFragmentParts): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const row = await comparisonRows.lock(transaction, ownerId);
    if (row === undefined || isGone(row, row.retention_days, clock())) return;
    const added = await putMissingArtifacts(transaction, ownerId, [{ format: viewArtifact, fileName: "" }]);
    if (added.length === 0) return;
    await queue.enqueue(transaction, { organizationId: row.organization_id, kind: viewKind, ownerId });
  });
}

export const viewJob: DocumentJob<ComparisonRow, WorkParts> = {
  kind: viewKind,
  faultCode: "COMPARISON_FAILED",
  rows: comparisonRows,
  isDue: async (_, { ownerId }, { database }) => {
    const artifacts = await listArtifacts(database, ownerId);
    return artifacts.some(({ format, status }) => format === viewArtifact && status === "pending");
  },
  make: async ({ job, read, run, parts }) => {
    const fragment = await read(await findArtifactObject(parts.database, job.ownerId, fragmentArtifact));
    const result = await run({ kind: "view", fragment });
    if (result.kind === "failed") throw documentFailure(result);
    return {
      artifacts: new Map([[viewArtifact, result.view]]),
      settle: (transaction, { organization_id: organizationId }, artifacts) => {
        const owner = { ownerId: job.ownerId, organizationId, fileName: () => "" };
        return putReadyArtifacts(transaction, owner, { artifacts, now: parts.clock() });
      },
    };
  },
  fail: (transaction, _, { job, reason, now }) => {
    const failed = { ownerId: job.ownerId, formats: [viewArtifact] };
    return failArtifacts(transaction, failed, { errorCode: reason.upstream, now });
  },
};
