// Contains the queries and writes of webhooks.

import { type Selectable, sql } from "kysely";
import { limits } from "../contract/limits.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { WebhookDeliveriesTable, WebhooksTable } from "../storage/schema.ts";
import { statement } from "../storage/statement.ts";

export type WebhookRow = Selectable<WebhooksTable>;

export interface OwnWebhook {
  readonly webhookId: string;
  readonly organizationId: string;
}

export function findWebhook(database: Database, { webhookId, organizationId }: OwnWebhook) {
  return webhooksOf(database, { webhookId, organizationId }).executeTakeFirst();
}

/** Returns and locks the webhook until the transaction ends. */
export function lockWebhook(transaction: Transaction, own: OwnWebhook): Promise<WebhookRow | undefined> {
  return webhooksOf(transaction, own).forUpdate().executeTakeFirst();
}

function webhooksOf(database: Database, { webhookId, organizationId }: OwnWebhook) {
  return database
    .selectFrom("webhooks")
    .selectAll()
    .where("webhook_id", "=", webhookId)
    .where("organization_id", "=", organizationId);
}

/** Returns the number of webhooks. Until the transaction ends, no other transaction can add one. */
export async function countWebhooks(transaction: Transaction, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${organizationId}`}, 0))`.execute(transaction);
  const { count } = await transaction
    .selectFrom("webhooks")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertWebhook(
  transaction: Transaction,
  webhook: Omit<WebhookRow, "old_secret" | "old_secret_until" | "failing_since">,
): Promise<void> {
  await transaction.insertInto("webhooks").values(webhook).execute();
}

export async function updateWebhook(
  transaction: Transaction,
  webhookId: string,
  change: Partial<Omit<WebhookRow, "webhook_id" | "organization_id" | "created_at">>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await transaction.updateTable("webhooks").set(change).where("webhook_id", "=", webhookId).execute();
}

/** Deletes the webhook. Its messages and deliveries are deleted with it. */
export async function deleteWebhook(
  transaction: Transaction,
  { webhookId, organizationId }: OwnWebhook,
): Promise<void> {
  await transaction
    .deleteFrom("webhooks")
    .where("webhook_id", "=", webhookId)
    .where("organization_id", "=", organizationId)
    .execute();
}

interface EventKey {
  readonly organizationId: string;
  readonly type: string;
}

/** Returns the active webhooks that request an event. */
export const wantingWebhooks = statement((database, { organizationId, type }: EventKey) => ({
  compile: () =>
    sql<{ webhook_id: string }>`
      select webhook_id from webhooks
      where organization_id = ${organizationId} and status = 'active' and events && array['*', ${type}]
      order by webhook_id`.compile(database),
}));

export interface NewMessage {
  readonly organizationId: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  readonly now: Date;
}

export async function insertMessages(
  transaction: Transaction,
  webhookIds: readonly string[],
  { organizationId, eventId, type, body, now }: NewMessage,
): Promise<void> {
  const rows = webhookIds.map((webhookId) => ({
    webhook_id: webhookId,
    event_id: eventId,
    organization_id: organizationId,
    type,
    body,
    created_at: now,
    attempts: 0,
  }));
  await transaction.insertInto("webhook_messages").values(rows).execute();
}

interface MessageKey {
  readonly webhookId: string;
  readonly eventId: string;
}

/**
 * Returns a message with its webhook and the key of its organization. Undefined if it was delivered, given up or
 * deleted.
 */
export function findMessage(database: Database, { webhookId, eventId }: MessageKey) {
  return database
    .selectFrom("webhook_messages as message")
    .innerJoin("webhooks as webhook", "webhook.webhook_id", "message.webhook_id")
    .innerJoin("organizations as organization", "organization.organization_id", "message.organization_id")
    .where("message.webhook_id", "=", webhookId)
    .where("message.event_id", "=", eventId)
    .where("organization.deleted_at", "is", null)
    .select(["message.organization_id", "message.type", "message.body", "message.attempts", "organization.data_key"])
    .select(["webhook.url", "webhook.secret", "webhook.old_secret", "webhook.old_secret_until"])
    .select("webhook.failing_since")
    .executeTakeFirst();
}

export async function deleteMessage(transaction: Transaction, { webhookId, eventId }: MessageKey): Promise<void> {
  await transaction
    .deleteFrom("webhook_messages")
    .where("webhook_id", "=", webhookId)
    .where("event_id", "=", eventId)
    .execute();
}

export async function countAttempt(
  transaction: Transaction,
  { webhookId, eventId, attempts }: MessageKey & { readonly attempts: number },
): Promise<void> {
  await transaction
    .updateTable("webhook_messages")
    .set({ attempts })
    .where("webhook_id", "=", webhookId)
    .where("event_id", "=", eventId)
    .execute();
}

export async function deleteMessages(transaction: Transaction, webhookId: string): Promise<void> {
  await transaction.deleteFrom("webhook_messages").where("webhook_id", "=", webhookId).execute();
}

export type DeliveryRow = Omit<Selectable<WebhookDeliveriesTable>, "delivery_id">;

/** Inserts an attempt and deletes all except the last hundred of the webhook. */
export async function recordDelivery(transaction: Transaction, delivery: DeliveryRow): Promise<void> {
  await transaction.insertInto("webhook_deliveries").values(delivery).execute();
  await sql`
    delete from webhook_deliveries where webhook_id = ${delivery.webhook_id} and delivery_id <= (
      select delivery_id from webhook_deliveries where webhook_id = ${delivery.webhook_id}
      order by delivery_id desc offset ${limits.webhookDeliveries} limit 1
    )`.execute(transaction);
}

/** Returns the attempts, newest first. */
export function listDeliveries(database: Database, webhookId: string) {
  return database
    .selectFrom("webhook_deliveries")
    .where("webhook_id", "=", webhookId)
    .select(["event_id", "type", "attempt", "status", "response_status", "at"])
    .orderBy("delivery_id", "desc")
    .limit(limits.webhookDeliveries)
    .execute();
}

/** Records that the organization was notified in this month. Returns true only the first time. */
export async function noticeLimit(
  transaction: Transaction,
  { organizationId, month }: { readonly organizationId: string; readonly month: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into limit_notices (organization_id, month) values (${organizationId}, ${month})
    on conflict (organization_id) do update set month = excluded.month where limit_notices.month < excluded.month
    returning 1`.execute(transaction);
  return rows.length === 1;
}
