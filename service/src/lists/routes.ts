// Serves GET <path> for every kind of owner with a list: the organization's owners, newest first.

import type { VersusApp } from "../contract/app.ts";
import type { Clock } from "../contract/ids.ts";
import { ListQuery } from "../contract/list-schemas.ts";
import { listPage, type PageParts } from "../storage/list-page.ts";
import type { OwnerKind } from "../storage/owner-kind.ts";
import { itemOf, type KindWithList, type ListedRow, listedRows } from "./listed-rows.ts";

export interface ListParts extends PageParts {
  readonly owners: readonly OwnerKind[];
  readonly clock: Clock;
}

export function registerListRoutes(app: VersusApp, parts: ListParts): void {
  for (const kind of parts.owners) if (isListed(kind)) registerList(app, kind, parts);
}

function isListed(kind: OwnerKind): kind is KindWithList {
  return kind.listed !== undefined;
}

function registerList(app: VersusApp, kind: KindWithList, parts: ListParts): void {
  const { plural, response } = kind.listed;
  app.route({
    method: "GET",
    url: kind.path,
    config: {
      operation: {
        id: `list${plural.charAt(0).toUpperCase()}${plural.slice(1)}`,
        tag: kind.tag,
        summary: `List ${plural}`,
        description: `Returns the ${plural} of the organization, newest first, in pages. Deleted ${plural} are listed only with \`status=deleted\`, without the names of their files. Rows that are added or deleted while you read the pages move no other row to another page.`,
        refusals: ["INVALID_CURSOR"],
      },
    },
    schema: { querystring: ListQuery, response: { 200: response } },
    handler: async (request) => {
      const { limit, cursor, reference, status } = request.query;
      const { organizationId, retentionDays } = request.caller.organization;
      const asked = { reference, status, retentionDays, now: parts.clock() };
      const scope = { organizationId, list: kind.path, filters: { reference, status } };
      const page = await listPage<ListedRow>(listedRows(kind, asked), { ...scope, limit, cursor }, parts);
      return { [plural]: page.rows.map((row) => itemOf(kind, row, asked)), next_cursor: page.next_cursor };
    },
  });
}
