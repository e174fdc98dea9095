// Creates documents and versions after the form of POST /v1/documents or POST …/versions was received.
//
// The file is checked or copied. One transaction then writes the document, the version, its redline, its count, its
// jobs and the reply for a repeated call.

import { redlineKind } from "../comparisons/job-kinds.ts";
import { recordRedline } from "../comparisons/redlines.ts";
import type { Caller, CreatedReply, Remember } from "../contract/app.ts";
import { givenAuthor } from "../contract/author.ts";
import type { DocumentCreatedResponse } from "../contract/document-schemas.ts";
import { stemOf } from "../contract/file-names.ts";
import type { ReceivedFile, ReceivedForm } from "../contract/forms.ts";
import { isFileId, newId, type RandomBytes } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { referenceIn } from "../contract/references.ts";
import { conversionsOf } from "../convert/conversion-job.ts";
import type { CheckSources } from "../files/check-sources.ts";
import { copyFile } from "../files/copy-file.ts";
import { type FindParts as FindFileParts, findReady } from "../files/find-file.ts";
import { storedKinds } from "../files/rules.ts";
import type { JobQueue, NewJob } from "../jobs/job-queue.ts";
import { type RoomParts, requireRoom } from "../jobs/require-room.ts";
import type { Transaction } from "../storage/database.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { beginCreation } from "../usage/begin-creation.ts";
import { findParent, lockDocument } from "./find-document.ts";
import { versionConversionKind, versionKind } from "./job-kinds.ts";
import { insertDocument, insertVersion, type NewVersion, takeNumber } from "./queries.ts";
import { invalid, mergedMetadata, readDescribing } from "./rules.ts";

export interface AddParts extends RoomParts, FindFileParts {
  readonly store: ObjectStore;
  readonly queue: JobQueue;
  readonly random: RandomBytes;
  readonly checkSources: CheckSources;
  readonly engineVersion: string;
}

export interface NewFile {
  readonly documentId: string;
  readonly versionId: string;
  readonly caller: Caller;
  readonly form: ReceivedForm;
  readonly remember: Remember<Transaction>;
}

/**
 * Creates a document with its first version. Throws INVALID_REQUEST, USAGE_LIMIT_REACHED and the errors of `takeFile`.
 */
export async function createDocument(request: NewFile, parts: AddParts): Promise<CreatedReply> {
  const { documentId, caller, form, remember } = request;
  const { organizationId } = caller.organization;
  const described = readDescribing(form);
  const file = await takeFile(request, parts);
  const reply: CreatedReply = { status: 201, body: bodyOf(request) };
  await parts.database.transaction().execute(async (transaction) => {
    const now = parts.clock();
    await beginCreation(transaction, countOf(request, now));
    const made = { documentId, organizationId, accountId: caller.accountId, now, reference: referenceIn(form) };
    const { name = nameOf(file), description = null, metadata } = described;
    await insertDocument(transaction, { ...made, name, description, metadata: mergedMetadata({}, metadata) });
    const version = { ...versionOf(request, file, now), number: 1, parentId: null, redlineId: null };
    await insertVersion(transaction, version, file);
    await queueVersion(transaction, { ...request, file }, parts.queue);
    await remember(transaction, reply, documentId);
  });
  return reply;
}

/** Adds a version to a document. Throws the errors of `createDocument`, DOCUMENT_NOT_FOUND and VERSION_NOT_FOUND. */
export async function addVersion(request: NewFile, parts: AddParts): Promise<CreatedReply> {
  const { documentId, versionId, caller, form, remember } = request;
  const { organizationId } = caller.organization;
  const described = readDescribing(form);
  const [parentId] = form.texts("parent_version_id");
  // An unknown parent is refused before anything is copied or counted.
  await findParent(parts.database, { documentId, parentId });
  const file = await takeFile(request, parts);
  const reply: CreatedReply = { status: 202, body: bodyOf(request) };
  const redlineId = newId("rdl", parts.clock, parts.random);
  await parts.database.transaction().execute(async (transaction) => {
    const now = parts.clock();
    await beginCreation(transaction, countOf(request, now));
    await lockDocument(transaction, { documentId, organizationId }, parts);
    const parent = await findParent(transaction, { documentId, parentId });
    const number = await takeNumber(transaction, documentId, now);
    const { name = nameOf(file), description = null, metadata } = described;
    const own = versionOf(request, file, now);
    const version = { ...own, name, description, metadata: mergedMetadata({}, metadata), number, redlineId };
    await insertVersion(transaction, { ...version, parentId: parent.version_id }, file);
    const names = { parent: parent.file_name, version: file.fileName };
    const [author] = form.texts("author");
    const { engineVersion } = parts;
    await recordRedline(transaction, { ...own, redlineId, names, author, address: caller.address, engineVersion });
    const redline = { organizationId, ownerId: redlineId, kind: redlineKind };
    await queueVersion(transaction, { ...request, file, afterwards: [redline] }, parts.queue);
    await remember(transaction, reply, versionId);
  });
  return reply;
}

interface QueuedVersion extends Pick<NewFile, "versionId" | "caller"> {
  readonly file: ReceivedFile;
  readonly afterwards?: readonly NewJob[];
}

/** Enqueues the conversion of the file, if it needs one, then its reading, and then the jobs that follow. */
async function queueVersion(
  transaction: Transaction,
  { versionId: ownerId, caller, file, afterwards = [] }: QueuedVersion,
  queue: JobQueue,
): Promise<void> {
  const owner = { organizationId: caller.organization.organizationId, ownerId };
  await queue.flow(transaction, {
    jobs: conversionsOf(versionConversionKind, owner, [{ ...file, role: "docx" }]),
    next: { ...owner, kind: versionKind },
    afterwards,
  });
}

/**
 * Returns the file of the form, or a copy of the file that the form names. Throws RATE_LIMITED, the errors of
 * `checkSources`, INVALID_REQUEST for a malformed file id, and the errors of `findReady`.
 */
async function takeFile({ versionId, caller, form }: NewFile, parts: AddParts): Promise<ReceivedFile> {
  const { organization } = caller;
  const { organizationId } = organization;
  await requireRoom(organizationId, parts);
  const [document] = form.files("document");
  if (document !== undefined) {
    await parts.checkSources({ sources: { document }, organization, signal: form.signal });
    return document;
  }
  const field = "file_id";
  const [fileId = ""] = form.texts(field);
  if (!isFileId(fileId)) throw invalid(field, `\`${field}\` must be the file_id of a file, a UUID in lower case.`);
  const file = await findReady({ fileId, organizationId, field, kinds: storedKinds }, parts);
  const objectKey = newObjectKey({ organizationId, ownerId: versionId }, "docx", parts);
  form.adopt(objectKey);
  return copyFile(file, { objectKey, organization }, parts);
}

function bodyOf({ documentId, versionId }: NewFile): DocumentCreatedResponse {
  return { document_id: documentId, version_id: versionId, status: "processing" };
}

function countOf({ versionId: ownerId, caller, form }: NewFile, at: Date) {
  const { keyId, organization } = caller;
  const { organizationId } = organization;
  return { ownerId, organizationId, documents: limits.versionDocuments, at, keyId, reference: referenceIn(form) };
}

function nameOf({ fileName }: ReceivedFile): string {
  return [...stemOf(fileName)].slice(0, limits.documentNameCharacters).join("");
}

/** Returns the version with the name of its file, without the fields that depend on the other versions. */
function versionOf(
  { documentId, versionId, caller, form }: NewFile,
  file: ReceivedFile,
  now: Date,
): Omit<NewVersion, "number" | "parentId" | "redlineId"> {
  const [given] = form.texts("author");
  return {
    documentId,
    versionId,
    organizationId: caller.organization.organizationId,
    accountId: caller.accountId,
    now,
    name: nameOf(file),
    description: null,
    metadata: {},
    fileName: file.fileName,
    author: givenAuthor(given) ?? null,
    mergeId: null,
    mergedIds: [],
    reference: referenceIn(form),
  };
}
