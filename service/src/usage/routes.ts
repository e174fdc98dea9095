// Serves GET /v1/usage: what the organization has used of its allowance this month.

import type { VersusApp } from "../contract/app.ts";
import type { Clock } from "../contract/ids.ts";
import { type Division, UsageQuery, UsageResponse } from "../contract/usage-schemas.ts";
import type { Database } from "../storage/database.ts";
import { divideUsage, documentLimitOf, sumUsage } from "./queries.ts";
import { monthOf } from "./rules.ts";

export interface UsageParts {
  readonly database: Database;
  readonly clock: Clock;
}

const columns = { key: "key_id", reference: "reference" } as const satisfies Record<Division, string>;

export function registerUsageRoutes(app: VersusApp, { database, clock }: UsageParts): void {
  app.route({
    method: "GET",
    url: "/v1/usage",
    config: {
      operation: {
        id: "readUsage",
        tag: "Usage",
        summary: "Read this month's usage",
        description:
          "Returns the documents and words counted in this calendar month (UTC), and the allowance. With `by` also the part of each key or reference.",
      },
    },
    schema: { querystring: UsageQuery, response: { 200: UsageResponse } },
    handler: async (request) => {
      const { organizationId } = request.caller.organization;
      const { by } = request.query;
      const period = monthOf(clock());
      const [sums, limit, rows] = await Promise.all([
        sumUsage(database, organizationId, period),
        documentLimitOf(database, organizationId),
        by === undefined ? undefined : divideUsage(database, organizationId, { ...period, by: columns[by] }),
      ]);
      return {
        period_start: period.start.toISOString(),
        period_end: period.end.toISOString(),
        ...sums,
        document_limit: limit,
        ...(rows === undefined ? {} : { rows }),
      };
    },
  });
}
