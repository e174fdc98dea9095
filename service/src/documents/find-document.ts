// Finds stored documents and versions of the caller.
//
// An unknown or deleted one, or one of another organization, is reported as not found.

import type { FastifyRequest } from "fastify";
import { ApiError } from "../contract/api-error.ts";
import { type Clock, isId } from "../contract/ids.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { isGone } from "../storage/retention-facts.ts";
import { documentOwner } from "./owner.ts";
import { type DocumentRow, documentRows, type FoundVersion, findVersionRow, listVersions } from "./queries.ts";
import { invalid } from "./rules.ts";

export interface FindParts {
  readonly database: Database;
  readonly clock: Clock;
}

export interface AskedDocument {
  readonly documentId: string;
  /** The organization of the caller. */
  readonly organizationId: string;
}

export interface AskedVersion extends AskedDocument {
  readonly versionId: string;
}

/** Returns the document that the path names. Throws INVALID_DOCUMENT_ID. */
export function askedDocument({ params, caller }: Pick<FastifyRequest, "params" | "caller">): AskedDocument {
  const { document_id: documentId = "" } = params as Readonly<Record<string, string>>;
  if (!isId("doc", documentId)) throw new ApiError("INVALID_DOCUMENT_ID");
  return { documentId, organizationId: caller.organization.organizationId };
}

/** Returns the version that the path names. Throws INVALID_DOCUMENT_ID and INVALID_VERSION_ID. */
export function askedVersion(request: Pick<FastifyRequest, "params" | "caller">): AskedVersion {
  const asked = askedDocument(request);
  const { version_id: versionId = "" } = request.params as Readonly<Record<string, string>>;
  if (!isId("ver", versionId)) throw new ApiError("INVALID_VERSION_ID");
  return { ...asked, versionId };
}

/** Throws DOCUMENT_NOT_FOUND. */
export async function findDocument(asked: AskedDocument, { database, clock }: FindParts): Promise<DocumentRow> {
  return kept(await documentRows.find(database, asked.documentId), asked, clock());
}

/**
 * Returns and locks the document: until the transaction ends, no version is added, and neither the document nor a
 * version is deleted. Throws DOCUMENT_NOT_FOUND.
 */
export async function lockDocument(
  transaction: Transaction,
  asked: AskedDocument,
  { clock }: Pick<FindParts, "clock">,
): Promise<DocumentRow> {
  return kept(await documentRows.lock(transaction, asked.documentId), asked, clock());
}

function kept(
  row: Awaited<ReturnType<typeof documentRows.find>>,
  { organizationId }: AskedDocument,
  now: Date,
): DocumentRow {
  if (row?.organization_id !== organizationId || isGone(row, row.retention_days, now)) {
    throw new ApiError(documentOwner.unknown, "The document does not exist, or this key has no access to it.");
  }
  return row;
}

/** Throws DOCUMENT_NOT_FOUND and VERSION_NOT_FOUND. */
export async function findVersion(
  asked: AskedVersion,
  parts: FindParts,
): Promise<{ readonly document: DocumentRow; readonly version: FoundVersion }> {
  const document = await findDocument(asked, parts);
  const version = await findVersionRow(parts.database, asked.versionId);
  if (version?.document_id !== asked.documentId) throw new ApiError("VERSION_NOT_FOUND");
  return { document, version };
}

/**
 * Returns the version that a field names, from all versions of the document. Throws INVALID_REQUEST and
 * VERSION_NOT_FOUND.
 */
export function namedVersion(all: readonly FoundVersion[], field: string, versionId: string): FoundVersion {
  if (!isId("ver", versionId)) throw invalid(field, `\`${field}\` must be a version_id: it starts with ver_.`);
  const version = all.find(({ version_id: id }) => id === versionId);
  if (version === undefined) throw new ApiError("VERSION_NOT_FOUND");
  return version;
}

/**
 * Returns the version that a new one is made from; without `parentId`, the latest version. A document always has a
 * version. Throws INVALID_REQUEST and VERSION_NOT_FOUND.
 */
export async function findParent(
  database: Database,
  { documentId, parentId }: { readonly documentId: string; readonly parentId: string | undefined },
): Promise<FoundVersion> {
  const all = await listVersions(database, documentId);
  const parent = parentId === undefined ? all.at(-1) : namedVersion(all, "parent_version_id", parentId);
  if (parent === undefined) throw new ApiError("VERSION_NOT_FOUND");
  return parent;
}
