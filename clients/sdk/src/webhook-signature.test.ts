import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { readWebhook } from "./webhook-signature.ts";

const secret = `whsec_${Buffer.from("a secret of some length").toString("base64")}`;
const body = '{"event_id":"evt_1","type":"comparison.ready"}';
const now = 1_700_000_000_000;

function signature(of: string, with_ = secret): string {
  const hmac = createHmac("sha256", Buffer.from(with_.replace("whsec_", ""), "base64"));
  return `v1,${hmac.update(of).digest("base64")}`;
}

const signed = signature(`evt_1.1700000000.${body}`);
const headers = { "webhook-id": "evt_1", "webhook-timestamp": "1700000000", "webhook-signature": signed };

test("a call with a right signature is the event", async () => {
  expect(await readWebhook({ headers, body, secret, now })).toEqual(JSON.parse(body));
  expect(await readWebhook({ headers: new Headers(headers), body, secret, now: now + 299_000 })).toBeDefined();
});

test("one of two signatures is enough", async () => {
  const two = { ...headers, "webhook-signature": `${signature("x", "whsec_AAAA")} ${signed}` };
  expect(await readWebhook({ headers: two, body, secret, now })).toBeDefined();
});

test.each([
  ["another body", { body: `${body} ` }],
  ["another secret", { secret: "whsec_AAAA" }],
  ["an old call", { now: now + 301_000 }],
  ["no signature", { headers: { ...headers, "webhook-signature": undefined } }],
  ["no base64", { headers: { ...headers, "webhook-signature": "v1,%%%" } }],
  ["no time", { headers: { ...headers, "webhook-timestamp": "" } }],
])("%s is nothing", async (_, other) => {
  expect(await readWebhook({ headers, body, secret, now, ...other })).toBeUndefined();
});
