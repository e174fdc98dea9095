// Settles an edit in the transaction that also wakes waiting callers.
//
// The result is the document, promised as a file when the edit was created, and the redline; or the error. Results are
// stored before the transaction.

import { editArtifactName } from "../contract/file-names.ts";
import { newFileId } from "../contract/ids.ts";
import type { FoundFile } from "../files/find-file.ts";
import { breakPromise, keepPromise, recordResult } from "../files/record-file.ts";
import type { Edited } from "../jobs/child-protocol.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import type { StoredArtifact } from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import type { Announce } from "../storage/owner-kind.ts";
import { notifySettled } from "../storage/owner-watch.ts";
import type { EditError } from "../storage/schema.ts";
import type { ArtifactStorage } from "../storage/store-artifacts.ts";
import { type EditRow, updateEnd } from "./queries.ts";

/** Returns a map of outputs to their bytes: the redline first, then the document. */
export function artifactsOf({ redline, docx }: Edited): ReadonlyMap<string, Uint8Array> {
  return new Map(Object.entries({ redline, docx }));
}

export interface EditResultRows {
  readonly source: FoundFile;
  /** In the order of `artifactsOf`. */
  readonly stored: readonly StoredArtifact[];
  readonly results: Edited["results"];
  readonly summary: Edited["summary"];
  readonly parts: SettlingParts;
}

export interface SettlingParts extends ArtifactStorage {
  readonly queue: JobQueue;
  readonly engineVersion: string;
  readonly announce?: Announce | undefined;
}

/**
 * Settles a successful edit; the edit and its file must be locked. The caller announces the edit, and this function
 * announces its file.
 */
export async function settleEdited(
  transaction: Transaction,
  edit: EditRow,
  { source, stored, results, summary, parts }: EditResultRows,
): Promise<void> {
  const [redline, document] = [stored[0]!, stored[1]!];
  const now = parts.clock();
  const { edit_id: editId, organization_id: organizationId, created_at: keptFrom } = edit;
  const nameOf = (format: "docx" | "redline") => editArtifactName(source.file_name, format);
  const { engineVersion } = parts;
  const { account_id: accountId, zero_day: zeroDay, reference } = edit;
  const owner = { organizationId, accountId, zeroDay, now, engineVersion, reference };
  const promise = { ...owner, fileId: edit.file_id, fileName: nameOf("docx"), document };
  await keepPromise(transaction, promise, parts.queue);
  await parts.announce?.(transaction, edit.file_id);
  const redlineFileId = newFileId(parts.random);
  const result = { ...owner, ...redline, fileId: redlineFileId, fileName: nameOf("redline"), keptFrom, words: null };
  await recordResult(transaction, { ...result, kind: "redline", sourceId: editId }, parts.queue);
  await updateEnd(transaction, { editId, at: now, made: { redlineFileId, results, summary, engineVersion } });
  await notifySettled(transaction, editId);
}

export interface Failing {
  readonly error: EditError;
  readonly now: Date;
  readonly parts: Pick<SettlingParts, "announce">;
}

/**
 * Settles a failed edit; the edit and its file must be locked. The caller announces the edit, and this function its
 * file.
 */
export async function settleFailed(
  transaction: Transaction,
  edit: EditRow,
  { error, now, parts }: Failing,
): Promise<void> {
  const { code, message } = error;
  await breakPromise(transaction, edit.file_id, { error: { code, message }, now });
  await parts.announce?.(transaction, edit.file_id);
  await updateEnd(transaction, { editId: edit.edit_id, at: now, error });
  await notifySettled(transaction, edit.edit_id);
}
