// Keys that may do less than everything.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { refused } from "../calls/service.ts";
import { theme } from "../running/theme.ts";

const CHANGE_MILLISECONDS = 5000;

export const access = theme("access", ({ service, world, ordinary, test }) => {
  test("a key has the form that scanners know", () => {
    assert.match(ordinary.key, /^versus_[0-9a-z]{12}_[A-Za-z0-9_-]{43}$/);
  });

  test("the scheme is read in any case", async () => {
    const headers = { authorization: `bearer ${ordinary.key}` };
    assert.equal((await service.get("/v1/usage", { key: undefined, headers })).status, 200);
  });

  test("a key for reading reads and does nothing else", async () => {
    const key = await world.makeKey(ordinary.slug, ["--scopes", "read"]);
    const { id } = await service.ready();
    assert.equal((await service.get(`/v1/compare/${id}`, { key })).status, 200);
    assert.equal((await service.get("/v1/reference/errors", { key })).status, 200);
    refused(await service.postComparison({ key }), 403, "INSUFFICIENT_SCOPE");
    refused(await service.post(`/v1/compare/${id}/acknowledge`, { key }), 403, "INSUFFICIENT_SCOPE");
    refused(await service.call("DELETE", `/v1/compare/${id}`, { key }), 403, "INSUFFICIENT_SCOPE");
  });

  test("keys of a detached account are API_KEY_ORG_MISMATCH until it is attached again", async () => {
    const { key, slug } = await world.makeOrganization();
    const id = await service.submit({ key });
    await world.versus(["organizations", "detach-account", slug]);
    await setTimeout(CHANGE_MILLISECONDS);
    refused(await service.postComparison({ key }), 403, "API_KEY_ORG_MISMATCH");
    refused(await service.get(`/v1/compare/${id}`, { key }), 403, "API_KEY_ORG_MISMATCH");
    await world.versus(["organizations", "attach-account", slug]);
    await setTimeout(CHANGE_MILLISECONDS);
    assert.equal((await service.get(`/v1/compare/${id}`, { key })).status, 200);
  });

  test("a key that is replaced works beside its successor for a while", async () => {
    const key = await world.makeKey(ordinary.slug);
    const successor = await world.versus(["keys", "rotate", key.split("_")[1] ?? "", "--overlap", "24h"]);
    for (const either of [key, successor]) assert.equal((await service.get("/v1/usage", { key: either })).status, 200);
  });
});
