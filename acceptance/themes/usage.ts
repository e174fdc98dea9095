// What is counted, and what happens when the allowance is used up.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { refused } from "../calls/service.ts";
import { withBrokenMainPart } from "../documents/word.ts";
import { theme } from "../running/theme.ts";

export const usage = theme("usage", ({ service, world, test }) => {
  test("a month of UTC, without a limit", async () => {
    const { key } = await world.makeOrganization();
    const { status, json } = await service.get("/v1/usage", { key });
    const now = new Date();
    const month = (ahead: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead);
    assert.equal(status, 200);
    assert.deepEqual([Date.parse(json.period_start), Date.parse(json.period_end)], [month(0), month(1)]);
    assert.deepEqual([json.documents, json.words, json.document_limit], [0, 0, null]);
  });

  test("a comparison counts two documents and its words; reading counts nothing", async () => {
    const { key } = await world.makeOrganization();
    const { id } = await service.ready({ key });
    const { json } = await service.get("/v1/usage", { key });
    assert.equal(json.documents, 2);
    assert.ok(json.words > 0);
    await service.get(`/v1/compare/${id}?format=docx,md,json`, { key });
    await service.get("/v1/reference/errors", { key });
    assert.deepEqual((await service.get("/v1/usage", { key })).json, json);
  });

  test("a document that cannot be read is counted all the same", async () => {
    const { key } = await world.makeOrganization();
    await service.end(await service.submit({ key, modified: withBrokenMainPart() }), { key });
    assert.equal((await service.get("/v1/usage", { key })).json.documents, 2);
  });

  test("the whole cost must fit: else 402, and nothing is created or counted", async () => {
    const { key, slug } = await world.makeOrganization(["--document-limit", "3"]);
    const headers = { "idempotency-key": randomUUID() };
    await service.submit({ key });
    refused(await service.postComparison({ key, headers }), 402, "USAGE_LIMIT_REACHED");
    const { json } = await service.get("/v1/usage", { key });
    assert.deepEqual([json.documents, json.document_limit], [2, 3]);
    await world.versus(["organizations", "set", slug, "--document-limit", "4"]);
    await setTimeout(5000);
    assert.equal((await service.postComparison({ key, headers })).status, 202);
    refused(await service.postComparison({ key }), 402, "USAGE_LIMIT_REACHED");
  });

  test("calls at the same time do not pass the limit together", async () => {
    const { key } = await world.makeOrganization(["--document-limit", "4"]);
    const replies = await Promise.all(Array.from({ length: 6 }, () => service.postComparison({ key })));
    const statuses = replies.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [202, 202, 402, 402, 402, 402]);
    assert.equal((await service.get("/v1/usage", { key })).json.documents, 4);
  });
});
