// Serves the routes of webhooks. They do not exist if webhooks are disabled.
//
// They are POST and GET /v1/webhooks; GET, PATCH and DELETE /v1/webhooks/{webhook_id}; POST …/rotate, POST …/test and
// GET …/deliveries.

import type { FastifyRequest } from "fastify";
import { ApiError } from "../contract/api-error.ts";
import type { CreateFromBody, Operation, VersusApp } from "../contract/app.ts";
import type { RefusalCode } from "../contract/errors.ts";
import { isId } from "../contract/ids.ts";
import { type Cursors, PageQuery } from "../contract/lists.ts";
import {
  DeliveryList,
  Webhook,
  WebhookDeletedResponse,
  WebhookList,
  WebhookPath,
  WebhookTestResponse,
  WebhookWithSecret,
  webhookRequests,
} from "../contract/webhook-schemas.ts";
import { entryOfCall } from "../storage/audit-entries.ts";
import type { Transaction } from "../storage/database.ts";
import { listPage } from "../storage/list-page.ts";
import type { ContentKind } from "../storage/owner-kind.ts";
import {
  type ChangeParts,
  changeWebhook,
  createWebhook,
  removeWebhook,
  rotateSecret,
  sendTest,
  webhookOf,
  withSecret,
} from "./change-webhook.ts";
import { watchLimit } from "./limit-reached.ts";
import { findWebhook, listDeliveries, type OwnWebhook, type WebhookRow } from "./queries.ts";
import type { ReceiverParts } from "./receiver.ts";
import { eventNames } from "./rules.ts";

export interface WebhookRouteParts extends Omit<ChangeParts, "receiver"> {
  readonly createFromBody: CreateFromBody<Transaction>;
  readonly cursors: Cursors;
  readonly contents: readonly ContentKind[];
  /** The allowed destinations of deliveries; undefined if webhooks are disabled. */
  readonly receiver?: ReceiverParts | undefined;
}

interface OpenParts extends WebhookRouteParts {
  readonly receiver: ReceiverParts;
}

const path = "/v1/webhooks";
const onePath = `${path}/:webhook_id`;
const bodyRefusals: readonly RefusalCode[] = ["INVALID_REQUEST", "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];

export function registerWebhookRoutes(app: VersusApp, { receiver, ...others }: WebhookRouteParts): void {
  if (receiver === undefined) return;
  const parts: OpenParts = { ...others, receiver };
  registerCreate(app, parts);
  registerList(app, parts);
  registerRead(app, parts);
  registerChange(app, parts);
  registerDelete(app, parts);
  registerRotate(app, parts);
  registerTest(app, parts);
  registerDeliveries(app, parts);
  watchLimit(app, parts);
}

function registerCreate(app: VersusApp, parts: OpenParts): void {
  app.route({
    method: "POST",
    url: path,
    config: {
      operation: operationOf({
        id: "createWebhook",
        summary: "Create a webhook",
        description:
          "Sends the events that you name to your https address, signed with the secret that this reply shows once. The guide at /docs/webhooks explains events, signatures and retries.",
        refusals: [...bodyRefusals, "CONFLICT", "IDEMPOTENCY_CONFLICT", "CONTENT_DELETED"],
      }),
    },
    schema: { body: webhookRequests(eventNames(parts.contents)).create, response: { 201: WebhookWithSecret } },
    handler: async (request, reply) => {
      const { caller, body: asked } = request;
      const create = (remember: Parameters<typeof createWebhook>[0]["remember"]) =>
        createWebhook({ caller, asked, remember }, parts);
      // The stored reply for a repeated call contains no secret.
      const created = Webhook.parse(await parts.createFromBody(request, reply, create));
      return withSecret(created, caller.organization, parts);
    },
  });
}

function registerList(app: VersusApp, parts: OpenParts): void {
  app.route({
    method: "GET",
    url: path,
    config: {
      operation: operationOf({
        id: "listWebhooks",
        summary: "List webhooks",
        description: "Returns the webhooks of the organization, the newest first.",
        refusals: ["INVALID_CURSOR", "VALIDATION_ERROR"],
      }),
    },
    schema: { querystring: PageQuery, response: { 200: WebhookList } },
    handler: async (request) => {
      const { organizationId } = request.caller.organization;
      const columns = ["url", "events", "description", "status", "created_at"];
      const listed = { table: "webhooks", id: "webhook_id", columns };
      const scope = { organizationId, list: path, filters: {}, ...request.query };
      const { rows, next_cursor } = await listPage<WebhookRow>(listed, scope, parts);
      return { webhooks: rows.map(webhookOf), next_cursor };
    },
  });
}

function registerRead(app: VersusApp, parts: OpenParts): void {
  app.route({
    method: "GET",
    url: onePath,
    config: {
      operation: operationOf(
        { id: "readWebhook", summary: "Read a webhook", description: "Returns the webhook without its secret." },
        true,
      ),
    },
    schema: { params: WebhookPath, response: { 200: Webhook } },
    onRequest: async (request) => void (await requireWebhook(request, parts)),
    handler: async (request) => webhookOf(await requireWebhook(request, parts)),
  });
}

function registerChange(app: VersusApp, parts: OpenParts): void {
  app.route({
    method: "PATCH",
    url: onePath,
    config: {
      operation: operationOf(
        {
          id: "changeWebhook",
          summary: "Change a webhook",
          description:
            "Changes the fields that the body names. Disabling a webhook also discards the events that it has not received.",
          refusals: bodyRefusals,
        },
        true,
      ),
    },
    schema: {
      params: WebhookPath,
      body: webhookRequests(eventNames(parts.contents)).change,
      response: { 200: Webhook },
    },
    // Reports an unknown webhook before the body is validated.
    onRequest: async (request) => void (await requireWebhook(request, parts)),
    handler: (request) => changeWebhook(ownOf(request), request.body, parts),
  });
}

function registerDelete(app: VersusApp, parts: OpenParts): void {
  app.route({
    method: "DELETE",
    url: onePath,
    config: {
      operation: operationOf(
        {
          id: "deleteWebhook",
          summary: "Delete a webhook",
          description: "Deletes the webhook at once, with its secret, its deliveries and the events that wait for it.",
          refusals: bodyRefusals,
        },
        true,
      ),
    },
    schema: { params: WebhookPath, response: { 200: WebhookDeletedResponse } },
    onRequest: async (request) => void (await requireWebhook(request, parts)),
    handler: async (request) => {
      await removeWebhook(ownOf(request), entryOfCall(request, parts.clock(), request.params.webhook_id), parts);
      return { webhook_id: request.params.webhook_id, status: "deleted" as const };
    },
  });
}

function registerRotate(app: VersusApp, parts: OpenParts): void {
  app.route({
    method: "POST",
    url: `${onePath}/rotate`,
    config: {
      operation: operationOf(
        {
          id: "rotateWebhookSecret",
          summary: "Replace the secret of a webhook",
          description:
            "Returns a new secret. For 24 hours deliveries carry two signatures, one with each secret; rotating again within that time ends the oldest.",
          refusals: bodyRefusals,
        },
        true,
      ),
    },
    schema: { params: WebhookPath, response: { 200: WebhookWithSecret } },
    onRequest: async (request) => void (await requireWebhook(request, parts)),
    handler: (request) => rotateSecret(ownOf(request), request.caller.organization, parts),
  });
}

function registerTest(app: VersusApp, parts: OpenParts): void {
  app.route({
    method: "POST",
    url: `${onePath}/test`,
    config: {
      operation: operationOf(
        {
          id: "testWebhook",
          summary: "Send a test event",
          description:
            "Sends the event `webhook.test`, whatever events the webhook asks for. Read its deliveries to see the result.",
          refusals: [...bodyRefusals, "CONFLICT"],
        },
        true,
      ),
    },
    schema: { params: WebhookPath, response: { 202: WebhookTestResponse } },
    onRequest: async (request) => void (await requireWebhook(request, parts)),
    handler: async (request, reply) => {
      const eventId = await sendTest(ownOf(request), parts);
      const { webhook_id } = request.params;
      return reply.code(202).send({ webhook_id, event_id: eventId, status: "queued" });
    },
  });
}

function registerDeliveries(app: VersusApp, parts: OpenParts): void {
  app.route({
    method: "GET",
    url: `${onePath}/deliveries`,
    config: {
      operation: operationOf(
        {
          id: "listWebhookDeliveries",
          summary: "List the last deliveries of a webhook",
          description: "Returns the last 100 attempts, the newest first.",
          refusals: [],
        },
        true,
      ),
    },
    schema: { params: WebhookPath, response: { 200: DeliveryList } },
    onRequest: async (request) => void (await requireWebhook(request, parts)),
    handler: async (request) => {
      const rows = await listDeliveries(parts.database, request.params.webhook_id);
      return { deliveries: rows.map(({ at, ...delivery }) => ({ ...delivery, at: at.toISOString() })) };
    },
  });
}

function operationOf(
  { refusals = [], ...operation }: Omit<Operation, "tag">,
  /** True if the route is for one webhook. */
  isOfOne = false,
): Operation {
  const own: readonly RefusalCode[] = isOfOne ? ["INVALID_WEBHOOK_ID", "WEBHOOK_NOT_FOUND"] : [];
  return { ...operation, tag: "Webhooks", refusals: [...own, ...refusals] };
}

type PathRequest = Pick<FastifyRequest, "params" | "caller">;

function ownOf({ params, caller }: PathRequest): OwnWebhook {
  const { webhook_id: webhookId = "" } = params as { readonly webhook_id?: string };
  return { webhookId, organizationId: caller.organization.organizationId };
}

/** Returns the webhook that the path names. Throws INVALID_WEBHOOK_ID and WEBHOOK_NOT_FOUND. */
async function requireWebhook(request: PathRequest, { database }: OpenParts): Promise<WebhookRow> {
  const own = ownOf(request);
  if (!isId("whk", own.webhookId)) throw new ApiError("INVALID_WEBHOOK_ID");
  const webhook = await findWebhook(database, own);
  if (webhook === undefined) throw new ApiError("WEBHOOK_NOT_FOUND");
  return webhook;
}
