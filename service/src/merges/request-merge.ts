// Creates a merge after the form of POST /v1/merge was received.
//
// Equal names are made different. One transaction then checks the allowance and writes the merge, its objects, its
// count, its jobs and the reply for a repeated call. No source is opened here; an unreadable source fails the merge
// later.

import type { Caller, CreatedReply, Remember } from "../contract/app.ts";
import { mergeArtifactName } from "../contract/file-names.ts";
import { type MergeFormat, mergeFormatNames } from "../contract/formats.ts";
import type { ReceivedFile, ReceivedForm } from "../contract/forms.ts";
import { referenceIn } from "../contract/references.ts";
import type { MergeCreatedResponse } from "../contract/schemas.ts";
import { conversionsOf } from "../convert/conversion-job.ts";
import type { NamedFileParts } from "../files/named-files.ts";
import type { JobQueue, NewJob } from "../jobs/job-queue.ts";
import { type RoomParts, requireRoom } from "../jobs/require-room.ts";
import { askedFormats } from "../redlines/asked-formats.ts";
import type { GivenOptions } from "../redlines/given-options.ts";
import { comparedFormats, madeFormats, type Renderer } from "../redlines/renderers.ts";
import type { Transaction } from "../storage/database.ts";
import { beginCreation } from "../usage/begin-creation.ts";
import { mergeConversionKind, mergeKind, verificationKind } from "./job-kinds.ts";
import { givenOptions } from "./merge-options.ts";
import { insertMerge } from "./queries.ts";
import { type MergeNames, mergeCost, mergeNamesOf, requireEveryAuthor, rolesOf, type SourceRole } from "./rules.ts";
import { takeSources } from "./take-sources.ts";

export interface RequestParts extends RoomParts, NamedFileParts {
  readonly queue: JobQueue;
  readonly engineVersion: string;
  readonly renderers: readonly Renderer[];
}

export interface MergeRequest {
  readonly mergeId: string;
  readonly caller: Caller;
  readonly form: ReceivedForm;
  readonly remember: Remember<Transaction>;
}

/** Throws UNSUPPORTED_FORMAT, RATE_LIMITED, USAGE_LIMIT_REACHED, INVALID_REQUEST and the errors of `takeSources`. */
export async function requestMerge(request: MergeRequest, parts: RequestParts): Promise<CreatedReply> {
  const { mergeId, caller, form, remember } = request;
  const formats = askedFormats(form, madeFormats(mergeFormatNames, parts.renderers));
  await requireRoom(caller.organization.organizationId, parts);
  // Before a file is copied.
  requireEveryAuthor(form.texts("authors"), [...form.files("revisions"), ...form.texts("revision_file_ids")]);
  const { original, revisions } = await takeSources(request, parts);
  const names = mergeNamesOf({ original, revisions }, form, caller.address);
  const options = givenOptions(form);
  const body: MergeCreatedResponse = { merge_id: mergeId, status: "processing" };
  const reply: CreatedReply = { status: 202, body };
  await parts.database.transaction().execute(async (transaction) => {
    const sources = [original, ...revisions];
    const given = { documents: mergeCost(names.revisions), reference: referenceIn(form), options, formats };
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
  /** Renderings to make directly after the merge. */
  readonly formats?: readonly MergeFormat[];
  /**
   * Set only if the sources are versions of a stored document, which were opened before. The jobs of `afterwards`
   * follow the merge.
   */
  readonly versions?: { readonly documentId: string; readonly afterwards: readonly NewJob[] };
}

/** Counts and inserts the merge and enqueues its jobs. Throws USAGE_LIMIT_REACHED. */
export async function createMerge(
  transaction: Transaction,
  { mergeId, caller, names, sources, documents, reference, options, formats = [], versions }: AskedMerge,
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
      artifacts: [...comparedFormats, ...formats].map((format) => ({
        format,
        fileName: mergeArtifactName(originalName, format),
      })),
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
    const conversions = conversionsOf(mergeConversionKind, owner, [{ ...sources[index]!, role }]);
    return conversions.length > 0 ? conversions : [{ ...owner, kind: verificationKind, payload: { role } }];
  });
}
