// Notifies webhooks once a month that a call was refused because the allowance is used up.
//
// The refused call writes nothing, so the event is recorded in a separate transaction after the reply.

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

/** Watches the replies of every route of the server. */
export function watchLimit(app: VersusApp, parts: LimitParts): void {
  app.addHook("onResponse", async (request, reply) => {
    if (reply.statusCode !== refusals.USAGE_LIMIT_REACHED.status || request.knownCaller === undefined) return;
    // If this fails, the next refused call records the event.
    await tellLimit(request.knownCaller.organization.organizationId, parts).catch(() => {});
  });
}

/** Records the event if it was not recorded in this month. Without a webhook that requests it, nothing is recorded. */
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
