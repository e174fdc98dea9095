// POST /v1/merge once its form is complete: the names are told apart, the allowance is looked at, and then the
// merge, its objects, its count and its jobs are written in one transaction, together with the reply that a repeated call is
// given. No source is opened here: one that cannot be read fails the merge.

import type { Caller, CreatedReply, Remember } from "../contract/app.ts";
import { mergeArtifactName } from "../contract/file-names.ts";
import { mergeFormatNames } from "../contract/formats.ts";
import type { ReceivedForm } from "../contract/forms.ts";
import type { Clock } from "../contract/ids.ts";
import type { MergeCreatedResponse } from "../contract/schemas.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { type RoomParts, requireRoom } from "../jobs/require-room.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { beginCreation } from "../usage/begin-creation.ts";
import { mergeKind, verificationKind } from "./job-kinds.ts";
import { insertMerge } from "./queries.ts";
import { type MergeNames, mergeCost, namesOf, rolesOf } from "./rules.ts";

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
  const names = namesOf(form, caller.address);
  const body: MergeCreatedResponse = { merge_id: mergeId, status: "processing" };
  const reply: CreatedReply = { status: 202, body };
  await parts.database.transaction().execute(async (transaction) => {
    await create(transaction, { request, names }, parts);
    await remember(transaction, reply, mergeId);
  });
  return reply;
}

async function create(
  transaction: Transaction,
  { request, names }: { readonly request: MergeRequest; readonly names: MergeNames },
  { queue, clock, engineVersion }: RequestParts,
): Promise<void> {
  const { mergeId, caller, form } = request;
  const { organizationId } = caller.organization;
  const now = clock();
  const owner = { organizationId, ownerId: mergeId };
  const { original: originalName, revisions } = names;
  const documents = mergeCost(revisions);
  await beginCreation(transaction, { ...owner, documents, at: now });
  const merge = { mergeId, organizationId, accountId: caller.accountId, now, originalName, revisions };
  const files = [...form.files("original"), ...form.files("revisions")];
  const roles = rolesOf(revisions);
  await insertMerge(
    transaction,
    { ...merge, documents, engineVersion },
    {
      sources: files.map((file, index) => ({ ...file, role: roles[index]! })),
      artifacts: mergeFormatNames.map((format) => ({ format, fileName: mergeArtifactName(originalName, format) })),
    },
  );
  await queue.flow(transaction, {
    jobs: roles.map((role) => ({ ...owner, kind: verificationKind, payload: { role } })),
    next: { ...owner, kind: mergeKind },
  });
}
