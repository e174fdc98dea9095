// GET <path>/{id} of a job that has renderings: a comparison or a merge.

import type { z } from "zod";
import { ApiError } from "../contract/api-error.ts";
import type { CallerOrganization, Operation, VersusApp } from "../contract/app.ts";
import type { SignDownload } from "../contract/downloads.ts";
import { readFormats } from "../contract/formats.ts";
import type { Clock } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { type JobAnswer, jobReadQuery } from "../contract/schemas.ts";
import { type OwnerRead, tellRead } from "../jobs/await-read.ts";
import { requireKept } from "../retention/guard.ts";
import type { Database } from "../storage/database.ts";
import type { OwnerKind } from "../storage/owner-kind.ts";
import type { AskForRenderings } from "./ask-for-renderings.ts";
import { readableFinder } from "./find-readable.ts";
import { readJob } from "./read-job.ts";

export interface ReadParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly signDownload: SignDownload;
}

export interface ReadRoute<Format extends string> {
  /** Queues renderings that are asked for the first time; left out where every rendering is made with the job. */
  readonly askFor?: AskForRenderings;
  readonly kind: OwnerKind;
  readonly operation: Pick<Operation, "id" | "summary" | "description">;
  /** Those that somebody makes; the first is the default. */
  readonly formats: readonly Format[];
  /** Every format that there is, with its meaning. */
  readonly meanings: Readonly<Record<Format, { readonly meaning: string }>>;
  readonly response: z.ZodType;
}

/** Who reads, which job, and the formats that are asked for. */
export interface AskedRead {
  readonly ownerId: string;
  readonly organization: Pick<CallerOrganization, "organizationId" | "retentionDays">;
  readonly format?: string | readonly string[] | undefined;
}

/** Throws the kind's NOT_FOUND, CONTENT_DELETED and UNSUPPORTED_FORMAT. */
export type ReadRequest = (asked: AskedRead) => Promise<OwnerRead<JobAnswer>>;

export function jobReader<Format extends string>(
  { kind, formats, askFor }: Pick<ReadRoute<Format>, "kind" | "formats" | "askFor">,
  parts: ReadParts,
): ReadRequest {
  const findWithDefault = readableFinder(parts.database, kind, readFormats(undefined, formats));
  const findWithAll = readableFinder(parts.database, kind, formats);
  return async ({ ownerId, organization, format }) => {
    const { organizationId, retentionDays } = organization;
    // Access comes before the parameter: what it asks for may be none of our formats.
    const find = format === undefined ? findWithDefault : findWithAll;
    const job = await find({ ownerId, organizationId });
    if (job === undefined) throw new ApiError(kind.unknown);
    requireKept(job, retentionDays, parts.clock());
    const asked = readFormats(format, formats);
    await askFor?.(job, asked);
    const answer = readJob({ ...job, retentionDays }, asked, parts.signDownload);
    return {
      body: { [kind.id]: ownerId, ...answer },
      engineVersion: job.engine_version,
      retrySeconds: limits.comparisonRetrySeconds,
    };
  };
}

export function registerJobRead<Format extends string>(
  app: VersusApp,
  { kind, operation, formats, meanings, response }: ReadRoute<Format>,
  read: ReadRequest,
): void {
  app.route({
    method: "GET",
    url: `${kind.path}/:${kind.id}`,
    config: {
      readsJob: true,
      operation: {
        ...operation,
        tag: kind.tag,
        refusals: [kind.malformed, "UNSUPPORTED_FORMAT", kind.unknown, "CONTENT_DELETED"],
      },
    },
    schema: { params: kind.params, querystring: jobReadQuery(meanings, formats), response: { 200: response } },
    // Whatever a path and a query can hold keeps the shapes above; what is asked of the values has codes of its own.
    validatorCompiler: () => (value) => ({ value }),
    handler: async (request, reply) => {
      const ownerId = (request.params as Readonly<Record<string, string>>)[kind.id] ?? "";
      if (!kind.isOwn(ownerId)) throw new ApiError(kind.malformed);
      const { organization } = request.caller;
      return tellRead(reply, await read({ ownerId, organization, format: request.query.format }));
    },
  });
}
