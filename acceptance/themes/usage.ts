// Tests what is counted, and what happens when the allowance is used up.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { refused } from "../calls/service.ts";
import { broken, wordDocument } from "../documents/word.ts";
import { theme } from "../running/theme.ts";

export const usage = theme("usage", ({ service, world, test }) => {
  test("a month of UTC, without a limit", ["4.allowance", "4.usage"], async () => {
    const { key } = await world.makeOrganization();
    const { status, json } = await service.get("/v1/usage", { key });
    const now = new Date();
    const month = (ahead: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead);
    assert.equal(status, 200);
    assert.deepEqual([Date.parse(json.period_start), Date.parse(json.period_end)], [month(0), month(1)]);
    assert.deepEqual([json.documents, json.words, json.document_limit], [0, 0, null]);
  });

  test(
    "a comparison counts two documents and its words; reading counts nothing",
    ["4.compare", "4.free", "reference.free"],
    async () => {
      const { key } = await world.makeOrganization();
      const { id } = await service.ready({ key });
      const { json } = await service.get("/v1/usage", { key });
      assert.equal(json.documents, 2);
      assert.ok(json.words > 0);
      await service.get(`/v1/compare/${id}?format=docx,md,json`, { key });
      await service.get("/v1/reference/errors", { key });
      assert.deepEqual((await service.get("/v1/usage", { key })).json, json);
    },
  );

  test("words are runs of letters and digits, and each sign of Chinese is one", ["21.words", "4.usage"], async () => {
    const { key } = await world.makeOrganization();
    await service.ready({ key, original: wordDocument("One, two-three 4."), modified: wordDocument("契約 é2") });
    assert.equal((await service.get("/v1/usage", { key })).json.words, 4 + 3);
  });

  test("a document that cannot be read is counted all the same", ["4.given-back"], async () => {
    const { key } = await world.makeOrganization();
    await service.end(await service.submit({ key, modified: broken.mainPart() }), { key });
    assert.equal((await service.get("/v1/usage", { key })).json.documents, 2);
  });

  test(
    "the whole cost must fit: else 402, and nothing is created or counted",
    ["4.whole-cost", "compare.rule-5", "limits.allowance", "errors.compare.USAGE_LIMIT_REACHED"],
    async () => {
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
    },
  );

  test("calls at the same time do not pass the limit together", ["4.whole-cost"], async () => {
    const { key } = await world.makeOrganization(["--document-limit", "4"]);
    const replies = await Promise.all(Array.from({ length: 6 }, () => service.postComparison({ key })));
    const statuses = replies.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [202, 202, 402, 402, 402, 402]);
    assert.equal((await service.get("/v1/usage", { key })).json.documents, 4);
  });
});
