// Serves GET <path>/{id} of jobs with renderings: comparisons and merges.

import type { z } from "zod";
import { ApiError } from "../contract/api-error.ts";
import type { CallerOrganization, Operation, VersusApp } from "../contract/app.ts";
import type { SignDownload } from "../contract/downloads.ts";
import { readFormats } from "../contract/formats.ts";
import type { Clock } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import type { RedlineRecord } from "../contract/record-schemas.ts";
import { type JobAnswer, jobReadQuery } from "../contract/schemas.ts";
import { answerRead, type OwnedRead } from "../jobs/await-read.ts";
import { requireKept } from "../retention/guard.ts";
import type { Database } from "../storage/database.ts";
import type { ListedKind, OwnerKind } from "../storage/owner-kind.ts";
import type { OwnerWatch } from "../storage/owner-watch.ts";
import type { AskForRenderings } from "./ask-for-renderings.ts";
import { type ReadableJob, readableFinder } from "./find-readable.ts";
import { type RecordedRow, readJob, redlineRecordOf, stageOf } from "./read-job.ts";

export interface ReadParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly signDownload: SignDownload;
}

/** A kind of owner whose rows are redlines. The record shows the names that its list shows. */
export type RedlineOwner = OwnerKind & { readonly listed: ListedKind };

export interface ReadRoute<Format extends string> {
  /** Queues renderings that are requested for the first time. Undefined if the job itself makes every rendering. */
  readonly askFor?: AskForRenderings;
  readonly kind: RedlineOwner;
  readonly operation: Pick<Operation, "id" | "summary" | "description">;
  /** The formats that this installation makes; the first is the default. */
  readonly formats: readonly Format[];
  /** Maps every format to its meaning. */
  readonly meanings: Readonly<Record<Format, { readonly meaning: string }>>;
  readonly response: z.ZodType;
}

/** A read: the caller's organization, the job and the requested formats. */
export interface AskedRead {
  readonly ownerId: string;
  readonly organization: Pick<CallerOrganization, "organizationId" | "retentionDays">;
  readonly format?: string | readonly string[] | undefined;
}

/** Throws the kind's NOT_FOUND, CONTENT_DELETED and UNSUPPORTED_FORMAT. */
export type ReadRequest = (asked: AskedRead) => Promise<OwnedRead<JobAnswer & RedlineRecord>>;

/** Returns the columns that `namedRecord` reads. */
export function recordColumns({ listed }: Pick<RedlineOwner, "listed">): string[] {
  return ["created_at", "summary", "notices", ...listed.columns];
}

/** Returns the record of a redline that was found with its `recordColumns`, and the names of its files. */
export async function namedRecord(
  { listed }: Pick<RedlineOwner, "listed">,
  job: ReadableJob,
  answered: JobAnswer["status"],
  database: Database,
): Promise<RedlineRecord> {
  const { ownerId, status, finished_at, columns } = job;
  const row = { ...columns, finished_at } as unknown as RecordedRow;
  const names = Object.entries(listed.names).map(([name, of]) => [name, of(columns)]);
  const stage = await stageOf({ ownerIds: [ownerId], status }, answered, database);
  return { ...Object.fromEntries(names), ...redlineRecordOf(row, stage) };
}

export function jobReader<Format extends string>(
  { kind, formats, askFor }: Pick<ReadRoute<Format>, "kind" | "formats" | "askFor">,
  parts: ReadParts,
): ReadRequest {
  const redlines = { ...kind, columns: recordColumns(kind) };
  const findWithDefault = readableFinder(parts.database, redlines, readFormats(undefined, formats));
  const findWithAll = readableFinder(parts.database, redlines, formats);
  return async ({ ownerId, organization, format }) => {
    const { organizationId, retentionDays } = organization;
    // Access is checked before the parameter, so the format is not parsed yet and may be unknown.
    const find = format === undefined ? findWithDefault : findWithAll;
    const job = await find({ ownerId, organizationId });
    if (job === undefined) throw new ApiError(kind.unknown);
    requireKept(job, retentionDays, parts.clock());
    const asked = readFormats(format, formats);
    await askFor?.(job, asked);
    const answer = readJob({ ...job, retentionDays }, asked, parts.signDownload);
    const record = await namedRecord(kind, job, answer.status, parts.database);
    return {
      ownerId,
      body: { [kind.id]: ownerId, ...answer, ...record },
      engineVersion: job.engine_version,
      retrySeconds: limits.comparisonRetrySeconds,
    };
  };
}

export function registerJobRead<Format extends string>(
  app: VersusApp,
  { kind, operation, formats, meanings, response }: ReadRoute<Format>,
  read: ReadRequest,
  parts: { readonly watch: OwnerWatch },
): void {
  app.route({
    method: "GET",
    url: `${kind.path}/:${kind.id}`,
    config: {
      readsJob: true,
      operation: {
        ...operation,
        tag: kind.tag,
        refusals: [kind.malformed, "UNSUPPORTED_FORMAT", kind.unknown, "CONTENT_DELETED", "VALIDATION_ERROR"],
      },
    },
    schema: { params: kind.params, querystring: jobReadQuery(meanings, formats), response: { 200: response } },
    // Every path and query satisfies the schemas above. Invalid values are refused below, with codes of their own.
    validatorCompiler: () => (value) => ({ value }),
    handler: async (request, reply) => {
      const ownerId = (request.params as Readonly<Record<string, string>>)[kind.id] ?? "";
      if (!kind.isOwn(ownerId)) throw new ApiError(kind.malformed);
      const { organization } = request.caller;
      const { format, wait } = request.query;
      return answerRead(reply, { wait, read: () => read({ ownerId, organization, format }) }, parts);
    },
  });
}
