// What POST /v1/compare does once its form is complete: the two files are looked at, then the allowance, and then the
// comparison, its objects, its count and its job are written in one transaction, together with the reply that a repeated
// call is given. So what a 202 promises is there, and a refusal leaves nothing.

import { ApiError } from "../contract/api-error.ts";
import type { Caller, CreatedReply, Remember } from "../contract/app.ts";
import { authorOf } from "../contract/author.ts";
import { comparisonArtifactName, disambiguate } from "../contract/file-names.ts";
import type { ReceivedFile, ReceivedForm } from "../contract/forms.ts";
import type { Clock } from "../contract/ids.ts";
import type { ComparisonCreatedResponse } from "../contract/schemas.ts";
import { countUnfinishedJobs } from "../jobs/admission.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { countDocuments } from "../usage/allowance.ts";
import type { CheckSources } from "./check-sources.ts";
import { givenOptions } from "./compare-options.ts";
import { comparisonKind } from "./job-kinds.ts";
import { insertComparison, lockOrganization, type NewComparison } from "./queries.ts";
import { comparedFormats } from "./renderers.ts";
import { comparisonCost, type SourceRole, tooManyJobs } from "./rules.ts";

export interface RequestParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly checkSources: CheckSources;
  readonly engineVersion: string;
  /** Jobs that one organization may have unfinished; 0 is no limit. */
  readonly mostUnfinishedJobs: number;
}

export interface ComparisonRequest {
  readonly comparisonId: string;
  readonly caller: Caller;
  readonly form: ReceivedForm;
  readonly remember: Remember<Transaction>;
}

interface NamedSource extends ReceivedFile {
  /** Told apart from the other's. */
  readonly name: string;
}

type Sources = Readonly<Record<SourceRole, NamedSource>>;

/** Throws RATE_LIMITED, USAGE_LIMIT_REACHED and DOCUMENT_UNREADABLE. */
export async function requestComparison(request: ComparisonRequest, parts: RequestParts): Promise<CreatedReply> {
  const { organization } = request.caller;
  const sources = sourcesOf(request.form);
  await requireRoom(organization.organizationId, parts);
  await parts.checkSources(sources, organization);
  const body: ComparisonCreatedResponse = { comparison_id: request.comparisonId, status: "processing" };
  const reply: CreatedReply = { status: 202, body };
  await parts.database.transaction().execute(async (transaction) => {
    await create(transaction, { request, sources }, parts);
    await request.remember(transaction, reply);
  });
  return reply;
}

function sourcesOf(form: ReceivedForm): Sources {
  const [original] = form.files("original");
  const [modified] = form.files("modified");
  if (original === undefined || modified === undefined) throw new Error("a complete form has both files");
  const [originalName = "", modifiedName = ""] = disambiguate([original.fileName, modified.fileName]);
  return { original: { ...original, name: originalName }, modified: { ...modified, name: modifiedName } };
}

async function requireRoom(organizationId: string, { database, mostUnfinishedJobs }: RequestParts): Promise<void> {
  if (mostUnfinishedJobs === 0) return;
  const unfinished = await countUnfinishedJobs(database, organizationId);
  if (unfinished >= mostUnfinishedJobs) throw tooManyJobs(mostUnfinishedJobs);
}

async function create(
  transaction: Transaction,
  { request, sources }: { readonly request: ComparisonRequest; readonly sources: Sources },
  { queue, clock, engineVersion }: RequestParts,
): Promise<void> {
  const { comparisonId, caller, form } = request;
  const { organizationId } = caller.organization;
  const organization = await lockOrganization(transaction, organizationId);
  if (organization === undefined) throw new ApiError("INVALID_API_KEY");
  const now = clock();
  const documents = comparisonCost;
  const counted = { ownerId: comparisonId, organizationId, documents, at: now, limit: organization.document_limit };
  await countDocuments(transaction, counted);
  const comparison: NewComparison = {
    comparisonId,
    organizationId,
    accountId: caller.accountId,
    now,
    author: authorOf({ given: form.texts("author")[0], address: caller.address, modifiedName: sources.modified.name }),
    originalName: sources.original.name,
    modifiedName: sources.modified.name,
    zeroDay: organization.zero_day,
    documents,
    engineVersion,
    options: givenOptions(form),
  };
  await insertComparison(transaction, comparison, {
    sources: (["original", "modified"] as const).map((role) => ({ ...sources[role], role })),
    artifacts: comparedFormats.map((format) => ({
      format,
      fileName: comparisonArtifactName(sources.modified.name, format),
    })),
  });
  await queue.enqueue(transaction, { organizationId, kind: comparisonKind, ownerId: comparisonId });
}
