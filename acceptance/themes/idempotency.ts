// Tests that a creating call that is repeated with the same Idempotency-Key creates once.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, type Comparison, refused } from "../calls/service.ts";
import { theme } from "../running/theme.ts";

export const idempotency = theme("idempotency", ({ service, counted, second, test }) => {
  const post = (idempotencyKey: string, comparison: Comparison = {}) =>
    service.postComparison({ key: counted.key, ...comparison, headers: { "idempotency-key": idempotencyKey } });
  const documents = async () => (await service.get("/v1/usage", { key: counted.key })).json.documents;

  test("a repeat gets the first reply and counts nothing", ["6.idempotency"], async () => {
    const key = randomUUID();
    const used = await documents();
    const [one, other] = [await post(key), await post(key)];
    assert.equal(one.status, 202);
    assert.equal(one.headers["idempotency-replayed"], undefined);
    assert.equal(other.status, 202);
    assert.equal(other.headers["idempotency-replayed"], "true");
    assert.deepEqual(other.body, one.body);
    assert.equal(await documents(), used + 2);
  });

  test("a repeat after the end still gets the first reply", ["6.idempotency"], async () => {
    const key = randomUUID();
    const { json } = await post(key);
    await service.end(json.comparison_id, { key: counted.key });
    assert.deepEqual((await post(key)).json, json);
  });

  const others: readonly (readonly [string, Comparison])[] = [
    ["file", { modified: Buffer.concat([after, Buffer.from(" ")]) }],
    ["file name", { modifiedName: "other.docx" }],
    ["author", { author: "Somebody" }],
  ];
  for (const [name, comparison] of others) {
    test(
      `the key with another ${name} is IDEMPOTENCY_CONFLICT`,
      ["6.idempotency-body", "5.IDEMPOTENCY_CONFLICT"],
      async () => {
        const key = randomUUID();
        await post(key);
        refused(await post(key, comparison), 409, "IDEMPOTENCY_CONFLICT");
      },
    );
  }

  test("calls at the same time create one comparison", ["6.idempotency", "5.IDEMPOTENCY_CONFLICT"], async () => {
    const key = randomUUID();
    const used = await documents();
    const replies = await Promise.all(Array.from({ length: 6 }, () => post(key)));
    const ids = new Set(replies.filter(({ status }) => status === 202).map(({ json }) => json.comparison_id));
    assert.equal(ids.size, 1);
    for (const reply of replies) if (reply.status !== 202) refused(reply, 409, "IDEMPOTENCY_CONFLICT");
    assert.equal(await documents(), used + 2);
  });

  test(
    "a refusal is not kept: the corrected request goes through with the same key",
    ["6.idempotency-refusals"],
    async () => {
      const key = randomUUID();
      refused(await post(key, { modified: Buffer.from("no zip") }), 400, "DOCUMENT_UNREADABLE");
      assert.equal((await post(key)).status, 202);
    },
  );

  test("the key of one organization is nothing to another", ["6.idempotency"], async () => {
    const key = randomUUID();
    const [one, other] = [await post(key), await post(key, { key: second.key })];
    assert.equal(other.status, 202);
    assert.notEqual(other.json.comparison_id, one.json.comparison_id);
    assert.equal(other.headers["idempotency-replayed"], undefined);
  });

  test(
    "a key of 255 characters is taken, a longer one or one with a space is INVALID_REQUEST",
    ["6.idempotency"],
    async () => {
      const longest = randomUUID().padEnd(255, "x");
      assert.equal((await post(longest)).status, 202);
      refused(await post(`${longest}x`), 400, "INVALID_REQUEST");
      refused(await post("a b"), 400, "INVALID_REQUEST");
    },
  );
});
