// Defines the request and reply schemas of webhooks.
//
// The names of events are those that the slices of this installation report.

import { z } from "zod";
import { limits } from "./limits.ts";
import { nextCursor } from "./lists.ts";
import { exampleTime } from "./record-schemas.ts";

const exampleWebhookId = "whk_01jb2m3n4p5q6r7s8t9v0w1x2y";
const exampleEventId = "evt_01jb2m3n4p5q6r7s8t9v0w1x2y";
const exampleSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwWJlZGQmVkZ0=";
const time = z.iso.datetime({ offset: true });
const webhookId = z.string().describe("The id of the webhook. It never changes.");
const url = z
  .string()
  .max(limits.webhookUrlCharacters)
  .describe("The address that events are sent to. It must begin with https:// and resolve to public addresses.");
const description = z
  .string()
  .max(limits.webhookDescriptionCharacters)
  .nullable()
  .describe("A note for yourself, or null.");
const status = z.enum(["active", "disabled"]).describe("A disabled webhook gets no events.");
const secret = z
  .string()
  .describe("The secret of the signatures: `whsec_` and base64. It is shown only here, so store it now.");

export const WebhookPath = z.object({ webhook_id: webhookId });

/** Returns the schema of the event names that a webhook may request. */
function eventsOf(names: readonly string[]) {
  return z
    .array(z.enum(["*", ...names]))
    .min(1)
    .max(limits.webhookEvents)
    .describe("The names of the events to send; `*` means all events, including those of later versions.");
}

/** Returns the schemas of the bodies of POST and PATCH. */
export function webhookRequests(names: readonly string[]) {
  const events = eventsOf(names);
  const create = z.strictObject({ url, events, description: description.optional() }).meta({
    id: "WebhookRequest",
    description: "A new webhook.",
    examples: [{ url: "https://example.com/versus", events: ["comparison.ready", "comparison.failed"] }],
  });
  const change = z
    .strictObject({
      url: url.optional(),
      events: events.optional(),
      description: description.optional(),
      status: status.optional(),
    })
    .meta({
      id: "WebhookChange",
      description: "The fields to change. Fields that are absent stay as they are.",
      examples: [{ events: ["*"] }, { status: "active" }],
    });
  return { create, change };
}

export type WebhookRequest = z.infer<ReturnType<typeof webhookRequests>["create"]>;
export type WebhookChange = z.infer<ReturnType<typeof webhookRequests>["change"]>;

const webhook = {
  webhook_id: webhookId,
  url,
  events: z.array(z.string()).describe("The names of the events that it gets."),
  description,
  status,
  created_at: time.describe("The time of its creation."),
};

const exampleWebhook = {
  webhook_id: exampleWebhookId,
  url: "https://example.com/versus",
  events: ["comparison.ready", "comparison.failed"],
  description: null,
  status: "active" as const,
  created_at: exampleTime,
};

export const Webhook = z
  .object(webhook)
  .meta({ id: "Webhook", description: "A webhook, without its secret.", examples: [exampleWebhook] });

export type Webhook = z.infer<typeof Webhook>;

export const WebhookWithSecret = z.object({ ...webhook, secret }).meta({
  id: "WebhookWithSecret",
  description: "A webhook with its new secret.",
  examples: [{ ...exampleWebhook, secret: exampleSecret }],
});

export const WebhookList = z
  .object({
    webhooks: z.array(Webhook).describe("The newest first."),
    next_cursor: nextCursor,
  })
  .meta({
    id: "WebhookList",
    description: "Webhooks of the organization.",
    examples: [{ webhooks: [exampleWebhook], next_cursor: null }],
  });

export const WebhookTestResponse = z
  .object({
    webhook_id: webhookId,
    event_id: z.string().describe("The id of the event, as `webhook-id` of the delivery."),
    status: z.literal("queued").describe("The event will be sent; read the deliveries."),
  })
  .meta({
    id: "WebhookTestResponse",
    description: "A test event was queued.",
    examples: [{ webhook_id: exampleWebhookId, event_id: exampleEventId, status: "queued" }],
  });

const Delivery = z
  .object({
    event_id: z.string().describe("The id of the event."),
    type: z.string().describe("The name of the event."),
    attempt: z.int().min(1).describe("The number of the attempt, from 1."),
    status: z
      .enum(["delivered", "retrying", "failed"])
      .describe("`retrying` failed and is sent again later; `failed` is not sent again."),
    response_status: z.int().nullable().describe("The status of the answer; null without an answer within 10 seconds."),
    at: time.describe("The time of the attempt."),
  })
  .meta({ id: "WebhookDelivery", description: "An attempt to deliver an event." });

export type Delivery = z.infer<typeof Delivery>;

export const DeliveryList = z
  .object({ deliveries: z.array(Delivery).describe("The last 100 attempts, the newest first.") })
  .meta({
    id: "WebhookDeliveryList",
    description: "The last attempts of a webhook.",
    examples: [
      {
        deliveries: [
          {
            event_id: exampleEventId,
            type: "comparison.ready",
            attempt: 1,
            status: "delivered" as const,
            response_status: 200,
            at: exampleTime,
          },
        ],
      },
    ],
  });

export const WebhookDeletedResponse = z
  .object({ webhook_id: webhookId, status: z.literal("deleted").describe("It is gone, with its deliveries.") })
  .meta({
    id: "WebhookDeletedResponse",
    description: "The webhook was deleted.",
    examples: [{ webhook_id: exampleWebhookId, status: "deleted" }],
  });
