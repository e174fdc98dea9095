// Creates, changes, rotates, tests and deletes webhooks.

import { ApiError } from "../contract/api-error.ts";
import type { Caller, CreatedReply, Remember } from "../contract/app.ts";
import { newId, type RandomBytes } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import type { Webhook, WebhookChange, WebhookRequest } from "../contract/webhook-schemas.ts";
import { removeOwnerJobs } from "../jobs/organization-jobs.ts";
import { type AuditEntry, writeAudit } from "../storage/audit-entries.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { Journal } from "../storage/journal.ts";
import type { OrganizationKey } from "../storage/object-store.ts";
import { disable } from "./deliver.ts";
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  lockWebhook,
  type OwnWebhook,
  updateWebhook,
  type WebhookRow,
} from "./queries.ts";
import { type ReceiverParts, requireAllowed } from "./receiver.ts";
import { type EventParts, recordFor } from "./record-event.ts";
import { overlapMilliseconds, readReceiverUrl, testEvent } from "./rules.ts";
import { newSecret, openSecret, sealSecret } from "./secrets.ts";

export interface ChangeParts extends EventParts {
  readonly database: Database;
  readonly random: RandomBytes;
  readonly receiver: ReceiverParts;
  readonly journal: Journal;
}

interface NewWebhook {
  readonly caller: Caller;
  readonly asked: WebhookRequest;
  readonly remember: Remember<Transaction>;
}

/** Creates a webhook. The stored reply has no secret; `withSecret` adds it. Throws INVALID_REQUEST and CONFLICT. */
export async function createWebhook(
  { caller, asked, remember }: NewWebhook,
  parts: ChangeParts,
): Promise<CreatedReply> {
  const { organization } = caller;
  const url = await checkedUrl(asked.url, organization.organizationId, parts);
  const webhookId = newId("whk", parts.clock, parts.random);
  const row = {
    webhook_id: webhookId,
    organization_id: organization.organizationId,
    created_at: parts.clock(),
    url,
    events: [...new Set(asked.events)],
    description: asked.description ?? null,
    status: "active" as const,
    secret: await sealSecret(newSecret(parts.random), { organization, webhookId }, parts.random),
  };
  const reply: CreatedReply = { status: 201, body: webhookOf(row) };
  await parts.database.transaction().execute(async (transaction) => {
    if ((await countWebhooks(transaction, organization.organizationId)) >= limits.webhooks) throw tooMany();
    await insertWebhook(transaction, row);
    await remember(transaction, reply, webhookId);
  });
  return reply;
}

/** Adds the secret to the reply. Throws CONTENT_DELETED if the webhook was deleted meanwhile. */
export async function withSecret(webhook: Webhook, organization: OrganizationKey, { database }: ChangeParts) {
  const own = { webhookId: webhook.webhook_id, organizationId: organization.organizationId };
  const row = await findWebhook(database, own);
  if (row === undefined) throw new ApiError("CONTENT_DELETED");
  return { ...webhook, secret: await openSecret(row.secret, { organization, ...own }) };
}

/** Changes a webhook. Throws WEBHOOK_NOT_FOUND and INVALID_REQUEST. */
export async function changeWebhook(own: OwnWebhook, change: WebhookChange, parts: ChangeParts): Promise<Webhook> {
  const url = change.url === undefined ? undefined : await checkedUrl(change.url, own.organizationId, parts);
  return changing(own, parts, async (transaction, webhook) => {
    const { events, description, status = webhook.status } = change;
    // A new address or a new activation means that the caller repaired the receiver.
    const isMended = url !== undefined || change.status === "active";
    await updateWebhook(transaction, own.webhookId, {
      status,
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: [...new Set(events)] }),
      ...(description === undefined ? {} : { description }),
      ...(isMended ? { failing_since: null } : {}),
    });
    if (status === "disabled") await disable(transaction, own.webhookId);
    return webhookOf((await lockWebhook(transaction, own))!);
  });
}

/** Creates a new secret. Deliveries are also signed with the previous one for another day. Throws WEBHOOK_NOT_FOUND. */
export async function rotateSecret(own: OwnWebhook, organization: OrganizationKey, parts: ChangeParts) {
  const secret = newSecret(parts.random);
  const sealed = await sealSecret(secret, { organization, webhookId: own.webhookId }, parts.random);
  return changing(own, parts, async (transaction, webhook) => {
    const until = new Date(parts.clock().getTime() + overlapMilliseconds);
    const rotated = { secret: sealed, old_secret: webhook.secret, old_secret_until: until };
    await updateWebhook(transaction, own.webhookId, rotated);
    return { ...webhookOf(webhook), secret };
  });
}

/** Queues a test event and returns its id. Throws WEBHOOK_NOT_FOUND, and CONFLICT for a disabled webhook. */
export function sendTest(own: OwnWebhook, parts: ChangeParts): Promise<string> {
  return changing(own, parts, async (transaction, webhook) => {
    if (webhook.status === "disabled") {
      throw new ApiError("CONFLICT", 'The webhook is disabled. Set its status to "active" first.');
    }
    const data = { webhook_id: own.webhookId, status: "test" };
    const event = { organizationId: own.organizationId, type: testEvent, data };
    return recordFor(transaction, [own.webhookId], event, parts);
  });
}

/** Deletes a webhook. Throws WEBHOOK_NOT_FOUND. */
export function removeWebhook(own: OwnWebhook, audit: AuditEntry, parts: ChangeParts): Promise<void> {
  return changing(own, parts, async (transaction) => {
    await deleteWebhook(transaction, own);
    await removeOwnerJobs(transaction, own.webhookId);
    await transaction.updateTable("idempotency").where("owner_id", "=", own.webhookId).set({ body: null }).execute();
    await writeAudit(transaction, audit);
    await parts.journal.append(transaction, [{ act: "webhook", id: own.webhookId }]);
  });
}

function changing<Value>(
  own: OwnWebhook,
  { database }: ChangeParts,
  change: (transaction: Transaction, webhook: WebhookRow) => Promise<Value>,
): Promise<Value> {
  return database.transaction().execute(async (transaction) => {
    const webhook = await lockWebhook(transaction, own);
    if (webhook === undefined) throw new ApiError("WEBHOOK_NOT_FOUND");
    return change(transaction, webhook);
  });
}

/**
 * Returns the address in the spelling of the URL parser. Throws INVALID_REQUEST if deliveries may not be sent to it.
 */
async function checkedUrl(given: string, organizationId: string, { receiver }: ChangeParts): Promise<string> {
  const url = readReceiverUrl(given);
  await requireAllowed(url, organizationId, receiver);
  return url.href;
}

function tooMany(): ApiError {
  return new ApiError(
    "CONFLICT",
    `An organization can have ${limits.webhooks} webhooks. Delete one that you do not need.`,
  );
}

/** Returns the webhook in the form that callers see. */
export function webhookOf(
  row: Omit<WebhookRow, "secret" | "old_secret" | "old_secret_until" | "failing_since">,
): Webhook {
  const { webhook_id, url, events, description, status, created_at: createdAt } = row;
  return { webhook_id, url, events: [...events], description, status, created_at: createdAt.toISOString() };
}
