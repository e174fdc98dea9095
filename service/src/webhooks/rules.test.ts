// Tests the retries of deliveries and the conditions that disable a webhook.

import { expect, test } from "vitest";
import { outcomeOf, retrySeconds } from "./rules.ts";

const now = new Date("2026-03-04T05:06:07Z");
const day = 86_400_000;
const first = { attempt: 1, responseStatus: 500, failingSince: null, now };

test("[SRV-122] a delivery is tried eight times, with rests of 5 s, 30 s, 5 min, 30 min, 2 h, 8 h and 24 h", () => {
  const rests = Array.from({ length: 8 }, (_, before) => {
    const { status, retryAt } = outcomeOf({ ...first, attempt: before + 1 });
    return [status, retryAt && (retryAt.getTime() - now.getTime()) / 1000];
  });
  expect(rests).toEqual([...retrySeconds.map((seconds) => ["retrying", seconds]), ["failed", undefined]]);
  expect(retrySeconds).toEqual([5, 30, 300, 1800, 7200, 28_800, 86_400]);
});

test.each([
  [200, "delivered"],
  [204, "delivered"],
  [299, "delivered"],
  [199, "retrying"],
  [300, "retrying"],
  [301, "retrying"],
  [307, "retrying"],
  [400, "retrying"],
  [404, "retrying"],
  [410, "failed"],
  [429, "retrying"],
  [503, "retrying"],
  [undefined, "retrying"],
])("an answer of %s is %s", (responseStatus, status) => {
  expect(outcomeOf({ ...first, responseStatus }).status).toBe(status);
});

test("[SRV-122] 410 disables at once, and so do five days without a delivery; a delivery never does", () => {
  expect(outcomeOf({ ...first, responseStatus: 410 })).toEqual({ status: "failed", disables: true });
  const since = (days: number) => ({ ...first, failingSince: new Date(now.getTime() - days * day) });
  expect(outcomeOf(since(4.99))).toMatchObject({ status: "retrying", disables: false });
  expect(outcomeOf(since(5))).toEqual({ status: "failed", disables: true });
  expect(outcomeOf({ ...since(6), responseStatus: 200 })).toEqual({ status: "delivered", disables: false });
});
