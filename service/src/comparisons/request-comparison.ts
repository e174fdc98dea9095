// Creates a comparison after the form of POST /v1/compare was received.
//
// First the two sources are taken. One transaction then checks the allowance and writes the comparison, its objects, its
// count, its job and the reply for a repeated call. After a 202 everything is stored; after a refusal nothing is.

import type { Caller, CreatedReply, Remember } from "../contract/app.ts";
import { authorOf } from "../contract/author.ts";
import { comparisonArtifactName } from "../contract/file-names.ts";
import { type ComparisonFormat, comparisonFormatNames } from "../contract/formats.ts";
import type { ReceivedForm } from "../contract/forms.ts";
import { referenceIn } from "../contract/references.ts";
import type { ComparisonCreatedResponse } from "../contract/schemas.ts";
import { conversionsOf } from "../convert/conversion-job.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { type RoomParts, requireRoom } from "../jobs/require-room.ts";
import { askedFormats } from "../redlines/asked-formats.ts";
import { comparedFormats, madeFormats, type Renderer } from "../redlines/renderers.ts";
import type { Transaction } from "../storage/database.ts";
import { beginCreation } from "../usage/begin-creation.ts";
import { givenOptions } from "./compare-options.ts";
import { comparisonConversionKind, comparisonKind } from "./job-kinds.ts";
import { insertComparison, type NewComparison } from "./queries.ts";
import { comparisonCost, sourceRoles } from "./rules.ts";
import { type SourceParts, type Sources, takeSources } from "./take-sources.ts";

export interface RequestParts extends RoomParts, SourceParts {
  readonly queue: JobQueue;
  readonly engineVersion: string;
  readonly renderers: readonly Renderer[];
}

export interface ComparisonRequest {
  readonly comparisonId: string;
  readonly caller: Caller;
  readonly form: ReceivedForm;
  readonly remember: Remember<Transaction>;
}

/** Throws UNSUPPORTED_FORMAT, RATE_LIMITED, USAGE_LIMIT_REACHED and the errors of `takeSources`. */
export async function requestComparison(request: ComparisonRequest, parts: RequestParts): Promise<CreatedReply> {
  const { organization } = request.caller;
  const formats = askedFormats(request.form, madeFormats(comparisonFormatNames, parts.renderers));
  await requireRoom(organization.organizationId, parts);
  const sources = await takeSources(request, parts);
  const body: ComparisonCreatedResponse = { comparison_id: request.comparisonId, status: "processing" };
  const reply: CreatedReply = { status: 202, body };
  const { comparisonId, caller, form } = request;
  const [author] = form.texts("author");
  await parts.database.transaction().execute(async (transaction) => {
    const given = { author, formats, options: givenOptions(form), reference: referenceIn(form) };
    await createComparison(transaction, { comparisonId, caller, sources, ...given }, parts);
    await request.remember(transaction, reply, request.comparisonId);
  });
  return reply;
}

export interface AskedComparison extends Pick<NewComparison, "options" | "reference" | "documentId"> {
  readonly comparisonId: string;
  readonly caller: Caller;
  readonly sources: Sources;
  /** As given by the caller. */
  readonly author: string | undefined;
  /** Renderings to make directly after the redline. */
  readonly formats?: readonly ComparisonFormat[];
}

/** Counts and inserts the comparison and enqueues its job. Throws USAGE_LIMIT_REACHED. */
export async function createComparison(
  transaction: Transaction,
  { comparisonId, caller, sources, author, formats = [], ...given }: AskedComparison,
  { queue, clock, engineVersion }: Pick<RequestParts, "queue" | "clock" | "engineVersion">,
): Promise<void> {
  const { organizationId } = caller.organization;
  const now = clock();
  const documents = comparisonCost;
  const count = {
    ownerId: comparisonId,
    organizationId,
    documents,
    at: now,
    keyId: caller.keyId,
    reference: given.reference,
  };
  const { zeroDay } = await beginCreation(transaction, count);
  const comparison: NewComparison = {
    ...given,
    comparisonId,
    organizationId,
    accountId: caller.accountId,
    now,
    author: authorOf({ given: author, address: caller.address, modifiedName: sources.modified.name }),
    originalName: sources.original.name,
    modifiedName: sources.modified.name,
    zeroDay,
    documents,
    engineVersion,
  };
  await insertComparison(transaction, comparison, {
    sources: sourceRoles.map((role) => ({ ...sources[role], role })),
    artifacts: [...comparedFormats, ...formats].map((format) => ({
      format,
      fileName: comparisonArtifactName(sources.modified.name, format),
    })),
  });
  const owner = { organizationId, ownerId: comparisonId };
  const sent = sourceRoles.map((role) => ({ ...sources[role], role }));
  await queue.flow(transaction, {
    jobs: conversionsOf(comparisonConversionKind, owner, sent),
    next: { ...owner, kind: comparisonKind },
  });
}
