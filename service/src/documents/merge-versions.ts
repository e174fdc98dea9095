// Implements POST …/merges: merges versions as revised copies of a base version.
//
// The merge is an ordinary merge whose sources are the texts of the versions. After it has ended, a job makes a version
// from its result.

import { redlineKind } from "../comparisons/job-kinds.ts";
import { recordRedline } from "../comparisons/redlines.ts";
import { ApiError } from "../contract/api-error.ts";
import type { Caller, CreatedReply, Remember } from "../contract/app.ts";
import { givenAuthor } from "../contract/author.ts";
import type { DocumentMergeCreatedResponse, DocumentMergeRequest } from "../contract/document-schemas.ts";
import { mergeArtifactName, stemOf } from "../contract/file-names.ts";
import type { ReceivedFile } from "../contract/forms.ts";
import { type Clock, newId, type RandomBytes } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { referenceOf } from "../contract/references.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { type RoomParts, requireRoom } from "../jobs/require-room.ts";
import { createMerge } from "../merges/request-merge.ts";
import { type MergeNames, requireEveryAuthor, rolesOf, toldApart } from "../merges/rules.ts";
import type { Transaction } from "../storage/database.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { copyTexts } from "./copy-texts.ts";
import { type AskedDocument, lockDocument, namedVersion } from "./find-document.ts";
import { versionKind } from "./job-kinds.ts";
import { type FoundVersion, insertVersion, listVersions, takeNumber } from "./queries.ts";
import { commonAncestor, requireReady } from "./rules.ts";

export interface MergeParts extends RoomParts {
  readonly store: ObjectStore;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly engineVersion: string;
}

export interface MergeCall {
  readonly document: AskedDocument;
  readonly caller: Caller;
  readonly asked: DocumentMergeRequest;
  readonly remember: Remember<Transaction>;
}

/** Throws RATE_LIMITED, INVALID_REQUEST, DOCUMENT_NOT_FOUND, VERSION_NOT_FOUND, CONTENT_DELETED and CONFLICT. */
export async function mergeVersions(call: MergeCall, parts: MergeParts): Promise<CreatedReply> {
  const { document, caller, asked, remember } = call;
  await requireRoom(document.organizationId, parts);
  const chosen = choose(await listVersions(parts.database, document.documentId), asked);
  const mergeId = newId("mrg", parts.clock, parts.random);
  const versionId = newId("ver", parts.clock, parts.random);
  const names = namesOf(chosen, asked, caller.address);
  const versions = [chosen.base, ...chosen.revisions];
  const roles = rolesOf(chosen.revisions);
  const wanted = versions.map((version, index) => ({ version, role: roles[index]! }));
  const body: DocumentMergeCreatedResponse = {
    document_id: document.documentId,
    merge_id: mergeId,
    version_id: versionId,
    status: "processing",
  };
  const reply: CreatedReply = { status: 202, body };
  await copyTexts({ ownerId: mergeId, organization: caller.organization }, wanted, parts, async (sources) => {
    await parts.database.transaction().execute(async (transaction) => {
      await create(transaction, { call, chosen, names, sources, mergeId, versionId }, parts);
      await remember(transaction, reply, versionId);
    });
  });
  return reply;
}

interface Chosen {
  readonly base: FoundVersion;
  readonly revisions: readonly FoundVersion[];
}

function choose(all: readonly FoundVersion[], asked: DocumentMergeRequest): Chosen {
  const { version_ids: versionIds, base_version_id: baseId, authors = [] } = asked;
  requireEveryAuthor(authors, versionIds);
  const revisions = versionIds.map((versionId, index) => namedVersion(all, `version_ids[${index}]`, versionId));
  const base = baseId === undefined ? commonAncestor(all, versionIds) : namedVersion(all, "base_version_id", baseId);
  if (base === undefined) {
    throw new ApiError("CONFLICT", "The versions have no common ancestor. Name a `base_version_id`.");
  }
  for (const version of [base, ...revisions]) requireReady(version);
  return { base, revisions };
}

/**
 * Returns names and authors. The author of a copy is the one that the call gives, or else the author of the version, or
 * else the default of a merge.
 */
function namesOf({ base, revisions }: Chosen, { authors = [] }: DocumentMergeRequest, address: string): MergeNames {
  const files = [base, ...revisions].map(({ file_name: name }) => name);
  const given = revisions.map(({ author }, index) => givenAuthor(authors[index]) ?? author ?? undefined);
  return toldApart(files, { authors: given, address });
}

interface Creation {
  readonly call: MergeCall;
  readonly chosen: Chosen;
  readonly names: MergeNames;
  readonly sources: readonly ReceivedFile[];
  readonly mergeId: string;
  readonly versionId: string;
}

async function create(transaction: Transaction, creation: Creation, parts: MergeParts): Promise<void> {
  const { call, chosen, names, sources, mergeId, versionId } = creation;
  const { document, caller, asked } = call;
  const { documentId, organizationId } = document;
  const redlineId = newId("rdl", parts.clock, parts.random);
  const afterwards = [
    { organizationId, ownerId: versionId, kind: versionKind },
    { organizationId, ownerId: redlineId, kind: redlineKind },
  ];
  const reference = referenceOf(asked.reference);
  const merge = { mergeId, caller, names, sources, documents: limits.versionMergeDocuments, reference };
  await createMerge(transaction, { ...merge, versions: { documentId, afterwards } }, parts);
  await lockDocument(transaction, document, parts);
  const now = parts.clock();
  const { base } = chosen;
  // A version may have been deleted meanwhile. The base becomes the parent, so it must exist.
  namedVersion(await listVersions(transaction, documentId), "base_version_id", base.version_id);
  const fileName = mergeArtifactName(base.file_name, "docx");
  const version = {
    documentId,
    versionId,
    organizationId,
    accountId: caller.accountId,
    now,
    redlineId,
    mergeId,
    mergedIds: chosen.revisions.map(({ version_id: id }) => id),
    reference,
  };
  const told = { name: asked.name ?? stemOf(fileName), fileName, author: null, description: null, metadata: {} };
  const number = await takeNumber(transaction, documentId, now);
  await insertVersion(transaction, { ...version, ...told, number, parentId: base.version_id }, undefined);
  const { address } = caller;
  const redline = { ...version, address, author: undefined, engineVersion: parts.engineVersion };
  await recordRedline(transaction, { ...redline, names: { parent: base.file_name, version: fileName } });
}
