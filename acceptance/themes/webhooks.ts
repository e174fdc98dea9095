// Tests webhooks, at an API that has them switched on, with a receiver on this machine.
//
// The other API of the run has webhooks switched off.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once as onceEvent } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { Description } from "../calls/description.ts";
import { type Reply, send } from "../calls/request.ts";
import { refused, Service } from "../calls/service.ts";
import { creations, edits, files, makeEnded, merges, pathOf, type Subject } from "../calls/subjects.ts";
import { MARKER_START } from "../documents/markers.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import type { Organization, World } from "../running/world.ts";

export const webhooks = theme(
  "webhooks",
  writeCallTests,
  writeRefusalTests,
  writeEventTests,
  writeSignatureTests,
  writeRetryTests,
);

const PATH = "/v1/webhooks";
const PATIENCE_MILLISECONDS = 60_000;

interface Delivered {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: what an event holds is what the tests find out.
  readonly event: any;
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts a receiver that answers with the status at the start of the path: `/500/…`. */
async function startReceiver({ receiver: { key, certificate } }: World) {
  const calls: Delivered[] = [];
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    async (request, response) => {
      let body = "";
      for await (const piece of request) body += piece;
      const path = request.url ?? "";
      calls.push({ path, headers: request.headers, body, event: JSON.parse(body) });
      const status = Number(path.split("/")[1]);
      response.writeHead(status, status === 302 ? { location: `https://127.0.0.1:${port}/200/elsewhere` } : {}).end();
    },
  );
  server.listen(0, "127.0.0.1");
  server.unref();
  await onceEvent(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: (path: string) => `https://127.0.0.1:${port}${path}`,
    callsTo: (path: string) => calls.filter((call) => call.path === path),
  };
}

/** An API with webhooks; all theme functions share it. */
interface Stand {
  readonly service: Service;
  readonly receiver: Receiver;
  readonly organization: Organization;
}

const stands = new WeakMap<World, Promise<Stand>>();

function standOf({ world, service }: Stage): Promise<Stand> {
  const open = async (): Promise<Stand> => {
    const organization = await world.makeOrganization();
    const [api, receiver] = [await world.startApi({ VERSUS_WEBHOOKS: "on" }), await startReceiver(world)];
    const { json } = await send("GET", `${api.url}/openapi.json`);
    const { codes, errors } = service;
    const shared = { description: new Description(json), codes, errors };
    return { service: new Service(api.url, shared, organization.key), receiver, organization };
  };
  const found = stands.get(world) ?? open();
  stands.set(world, found);
  return found;
}

async function until<Value>(ask: () => Value | Promise<Value>, isEnough: (value: Value) => boolean): Promise<Value> {
  for (const stop = Date.now() + PATIENCE_MILLISECONDS; Date.now() < stop; await setTimeout(50)) {
    const value = await ask();
    if (isEnough(value)) return value;
  }
  return assert.fail("it does not come");
}

async function make({ service }: Stand, url: string, events: readonly string[] = ["*"]) {
  const reply = await service.postJson({ url, events }, {}, PATH);
  assert.equal(reply.status, 201, reply.body.toString());
  return reply.json;
}

function change({ service }: Stand, id: string, body: object): Promise<Reply> {
  const headers = { "content-type": "application/json" };
  return service.call("PATCH", `${PATH}/${id}`, { headers, body: Buffer.from(JSON.stringify(body)) });
}

function signature(secret: string, { headers, body }: Delivered): string {
  const hmac = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"));
  const signed = hmac.update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  return `v1,${signed.digest("base64")}`;
}

function writeCallTests(stage: Stage): void {
  const { service: plain, world, test } = stage;

  test("where they are off there is no operation", ["18.off"], async () => {
    refused(await plain.get(PATH), 404, "NOT_FOUND");
    assert.ok(plain.description.operations().every(({ path }) => !path.startsWith(PATH)));
    const { service } = await standOf(stage);
    assert.equal(service.description.operations().filter(({ path }) => path.startsWith(PATH)).length, 8);
  });

  test("one is made, read, listed, changed and deleted", ["18.create", "18.read", "18.change"], async () => {
    const stand = await standOf(stage);
    const { service, receiver } = stand;
    const { secret, ...webhook } = await make(stand, receiver.url("/200/calls"), ["comparison.ready"]);
    assert.match(webhook.webhook_id, /^whk_[0-9a-hjkmnp-tv-z]{26}$/);
    assert.match(secret, /^whsec_/);
    assert.deepEqual([webhook.status, webhook.description, webhook.events], ["active", null, ["comparison.ready"]]);
    const own = `${PATH}/${webhook.webhook_id}`;
    assert.deepEqual((await service.get(own)).json, webhook);
    const list = (await service.get(`${PATH}?limit=200`)).json;
    assert.equal(list.next_cursor, null);
    assert.deepEqual(list.webhooks[0], webhook);
    const changed = { url: receiver.url("/200/changed"), events: ["*"], description: "ours", status: "disabled" };
    assert.deepEqual((await change(stand, webhook.webhook_id, changed)).json, { ...webhook, ...changed });
    refused(await service.post(`${own}/test`), 409, "CONFLICT");
    const deleted = await service.call("DELETE", own);
    assert.deepEqual([deleted.status, deleted.json.status], [200, "deleted"]);
    refused(await service.get(own), 404, "WEBHOOK_NOT_FOUND");
  });

  test("no row holds a secret as it is, also of a call that is repeated", ["18.secrets", "18.create"], async () => {
    const { service, receiver } = await standOf(stage);
    const body = { url: receiver.url("/200/secret"), events: ["*"] };
    const call = { headers: { "idempotency-key": "webhook" } };
    const [first, again] = [await service.postJson(body, call, PATH), await service.postJson(body, call, PATH)];
    assert.equal(again.headers["idempotency-replayed"], "true");
    assert.deepEqual(again.json, first.json);
    const { secret } = first.json;
    const bytes = Buffer.from(secret.slice("whsec_".length), "base64").toString("hex");
    const rows = JSON.stringify([
      await world.rows("select webhooks::text from webhooks"),
      await world.rows("select idempotency::text from idempotency where path = $1", [PATH]),
    ]);
    assert.ok(rows.includes(first.json.webhook_id));
    for (const form of [secret, bytes]) assert.ok(!rows.includes(form));
    await service.call("DELETE", `${PATH}/${first.json.webhook_id}`);
  });
}

function writeRefusalTests(stage: Stage): void {
  const { second, test } = stage;

  test("addresses that are not https and public are refused", ["18.addresses"], async () => {
    const { service } = await standOf(stage);
    const addresses = ["http://example.com/", "https://127.0.0.2/", "https://10.0.0.1/", "https://192.168.1.1/"];
    addresses.push("https://169.254.169.254/latest/meta-data/", "https://[::1]/", "https://[fd00:ec2::254]/");
    addresses.push("https://[::ffff:10.0.0.1]/", "https://[64:ff9b::a9fe:a9fe]/", "https://2130706434/", "https://0/");
    for (const url of addresses) {
      const reply = await service.postJson({ url, events: ["*"] }, {}, PATH);
      refused(reply, 400, "INVALID_REQUEST");
      assert.equal(reply.json.error.details[0].field, "url", url);
    }
  });

  test("ids of another form, unknown ones and those of others", ["18.codes"], async () => {
    const stand = await standOf(stage);
    const { service, receiver } = stand;
    const { webhook_id: id } = await make(stand, receiver.url("/200/isolated"));
    const calls = [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/rotate"],
      ["POST", "/test"],
      ["GET", "/deliveries"],
    ];
    for (const [method = "", rest] of calls) {
      refused(await service.call(method, `${PATH}/whk_1${rest}`), 400, "INVALID_WEBHOOK_ID");
      refused(await service.call(method, `${PATH}/whk_${"0".repeat(26)}${rest}`), 404, "WEBHOOK_NOT_FOUND");
      refused(await service.call(method, `${PATH}/${id}${rest}`, { key: second.key }), 404, "WEBHOOK_NOT_FOUND");
    }
    assert.deepEqual((await service.get(PATH, { key: second.key })).json, { webhooks: [], next_cursor: null });
    await service.call("DELETE", `${PATH}/${id}`);
  });
}

function writeEventTests(stage: Stage): void {
  const { world, test } = stage;
  const all = once(async () => {
    const stand = await standOf(stage);
    return { stand, webhook: await make(stand, stand.receiver.url("/200/all")) };
  });
  const told = async (type: string, id: string): Promise<Delivered> => {
    const { stand } = await all();
    const calls = () => stand.receiver.callsTo("/200/all").filter(({ event }) => event.type === type);
    const found = await until(calls, (list) => list.some(({ event }) => Object.values(event.data).includes(id)));
    return found.find(({ event }) => Object.values(event.data).includes(id))!;
  };

  const kinds: readonly (readonly [Subject, boolean])[] = [
    [merges, false],
    [creations, true],
    [files, true],
    [edits, false],
  ];
  for (const [subject, isDeletionTold] of kinds) {
    const { noun } = subject;
    test(
      `a ${noun} tells that it is ready, that it failed and that it is deleted`,
      ["18.events", "18.body"],
      async () => {
        const { stand } = await all();
        const { id } = await makeEnded(stand.service, subject);
        const { id: failing } = await makeEnded(stand.service, subject, { form: subject.failing() });
        const { event, headers, body } = await told(`${noun}.ready`, id);
        assert.deepEqual(Object.keys(event), ["event_id", "type", "created_at", "data"]);
        assert.deepEqual([event.data[subject.id], event.data.status], [id, "ready"]);
        assert.equal(headers["webhook-id"], event.event_id);
        const failed = await told(`${noun}.failed`, failing);
        assert.deepEqual([failed.event.data.status, Object.keys(failed.event.data.error)], ["failed", ["code"]]);
        for (const text of [body, failed.body]) assert.ok(!text.includes(MARKER_START) && !text.includes("http"));
        await stand.service.call("DELETE", pathOf(subject, id));
        if (isDeletionTold) assert.equal((await told(`${noun}.deleted`, id)).event.data.status, "deleted");
      },
    );
  }

  test("a comparison tells the same, and only webhooks that want it are told", ["18.events"], async () => {
    const { stand } = await all();
    const narrow = await make(stand, stand.receiver.url("/200/narrow"), ["comparison.deleted"]);
    const { id } = await stand.service.ready();
    await told("comparison.ready", id);
    await stand.service.call("DELETE", `/v1/compare/${id}`);
    await told("comparison.deleted", id);
    const calls = await until(
      () => stand.receiver.callsTo("/200/narrow"),
      (list) => list.length > 0,
    );
    assert.deepEqual(
      calls.map(({ event }) => event.type),
      ["comparison.deleted"],
    );
    await stand.service.call("DELETE", `${PATH}/${narrow.webhook_id}`);
  });

  test("a call that is refused for the allowance is told once", ["18.limit"], async () => {
    const { service, receiver } = await standOf(stage);
    const { key } = await world.makeOrganization(["--document-limit", "1"]);
    const url = receiver.url("/200/limit");
    const made = await service.postJson({ url, events: ["usage.limit_reached"] }, { key }, PATH);
    assert.equal(made.status, 201);
    for (let call = 0; call < 2; call++) refused(await service.postComparison({ key }), 402, "USAGE_LIMIT_REACHED");
    await until(
      () => receiver.callsTo("/200/limit"),
      (list) => list.length > 0,
    );
    await setTimeout(1000);
    const events = receiver.callsTo("/200/limit").map(({ event }) => event);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.status]),
      [["usage.limit_reached", "limit_reached"]],
    );
  });
}

async function deliveriesOf({ service }: Stand, id: string) {
  return (await service.get(`${PATH}/${id}/deliveries`)).json.deliveries;
}

function writeSignatureTests(stage: Stage): void {
  const { test } = stage;

  test(
    "deliveries are signed, with both secrets after a rotation",
    ["18.test", "18.signature", "18.rotate"],
    async () => {
      const stand = await standOf(stage);
      const { service, receiver } = stand;
      const { webhook_id: id, secret } = await make(stand, receiver.url("/200/signed"));
      const reply = await service.post(`${PATH}/${id}/test`);
      assert.equal(reply.status, 202);
      const [first] = await until(
        () => receiver.callsTo("/200/signed"),
        (list) => list.length === 1,
      );
      assert.equal(first!.headers["webhook-signature"], signature(secret, first!));
      assert.deepEqual([first!.event.event_id, first!.event.type], [reply.json.event_id, "webhook.test"]);
      const age = Date.now() / 1000 - Number(first!.headers["webhook-timestamp"]);
      assert.ok(age > -5 && age < 60);
      const rotated = (await service.post(`${PATH}/${id}/rotate`)).json;
      assert.notEqual(rotated.secret, secret);
      await service.post(`${PATH}/${id}/test`);
      const call = (
        await until(
          () => receiver.callsTo("/200/signed"),
          (list) => list.length === 2,
        )
      )[1]!;
      const both = [signature(rotated.secret, call), signature(secret, call)].join(" ");
      assert.equal(call.headers["webhook-signature"], both);
      await service.call("DELETE", `${PATH}/${id}`);
    },
  );
}

function writeRetryTests(stage: Stage): void {
  const { test } = stage;

  test("what fails comes again with the same id, and is listed", ["18.retries", "18.deliveries"], async () => {
    const stand = await standOf(stage);
    const { service, receiver } = stand;
    const { webhook_id: id } = await make(stand, receiver.url("/500/again"));
    const { event_id: eventId } = (await service.post(`${PATH}/${id}/test`)).json;
    const calls = await until(
      () => receiver.callsTo("/500/again"),
      (list) => list.length === 2,
    );
    assert.deepEqual(
      calls.map(({ event }) => event.event_id),
      [eventId, eventId],
    );
    const seconds = calls.map(({ headers }) => Number(headers["webhook-timestamp"]));
    assert.ok(seconds[1]! - seconds[0]! >= 4 && seconds[1]! - seconds[0]! < 20);
    const listed = await until(
      () => deliveriesOf(stand, id),
      (list) => list.length === 2,
    );
    const { at, ...newest } = listed[0];
    assert.deepEqual(newest, {
      ...{ event_id: eventId, type: "webhook.test", attempt: 2 },
      ...{ status: "retrying", response_status: 500 },
    });
    assert.ok(Date.parse(at) >= Date.parse(listed[1].at));
    await service.call("DELETE", `${PATH}/${id}`);
  });

  test("410 disables, and a redirect is not followed", ["18.retries", "18.redirects"], async () => {
    const stand = await standOf(stage);
    const { service, receiver } = stand;
    const gone = await make(stand, receiver.url("/410/gone"));
    const moved = await make(stand, receiver.url("/302/moved"));
    for (const { webhook_id: id } of [gone, moved]) await service.post(`${PATH}/${id}/test`);
    await until(
      async () => (await service.get(`${PATH}/${gone.webhook_id}`)).json,
      ({ status }) => status === "disabled",
    );
    const [delivery] = await until(
      () => deliveriesOf(stand, moved.webhook_id),
      (list) => list.length > 0,
    );
    assert.deepEqual([delivery.status, delivery.response_status], ["retrying", 302]);
    assert.deepEqual(receiver.callsTo("/200/elsewhere"), []);
    for (const { webhook_id: id } of [gone, moved]) await service.call("DELETE", `${PATH}/${id}`);
  });
}
