// Delivers events: one job for each event and webhook.
//
// The attempt is sent first and recorded afterwards, in the transaction that ends the job or delays it. If a worker
// dies between the two, the event is sent again. After a delivery has ended, only its attempts remain, among the last
// hundred of the webhook.

import type { Clock } from "../contract/ids.ts";
import type { Effect, Job, JobQueue, Later } from "../jobs/job-queue.ts";
import { removeOwnerJobs } from "../jobs/organization-jobs.ts";
import type { MasterKeys } from "../storage/data-keys.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { organizationOf } from "../storage/organization-key.ts";
import {
  countAttempt,
  deleteMessage,
  deleteMessages,
  findMessage,
  lockWebhook,
  recordDelivery,
  updateWebhook,
} from "./queries.ts";
import { type ReceiverParts, send } from "./receiver.ts";
import { deliveryKind } from "./record-event.ts";
import { type DeliveryResult, outcomeOf } from "./rules.ts";
import { openSecret, signatures } from "./secrets.ts";

export interface DeliveryParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly masterKeys: MasterKeys;
  readonly clock: Clock;
  readonly receiver: ReceiverParts;
}

/** Deliveries mostly wait, so they have slots of their own, and no organization can occupy all of them. */
const deliveriesAtOnce = 64;
const deliveriesPerOrganization = 8;

/** Starts to take deliveries. */
export async function startDeliveries(parts: DeliveryParts): Promise<void> {
  await parts.queue.work(deliveryKind, (job) => deliver(job, parts), {
    concurrency: deliveriesAtOnce,
    perOrganization: deliveriesPerOrganization,
    onFailed: async (transaction, job) => {
      await deleteMessage(transaction, { webhookId: job.ownerId, eventId: eventOf(job) });
    },
  });
}

type Message = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

/**
 * Sends the message. Returns the effect that ends the job, or the time of the next attempt with the effect that records
 * this one. A job whose message was deleted only ends.
 */
async function deliver(job: Job, parts: DeliveryParts): Promise<Effect | Later> {
  const key = { webhookId: job.ownerId, eventId: eventOf(job) };
  const message = await findMessage(parts.database, key);
  if (message === undefined) return (transaction) => forgetJob(transaction, job);
  const responseStatus = await sendMessage(message, job, parts);
  job.signal.throwIfAborted();
  const now = parts.clock();
  const { failing_since: failingSince } = message;
  const attempt = message.attempts + 1;
  const outcome = outcomeOf({ attempt, responseStatus, failingSince, now });
  const effect: Effect = (transaction) => settle(transaction, { job, message, outcome, attempt, responseStatus, now });
  return outcome.retryAt === undefined ? effect : { startAfter: outcome.retryAt, effect };
}

async function sendMessage(message: Message, job: Job, parts: DeliveryParts): Promise<number | undefined> {
  const eventId = eventOf(job);
  const now = parts.clock();
  const timestamp = Math.floor(now.getTime() / 1000);
  const secrets = await secretsOf(message, job.ownerId, { ...parts, now });
  const { body } = message;
  const headers = {
    "content-type": "application/json",
    "user-agent": "Versus-Webhooks",
    "webhook-id": eventId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures(secrets, { id: eventId, timestamp, body }),
  };
  const { organization_id: organizationId } = message;
  return send({ url: new URL(message.url), headers, body, signal: job.signal, organizationId }, parts.receiver);
}

/** Returns the secret, and during a rotation the previous one too. */
async function secretsOf(
  message: Message,
  webhookId: string,
  { masterKeys, now }: { readonly masterKeys: MasterKeys; readonly now: Date },
): Promise<string[]> {
  const owner = { organization: organizationOf(message, masterKeys), webhookId };
  const { secret, old_secret: old, old_secret_until: until } = message;
  const isRotating = old !== null && until !== null && now < until;
  return Promise.all([secret, ...(isRotating ? [old] : [])].map((sealed) => openSecret(sealed, owner)));
}

interface DeliverySettlement {
  readonly job: Job;
  readonly message: Message;
  readonly outcome: DeliveryResult;
  readonly attempt: number;
  readonly responseStatus: number | undefined;
  readonly now: Date;
}

async function settle(transaction: Transaction, settling: DeliverySettlement): Promise<void> {
  const { job, message, outcome, attempt, responseStatus, now } = settling;
  const { organization_id: organizationId, type } = message;
  const key = { webhookId: job.ownerId, eventId: eventOf(job) };
  const webhook = await lockWebhook(transaction, { ...key, organizationId });
  const isRetrying = outcome.retryAt !== undefined;
  if (webhook !== undefined) {
    if (isRetrying) await countAttempt(transaction, { ...key, attempts: attempt });
    else await deleteMessage(transaction, key);
    await recordDelivery(transaction, {
      webhook_id: key.webhookId,
      organization_id: organizationId,
      event_id: key.eventId,
      type,
      attempt,
      status: outcome.status,
      response_status: responseStatus ?? null,
      at: now,
    });
    const isDelivered = outcome.status === "delivered";
    const failingSince = isDelivered ? null : (webhook.failing_since ?? now);
    await updateWebhook(transaction, key.webhookId, { failing_since: failingSince });
    if (outcome.disables) await disable(transaction, key.webhookId);
  }
  if (!isRetrying) await forgetJob(transaction, job);
}

/** Disables the webhook and deletes its undelivered messages and its jobs. */
export async function disable(transaction: Transaction, webhookId: string): Promise<void> {
  await updateWebhook(transaction, webhookId, { status: "disabled" });
  await deleteMessages(transaction, webhookId);
  await removeOwnerJobs(transaction, webhookId);
}

/** Deletes the job, because only messages and attempts of deliveries are kept. */
async function forgetJob(transaction: Transaction, { jobId }: Job): Promise<void> {
  await transaction.deleteFrom("jobs").where("job_id", "=", jobId).execute();
}

function eventOf({ payload }: Pick<Job, "payload">): string {
  return (payload as { readonly eventId: string }).eventId;
}
