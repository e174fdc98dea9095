// Records an event for the webhooks that request it, with one delivery job for each.
//
// This happens in the transaction of the event itself, so it is recorded if and only if it happened.

import { type Clock, newId, type RandomBytes } from "../contract/ids.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import type { Transaction } from "../storage/database.ts";
import { insertMessages, wantingWebhooks } from "./queries.ts";

export interface EventParts {
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

export interface HappenedEvent {
  readonly organizationId: string;
  readonly type: string;
  /** Ids, a status and a code; never text, names or addresses of downloads. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The kind of delivery jobs. */
export const deliveryKind = "deliver-webhook";

/** Records the event. Does nothing if no webhook of the organization requests it. */
export async function recordEvent(transaction: Transaction, event: HappenedEvent, parts: EventParts): Promise<void> {
  const wanting = await wantingWebhooks(transaction, event);
  const webhookIds = wanting.map(({ webhook_id: webhookId }) => webhookId);
  if (webhookIds.length > 0) await recordFor(transaction, webhookIds, event, parts);
}

/** Records the event for these webhooks, whether or not they request it. Returns the id of the event. */
export async function recordFor(
  transaction: Transaction,
  webhookIds: readonly string[],
  { organizationId, type, data }: HappenedEvent,
  { queue, clock, random }: EventParts,
): Promise<string> {
  const now = clock();
  const eventId = newId("evt", () => now, random);
  const body = JSON.stringify({ event_id: eventId, type, created_at: now.toISOString(), data });
  await insertMessages(transaction, webhookIds, { organizationId, eventId, type, body, now });
  for (const ownerId of webhookIds) {
    await queue.enqueue(transaction, {
      organizationId,
      kind: deliveryKind,
      ownerId,
      payload: { eventId },
      aside: true,
    });
  }
  return eventId;
}
