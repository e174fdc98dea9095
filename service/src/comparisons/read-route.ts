// GET <path>/{id} of a job that has renderings: a comparison or a merge.

import type { z } from "zod";
import { ApiError } from "../contract/api-error.ts";
import type { Operation, VersusApp } from "../contract/app.ts";
import type { SignDownload } from "../contract/downloads.ts";
import { tellEngine } from "../contract/engine-version.ts";
import { readFormats } from "../contract/formats.ts";
import type { Clock } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { jobReadQuery } from "../contract/schemas.ts";
import { requireKept } from "../retention/guard.ts";
import type { Database } from "../storage/database.ts";
import type { OwnerKind } from "../storage/owner-kind.ts";
import { readableFinder } from "./find-readable.ts";
import { readJob } from "./read-job.ts";

export interface ReadParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly signDownload: SignDownload;
}

export interface ReadRoute<Format extends string> {
  readonly kind: OwnerKind;
  readonly operation: Pick<Operation, "id" | "summary" | "description">;
  /** Those that somebody makes; the first is the default. */
  readonly formats: readonly Format[];
  /** Every format that there is, with its meaning. */
  readonly meanings: Readonly<Record<Format, { readonly meaning: string }>>;
  readonly response: z.ZodType;
}

export function registerJobRead<Format extends string>(
  app: VersusApp,
  { kind, operation, formats, meanings, response }: ReadRoute<Format>,
  parts: ReadParts,
): void {
  const findWithDefault = readableFinder(parts.database, kind, readFormats(undefined, formats));
  const findWithAll = readableFinder(parts.database, kind, formats);
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
      const { organizationId, retentionDays } = request.caller.organization;
      const { format } = request.query;
      // Access comes before the parameter: what it asks for may be none of our formats.
      const find = format === undefined ? findWithDefault : findWithAll;
      const job = await find({ ownerId, organizationId });
      if (job === undefined) throw new ApiError(kind.unknown);
      requireKept(job, retentionDays, parts.clock());
      const asked = readFormats(format, formats);
      const answer = readJob({ ...job, retentionDays }, asked, parts.signDownload);
      if (answer.status === "processing") reply.header("retry-after", limits.comparisonRetrySeconds);
      tellEngine(reply, job.engine_version);
      return { [kind.id]: ownerId, ...answer };
    },
  });
}
