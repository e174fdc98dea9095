// Tells an organization's webhooks once a month that a call was refused because its allowance is used up. The refused call has
// written nothing, so this is written after its reply, on its own.

import type { VersusApp } from "../contract/app.ts";
import { refusals } from "../contract/errors.ts";
import type { Database } from "../storage/database.ts";
import { monthOf } from "../usage/rules.ts";
import { noticeLimit, wantingWebhooks } from "./queries.ts";
import { type EventParts, recordEvent } from "./record-event.ts";
import { limitEvent } from "./rules.ts";

export interface LimitParts extends EventParts {
  readonly database: Database;
}

/** Every route of the server is watched. */
export function watchLimit(app: VersusApp, parts: LimitParts): void {
  app.addHook("onResponse", async (request, reply) => {
    if (reply.statusCode !== refusals.USAGE_LIMIT_REACHED.status || request.knownCaller === undefined) return;
    // Should it fail, the next refused call tells it.
    await tellLimit(request.knownCaller.organization.organizationId, parts).catch(() => {});
  });
}

/** A month in which nobody wanted to know is not used up. */
async function tellLimit(organizationId: string, parts: LimitParts): Promise<void> {
  const { start, end } = monthOf(parts.clock());
  await parts.database.transaction().execute(async (transaction) => {
    const wanting = await wantingWebhooks(transaction, { organizationId, type: limitEvent });
    if (wanting.length === 0 || !(await noticeLimit(transaction, { organizationId, month: start }))) return;
    const period = { period_start: start.toISOString(), period_end: end.toISOString() };
    const data = { organization_id: organizationId, ...period, status: "limit_reached" };
    await recordEvent(transaction, { organizationId, type: limitEvent, data }, parts);
  });
}
