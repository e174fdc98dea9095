// Records the redlines of versions of stored documents.
//
// These comparisons have no call of their own. Their ids have another prefix, so they cannot be read, listed or deleted
// as comparisons. They count as no documents and are deleted with their version.

import { authorOf } from "../contract/author.ts";
import { comparisonArtifactName, disambiguate } from "../contract/file-names.ts";
import { comparisonFormats, mediaTypeIn } from "../contract/formats.ts";
import { isId } from "../contract/ids.ts";
import type { FailureReason, JobQueue } from "../jobs/job-queue.ts";
import { comparedFormats } from "../redlines/renderers.ts";
import type { Transaction } from "../storage/database.ts";
import type { Announce, ContentKind } from "../storage/owner-kind.ts";
import { comparisonOwner } from "./owner.ts";
import { comparisonRows, insertComparison, type NewComparison } from "./queries.ts";
import { settleFailure } from "./run-comparison.ts";

export const redlineContent = {
  noun: "redline",
  table: comparisonOwner.table,
  id: comparisonOwner.id,
  isOwn: (id) => isId("rdl", id),
  emptied: comparisonOwner.emptied,
  mediaType: (_, format) => mediaTypeIn(comparisonFormats, format),
  events: { prefix: "version.redline_", names: ["ready", "failed"], ids: ["version_id", "document_id"] },
} as const satisfies ContentKind;

export interface NewRedline extends Pick<NewComparison, "organizationId" | "accountId" | "now" | "engineVersion"> {
  readonly redlineId: string;
  readonly documentId: string;
  readonly versionId: string;
  /** The author as given by the caller, and the address of the caller's service account. */
  readonly author: string | undefined;
  readonly address: string;
  /** The names of both files, which may be equal. */
  readonly names: { readonly parent: string; readonly version: string };
}

/** Inserts the redline. The caller that adds the version enqueues its job. */
export async function recordRedline(
  transaction: Transaction,
  { redlineId, names, address, ...given }: NewRedline,
): Promise<void> {
  const [originalName = "", modifiedName = ""] = disambiguate([names.parent, names.version]);
  const author = authorOf({ given: given.author, address, modifiedName });
  const comparison = { ...given, comparisonId: redlineId, originalName, modifiedName, author, options: undefined };
  await insertComparison(
    transaction,
    { ...comparison, zeroDay: false, documents: 0, reference: null },
    {
      sources: [],
      artifacts: comparedFormats.map((format) => ({ format, fileName: comparisonArtifactName(modifiedName, format) })),
    },
  );
}

/** Fails a redline whose version cannot be used. A redline that has ended is not changed. */
export async function failRedline(
  transaction: Transaction,
  redlineId: string,
  { announce, ...failed }: FailedVersion,
): Promise<void> {
  const redline = await comparisonRows.lock(transaction, redlineId);
  if (redline?.status !== "processing") return;
  await settleFailure(transaction, redline, failed);
  await announce?.(transaction, redlineId);
}

interface FailedVersion {
  readonly reason: FailureReason;
  readonly now: Date;
  readonly queue: JobQueue;
  readonly announce: Announce | undefined;
}
