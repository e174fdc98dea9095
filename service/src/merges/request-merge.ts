// Creates a merge after the form of POST /v1/merge was received.
//
// Equal names are made different. One transaction then checks the allowance and writes the merge, its objects, its
// count, its jobs and the reply for a repeated call. No source is opened here; an unreadable source fails the merge
// later.

import type { Caller, CreatedReply, Remember } from "../contract/app.ts";
import { mergeArtifactName } from "../contract/file-names.ts";
import { mergeFormatNames } from "../contract/formats.ts";
import type { ReceivedFile, ReceivedForm } from "../contract/forms.ts";
import type { Clock } from "../contract/ids.ts";
import { referenceIn } from "../contract/references.ts";
import type { MergeCreatedResponse } from "../contract/schemas.ts";
import { conversionsOf, needsConversion } from "../convert/conversion-job.ts";
import type { JobQueue, NewJob } from "../jobs/job-queue.ts";
import { type RoomParts, requireRoom } from "../jobs/require-room.ts";
import type { GivenOptions } from "../redlines/given-options.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { beginCreation } from "../usage/begin-creation.ts";
import { mergeConversionKind, mergeKind, verificationKind } from "./job-kinds.ts";
import { givenOptions } from "./merge-options.ts";
import { insertMerge } from "./queries.ts";
import { type MergeNames, mergeCost, mergeNamesOf, rolesOf, type SourceRole } from "./rules.ts";

export interface RequestParts extends RoomParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly engineVersion: string;
}

export interface MergeRequest {
  readonly mergeId: string;
  readonly caller: Caller;
  readonly form: ReceivedForm;
  readonly remember: Remember<Transaction>;
}

/** Throws RATE_LIMITED, USAGE_LIMIT_REACHED and INVALID_REQUEST. */
export async function requestMerge(request: MergeRequest, parts: RequestParts): Promise<CreatedReply> {
  const { mergeId, caller, form, remember } = request;
  await requireRoom(caller.organization.organizationId, parts);
  const names = mergeNamesOf(form, caller.address);
  const options = givenOptions(form);
  const body: MergeCreatedResponse = { merge_id: mergeId, status: "processing" };
  const reply: CreatedReply = { status: 202, body };
  await parts.database.transaction().execute(async (transaction) => {
    const sources = [...form.files("original"), ...form.files("revisions")];
    const given = { documents: mergeCost(names.revisions), reference: referenceIn(form), options };
    await createMerge(transaction, { mergeId, caller, names, sources, ...given }, parts);
    await remember(transaction, reply, mergeId);
  });
  return reply;
}

export interface AskedMerge {
  readonly mergeId: string;
  readonly caller: Caller;
  readonly names: MergeNames;
  /** The original, then the revisions. */
  readonly sources: readonly ReceivedFile[];
  /** The number of documents that the merge counts as. */
  readonly documents: number;
  readonly reference: string | null;
  /** Undefined if the call gives none. */
  readonly options?: GivenOptions | undefined;
  /**
   * Set only if the sources are versions of a stored document, which were opened before. The jobs of `afterwards`
   * follow the merge.
   */
  readonly versions?: { readonly documentId: string; readonly afterwards: readonly NewJob[] };
}

/** Counts and inserts the merge and enqueues its jobs. Throws USAGE_LIMIT_REACHED. */
export async function createMerge(
  transaction: Transaction,
  { mergeId, caller, names, sources, documents, reference, options, versions }: AskedMerge,
  { queue, clock, engineVersion }: Pick<RequestParts, "queue" | "clock" | "engineVersion">,
): Promise<void> {
  const { organizationId } = caller.organization;
  const now = clock();
  const owner = { organizationId, ownerId: mergeId };
  const { original: originalName, revisions } = names;
  const counted = { ...owner, documents, at: now, keyId: caller.keyId, reference };
  await beginCreation(transaction, { ...counted, neverRefused: documents === 0 });
  const merge = {
    mergeId,
    organizationId,
    accountId: caller.accountId,
    now,
    originalName,
    revisions,
    reference,
    options,
  };
  const ofDocument = versions === undefined ? {} : { documentId: versions.documentId };
  const roles = rolesOf(revisions);
  await insertMerge(
    transaction,
    { ...merge, ...ofDocument, documents, engineVersion },
    {
      sources: sources.map((file, index) => ({ ...file, role: roles[index]! })),
      artifacts: mergeFormatNames.map((format) => ({ format, fileName: mergeArtifactName(originalName, format) })),
    },
  );
  await queue.flow(transaction, {
    jobs: versions === undefined ? openings(owner, { sources, roles }) : [],
    next: { ...owner, kind: mergeKind },
    afterwards: versions?.afterwards ?? [],
  });
}

/** Returns one job per source. It opens the source, or converts it, which opens it too. */
function openings(
  owner: { readonly organizationId: string; readonly ownerId: string },
  { sources, roles }: { readonly sources: readonly ReceivedFile[]; readonly roles: readonly SourceRole[] },
): NewJob[] {
  return roles.flatMap((role, index): NewJob[] => {
    const { fileName } = sources[index]!;
    if (needsConversion(fileName)) return conversionsOf(mergeConversionKind, owner, [{ role, fileName }]);
    return [{ ...owner, kind: verificationKind, payload: { role } }];
  });
}
