// Implements PATCH and DELETE of documents and versions. The content of a version never changes.

import { ApiError } from "../contract/api-error.ts";
import type { DocumentPatchRequest } from "../contract/document-schemas.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { type DeletionRequestParts, eraseLocked, requestDeletion } from "../retention/request-deletion.ts";
import { type AuditEntry, writeAudit } from "../storage/audit-entries.ts";
import type { Transaction } from "../storage/database.ts";
import type { Journal } from "../storage/journal.ts";
import { type AskedDocument, type AskedVersion, type FindParts, lockDocument } from "./find-document.ts";
import { documentOwner, versionContent } from "./owner.ts";
import {
  type Described,
  type DocumentRow,
  describeDocument,
  describeVersion,
  type FoundVersion,
  listVersions,
} from "./queries.ts";
import { mergedMetadata } from "./rules.ts";

/** Changes the name, description or metadata. Throws DOCUMENT_NOT_FOUND and INVALID_REQUEST. */
export async function changeDocument(
  asked: AskedDocument,
  patch: DocumentPatchRequest,
  parts: FindParts,
): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    const row = await lockDocument(transaction, asked, parts);
    await describeDocument(transaction, { ...asked, now: parts.clock() }, patched(row, patch));
  });
}

/**
 * Changes the name, description or metadata of a version. Throws DOCUMENT_NOT_FOUND, VERSION_NOT_FOUND and
 * INVALID_REQUEST.
 */
export async function changeVersion(asked: AskedVersion, patch: DocumentPatchRequest, parts: FindParts): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    const { version } = await lockVersion(transaction, asked, parts);
    const now = parts.clock();
    await describeVersion(transaction, { ...asked, now }, patched(version, patch));
    await describeDocument(transaction, { ...asked, now });
  });
}

function patched(row: DocumentRow | FoundVersion, patch: DocumentPatchRequest): Described {
  const { name = row.name, description = row.description, metadata } = patch;
  return { name, description, metadata: mergedMetadata(row.metadata ?? {}, metadata) };
}

/**
 * Deletes a document. From then on it is unknown, and its content is deleted within a minute. Throws
 * DOCUMENT_NOT_FOUND.
 */
export async function deleteDocument(
  { documentId: ownerId, organizationId }: AskedDocument,
  audit: AuditEntry,
  parts: DeletionRequestParts,
): Promise<void> {
  await requestDeletion("erase", { kind: documentOwner, ownerId, organizationId, audit }, parts);
}

/**
 * Deletes a version: it is unknown at once, and its content is deleted within a minute. Throws DOCUMENT_NOT_FOUND,
 * VERSION_NOT_FOUND, and CONFLICT for a version that is a parent and for the only version.
 */
export async function deleteVersion(
  asked: AskedVersion,
  audit: AuditEntry,
  parts: FindParts & { readonly queue: JobQueue; readonly journal: Journal },
): Promise<void> {
  const { organizationId, versionId: ownerId } = asked;
  await parts.database.transaction().execute(async (transaction) => {
    const { version, all } = await lockVersion(transaction, asked, parts);
    requireLeaf(version, all);
    const now = parts.clock();
    await eraseLocked(transaction, versionContent, { organizationId, ownerId, now, queue: parts.queue });
    await describeDocument(transaction, { ...asked, now });
    await writeAudit(transaction, audit);
    await parts.journal.append(transaction, [{ act: "content", id: ownerId, organizationId }]);
  });
}

function requireLeaf({ version_id: versionId, number }: FoundVersion, all: readonly FoundVersion[]): void {
  if (all.length === 1) {
    throw new ApiError("CONFLICT", `Version ${number} is the only version. Delete the document instead.`);
  }
  const child = all.find(({ parent_version_id: parentId }) => parentId === versionId);
  if (child !== undefined) {
    const message = `Version ${number} is the parent of version ${child.number}. Delete that version first.`;
    throw new ApiError("CONFLICT", message);
  }
}

/**
 * Locks the document, so that no version is added or deleted until the transaction ends. Returns the version, and the
 * list of all versions, which contains it.
 */
async function lockVersion(
  transaction: Transaction,
  asked: AskedVersion,
  parts: FindParts,
): Promise<{ readonly version: FoundVersion; readonly all: readonly FoundVersion[] }> {
  await lockDocument(transaction, asked, parts);
  const all = await listVersions(transaction, asked.documentId);
  const version = all.find(({ version_id: id }) => id === asked.versionId);
  if (version === undefined) throw new ApiError("VERSION_NOT_FOUND");
  return { version, all };
}
