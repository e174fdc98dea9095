// Tests limits on requests, each with its own API process.

import assert from "node:assert/strict";
import { refused } from "../calls/service.ts";
import { theme } from "../running/theme.ts";

export const limits = theme("limits", ({ service, world, test }) => {
  test(
    "requests of a key are counted, and too many are RATE_LIMITED",
    ["limits.rate", "4.per-key", "4.headers", "5.RATE_LIMITED"],
    async () => {
      const { key } = await world.makeOrganization();
      const api = await world.startApi({ VERSUS_REQUESTS_PER_KEY: "5", VERSUS_CREATES_PER_KEY: "2" });
      const limited = service.at(api.url);
      const first = await limited.get("/v1/usage", { key });
      assert.equal(first.headers["ratelimit-limit"], "5");
      assert.equal(first.headers["ratelimit-remaining"], "4");
      assert.match(first.headers["ratelimit-reset"] ?? "", /^\d+$/);
      const made = await limited.postComparison({ key });
      assert.deepEqual(
        [made.status, made.headers["ratelimit-limit"], made.headers["ratelimit-remaining"]],
        [202, "2", "1"],
      );
      await limited.postComparison({ key });
      const third = await limited.postComparison({ key });
      refused(third, 429, "RATE_LIMITED");
      assert.ok(Number(third.headers["retry-after"]) > 0);
      const replies = [];
      for (let count = 0; count < 5; count++) replies.push(await limited.get("/v1/usage", { key }));
      refused(replies.at(-1)!, 429, "RATE_LIMITED");
      await api.stop();
    },
  );

  test(
    "requests of an address are counted before the key is looked at; health never is",
    ["4.per-address", "2.health"],
    async () => {
      const api = await world.startApi({ VERSUS_REQUESTS_PER_ADDRESS: "3" });
      const limited = service.at(api.url);
      const replies = [];
      for (let count = 0; count < 5; count++) replies.push(await limited.get("/v1/usage", { key: "nonsense" }));
      refused(replies[0]!, 401, "INVALID_API_KEY");
      refused(replies.at(-1)!, 429, "RATE_LIMITED");
      assert.ok(Number(replies.at(-1)?.headers["retry-after"]) > 0);
      assert.equal((await limited.get("/health")).status, 200);
      await api.stop();
    },
  );

  test("unless it is set otherwise a key has 600 requests a minute, 120 of them POST", defaultRules, async () => {
    const { key } = await world.makeOrganization();
    const unset = { VERSUS_REQUESTS_PER_KEY: "", VERSUS_CREATES_PER_KEY: "", VERSUS_REQUESTS_PER_ADDRESS: "" };
    const api = await world.startApi(unset);
    const usual = service.at(api.url);
    const replies = [
      await usual.get("/v1/usage", { key }),
      await usual.get("/v1/compare/x", { key }),
      await usual.postForm([], { key }),
    ];
    assert.deepEqual(
      replies.map(({ status, headers }) => [status, headers["ratelimit-limit"]]),
      [
        [200, "600"],
        [400, "600"],
        [400, "120"],
      ],
    );
    await api.stop();
  });

  test("jobs beyond those that may be in the queue are accepted and wait", ["4.runnable"], async () => {
    const { key } = await world.makeOrganization();
    const api = await world.startApi({ VERSUS_RUNNABLE_JOBS: "1" });
    const narrow = service.at(api.url);
    await Promise.all(Array.from({ length: 4 }, () => narrow.ready({ key })));
    await api.stop();
  });
});

const defaultRules = ["4.per-key", "4.headers", "limits.rate"] as const;
