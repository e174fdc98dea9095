// Contains the queries and writes of merges.

import type { Selectable } from "kysely";
import type { ReceivedFile } from "../contract/forms.ts";
import type { GivenOptions } from "../redlines/given-options.ts";
import { factColumns, type RedlineFacts } from "../redlines/redline-facts.ts";
import { type PendingArtifact, putPendingArtifacts } from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import { ownedRows } from "../storage/owned-rows.ts";
import type { FailedJobError, MergesTable, StoredRevision } from "../storage/schema.ts";
import { mergeOwner } from "./owner.ts";

export const mergeRows = ownedRows<Selectable<MergesTable>>(mergeOwner);

export type MergeRow = NonNullable<Awaited<ReturnType<typeof mergeRows.find>>>;

export interface NewMerge {
  readonly mergeId: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly now: Date;
  readonly originalName: string;
  readonly revisions: readonly StoredRevision[];
  readonly documents: number;
  readonly engineVersion: string;
  /** The stored document whose versions are merged; undefined for other merges. */
  readonly documentId?: string;
  readonly reference: string | null;
  readonly options: GivenOptions | undefined;
}

export interface NewSource extends ReceivedFile {
  readonly role: string;
}

/** Inserts a new merge with its sources and its pending artifacts. */
export async function insertMerge(
  transaction: Transaction,
  merge: NewMerge,
  { sources, artifacts }: { readonly sources: readonly NewSource[]; readonly artifacts: readonly PendingArtifact[] },
): Promise<void> {
  const owner = { organization_id: merge.organizationId, created_at: merge.now };
  await transaction
    .insertInto("merges")
    .values({
      ...owner,
      merge_id: merge.mergeId,
      account_id: merge.accountId,
      status: "processing",
      original_name: merge.originalName,
      revisions: JSON.stringify(merge.revisions),
      zero_day: false,
      documents: merge.documents,
      engine_version: merge.engineVersion,
      document_id: merge.documentId ?? null,
      reference: merge.reference,
      options: merge.options === undefined ? null : JSON.stringify(merge.options),
    })
    .execute();
  const rows = sources.map(({ role, objectKey, sha256, size }) => {
    return { ...owner, owner_id: merge.mergeId, object_key: objectKey, role, sha256, size };
  });
  await transaction.insertInto("objects").values(rows).execute();
  await putPendingArtifacts(transaction, merge.mergeId, artifacts);
}

export interface MergeEnd {
  readonly mergeId: string;
  readonly at: Date;
  readonly made?: { readonly words: number; readonly engineVersion: string; readonly facts: RedlineFacts };
  readonly error?: FailedJobError;
}

/** Ends the merge: failed if `error` is set, otherwise ready with `made`. */
export async function updateEnd(transaction: Transaction, { mergeId, at, made, error }: MergeEnd): Promise<void> {
  await transaction
    .updateTable("merges")
    .set({
      status: error === undefined ? "ready" : "failed",
      finished_at: at,
      error: error === undefined ? null : JSON.stringify(error),
      ...(made === undefined
        ? {}
        : { words: made.words, engine_version: made.engineVersion, ...factColumns(made.facts) }),
    })
    .where("merge_id", "=", mergeId)
    .execute();
}
