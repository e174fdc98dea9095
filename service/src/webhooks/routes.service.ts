// Tests the routes of webhooks with the whole service.

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countTraces, deleteRows } from "../access/organization-rows.ts";
import { refusal, startWholeService, type Tenant, type WholeService } from "../comparisons/testing/whole-service.ts";
import { addressGuard } from "./address-guard.ts";
import { webhookCalls } from "./testing/webhook-calls.ts";

/** Maps a name to the addresses that its lookup returns. These tests send nothing. */
const names: Readonly<Record<string, readonly string[]>> = {
  "example.com": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  "inside.example.com": ["10.0.0.7"],
  "both.example.com": ["93.184.215.14", "127.0.0.1"],
  "mapped.example.com": ["::ffff:169.254.169.254"],
  localhost: ["127.0.0.1", "::1"],
  "allowed.example.com": ["10.9.1.1"],
};

let service: WholeService;
beforeAll(async () => {
  const resolve = async (host: string) => names[host] ?? Promise.reject(new Error("ENOTFOUND"));
  service = await startWholeService({ receiver: { isAllowed: addressGuard(["10.9.0.0/16"]), resolve } });
});
afterAll(() => service.close());

const { send, create, deliveries } = webhookCalls(() => service);
const path = "/v1/webhooks";
const url = "https://example.com/hooks";

test("a webhook is created, read, listed, changed and deleted; its secret is shown when it is made, and then no more", async () => {
  const tenant = await service.addTenant();
  const reply = await send(tenant, `POST ${path}`, { url, events: ["*", "*"], description: "for the archive" });
  expect(reply.statusCode).toBe(201);
  const { secret, ...webhook } = reply.json();
  expect(webhook).toEqual({
    webhook_id: expect.stringMatching(/^whk_[0-9a-hjkmnp-tv-z]{26}$/),
    url,
    events: ["*"],
    description: "for the archive",
    status: "active",
    created_at: service.clock.read().toISOString(),
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const own = `${path}/${webhook.webhook_id}`;
  expect((await service.call(tenant, "GET", own)).json()).toEqual(webhook);
  expect((await service.call(tenant, "GET", path)).json()).toEqual({ webhooks: [webhook], next_cursor: null });
  const change = { url: "https://allowed.example.com/", events: ["edit.ready"], description: null, status: "disabled" };
  expect((await send(tenant, `PATCH ${own}`, change)).json()).toEqual({ ...webhook, ...change });
  expect((await send(tenant, `PATCH ${own}`, {})).json()).toEqual({ ...webhook, ...change });
  expect((await send(tenant, `PATCH ${own}`, { status: "active" })).json().status).toBe("active");
  expect(await deliveries(tenant, webhook.webhook_id)).toEqual([]);
  const deleted = await service.call(tenant, "DELETE", own);
  expect([deleted.statusCode, deleted.json()]).toEqual([200, { webhook_id: webhook.webhook_id, status: "deleted" }]);
  expect(refusal(await service.call(tenant, "GET", own))).toBe("404 WEBHOOK_NOT_FOUND");
  expect(refusal(await service.call(tenant, "DELETE", own))).toBe("404 WEBHOOK_NOT_FOUND");
});

test("[SRV-126] secrets are in the database under the organization's key alone, also for calls that are repeated", async () => {
  const tenant = await service.addTenant();
  const headers = { "idempotency-key": "once" };
  const body = { url, events: ["*"] };
  const first = await send(tenant, `POST ${path}`, body, headers);
  const again = await send(tenant, `POST ${path}`, body, headers);
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect(again.json()).toEqual(first.json());
  expect(refusal(await send(tenant, `POST ${path}`, { ...body, events: ["edit.ready"] }, headers))).toBe(
    "409 IDEMPOTENCY_CONFLICT",
  );
  const { webhook_id: webhookId, secret } = first.json();
  const rotated = (await service.call(tenant, "POST", `${path}/${webhookId}/rotate`)).json();
  expect(rotated).toEqual({ ...first.json(), secret: expect.not.stringMatching(secret) });
  for (const shown of [secret, rotated.secret]) {
    const bytes = Buffer.from(shown.slice("whsec_".length), "base64");
    const { rows } = await sql<{ text: string }>`
      select webhooks::text || coalesce((select string_agg(idempotency::text, '') from idempotency), '') as text
      from webhooks where webhook_id = ${webhookId}`.execute(service.database);
    for (const form of [shown, shown.slice(6), bytes.toString("hex")]) expect(rows[0]!.text).not.toContain(form);
  }
  await service.call(tenant, "DELETE", `${path}/${webhookId}`);
  expect(refusal(await send(tenant, `POST ${path}`, body, headers))).toBe("410 CONTENT_DELETED");
});

describe("refused addresses", () => {
  test.each([
    "http://example.com/",
    "ftp://example.com/",
    "example.com",
    "https://user:secret@example.com/",
    "https://example.com/#part",
    "https://nowhere.example.com/",
    "https://inside.example.com/",
    "https://both.example.com/",
    "https://mapped.example.com/",
    "https://localhost/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[fd00:ec2::254]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
  ])("%s", async (refused) => {
    const tenant = await service.addTenant();
    const reply = await send(tenant, `POST ${path}`, { url: refused, events: ["*"] });
    expect(refusal(reply)).toBe("400 INVALID_REQUEST");
    expect(reply.json().error.details).toMatchObject([{ field: "url", reason: "INVALID_VALUE" }]);
    const { webhook_id: webhookId } = await create(tenant, url);
    expect(refusal(await send(tenant, `PATCH ${path}/${webhookId}`, { url: refused }))).toBe("400 INVALID_REQUEST");
    expect((await service.call(tenant, "GET", `${path}/${webhookId}`)).json().url).toBe(url);
  });
});

test.each([
  [{}, "url"],
  [{ url }, "events"],
  [{ url, events: [] }, "events"],
  [{ url, events: ["comparison.read"] }, "events[0]"],
  [{ url, events: ["*"], description: 7 }, "description"],
  [{ url, events: ["*"], secret: "mine" }, "secret"],
  [{ url: `https://example.com/${"a".repeat(2048)}`, events: ["*"] }, "url"],
])("a body of another shape is refused by its field (%#)", async (body, field) => {
  const reply = await send(await service.addTenant(), `POST ${path}`, body);
  expect(refusal(reply)).toBe("400 INVALID_REQUEST");
  expect(reply.json().error.details[0].field).toBe(field);
});

test("every event of the specification that this version has can be asked for", async () => {
  const events = ["comparison.ready", "comparison.failed", "comparison.deleted", "merge.ready", "merge.failed"];
  events.push("creation.ready", "creation.failed", "creation.deleted", "file.ready", "file.failed", "file.deleted");
  events.push("edit.ready", "edit.failed", "usage.limit_reached");
  const reply = await send(await service.addTenant(), `POST ${path}`, { url, events });
  expect(reply.json().events).toEqual(events);
});

test("isolation and scope: to another organization, without a key and with a key for reading", async () => {
  const [tenant, other] = [await service.addTenant(), await service.addTenant()];
  const { webhook_id: webhookId } = await create(tenant, url);
  const reader = await service.addReader(tenant);
  const stranger: Tenant = { ...tenant, key: { ...tenant.key, authorization: "Bearer none" } };
  const routes = service.routes.filter(
    ({ url: route, methods }) => route.includes(":webhook_id") && methods[0] !== "HEAD",
  );
  expect(routes).toHaveLength(6);
  for (const { methods, url: route } of routes) {
    const [method] = methods as ["GET" | "POST" | "PATCH" | "DELETE"];
    const ask = (whose: Tenant, id: string) => service.call(whose, method, route.replace(":webhook_id", id));
    expect(refusal(await ask(other, webhookId)), route).toBe("404 WEBHOOK_NOT_FOUND");
    expect(refusal(await ask(tenant, "whk_x")), route).toBe("400 INVALID_WEBHOOK_ID");
    expect(refusal(await ask(stranger, webhookId)), route).toBe("401 INVALID_API_KEY");
    if (method === "GET") expect((await ask(reader, webhookId)).statusCode, route).toBe(200);
    else expect(refusal(await ask(reader, webhookId)), route).toBe("403 INSUFFICIENT_SCOPE");
  }
  expect(refusal(await send(reader, `POST ${path}`, { url, events: ["*"] }))).toBe("403 INSUFFICIENT_SCOPE");
  expect((await service.call(other, "GET", path)).json().webhooks).toEqual([]);
});

test("[SRV-127] lists come in pages, the newest first, and an organization has 20 webhooks", async () => {
  const [tenant, other] = [await service.addTenant(), await service.addTenant()];
  const ids: string[] = [];
  for (let number = 0; number < 20; number++) {
    service.clock.pass(1);
    ids.push((await create(tenant, url)).webhook_id);
  }
  const reply = await send(tenant, `POST ${path}`, { url, events: ["*"] });
  expect(refusal(reply)).toBe("409 CONFLICT");
  const listed: string[] = [];
  let cursor = "";
  do {
    const page = (await service.call(tenant, "GET", `${path}?limit=7${cursor}`)).json();
    listed.push(...page.webhooks.map(({ webhook_id: id }: { readonly webhook_id: string }) => id));
    cursor = page.next_cursor === null ? "" : `&cursor=${page.next_cursor}`;
    if (cursor !== "") {
      const stolen = await service.call(other, "GET", `${path}?limit=7${cursor}`);
      expect(refusal(stolen)).toBe("400 INVALID_CURSOR");
    }
  } while (cursor !== "");
  expect(listed).toEqual(ids.toReversed());
  expect(refusal(await service.call(tenant, "GET", `${path}?limit=0`))).toBe("422 VALIDATION_ERROR");
});

test("deleting an organization deletes its webhooks with all they have", async () => {
  const tenant = await service.addTenant();
  const { webhook_id: webhookId } = await create(tenant, url);
  await service.call(tenant, "POST", `${path}/${webhookId}/test`);
  const before = await countTraces(service.database, tenant.organizationId);
  expect(before).toMatchObject({ webhooks: 1, webhook_messages: 1 });
  await service.database.transaction().execute((transaction) => deleteRows(transaction, tenant.organizationId));
  const traces = await countTraces(service.database, tenant.organizationId);
  expect(Object.entries(traces).filter(([, count]) => count > 0)).toEqual([]);
});

test("without webhooks there are no routes, and the description has none", async () => {
  const plain = await startWholeService();
  const tenant = await plain.addTenant();
  expect(refusal(await plain.call(tenant, "GET", path))).toBe("404 NOT_FOUND");
  expect(plain.routes.filter(({ url: route }) => route.startsWith(path))).toEqual([]);
  await plain.close();
});
