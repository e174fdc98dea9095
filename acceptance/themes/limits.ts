// Limits on requests, and a part that is away: each with an API process of its own.

import assert from "node:assert/strict";
import { refused } from "../calls/service.ts";
import { freePort } from "../running/programs.ts";
import { theme } from "../running/theme.ts";

export const limits = theme("limits", ({ service, world, test }) => {
  test("requests of a key are counted, and too many are RATE_LIMITED", async () => {
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
  });

  test("requests of an address are counted before the key is looked at; health never is", async () => {
    const api = await world.startApi({ VERSUS_REQUESTS_PER_ADDRESS: "3" });
    const limited = service.at(api.url);
    const replies = [];
    for (let count = 0; count < 5; count++) replies.push(await limited.get("/v1/usage", { key: "nonsense" }));
    refused(replies[0]!, 401, "INVALID_API_KEY");
    refused(replies.at(-1)!, 429, "RATE_LIMITED");
    assert.ok(Number(replies.at(-1)?.headers["retry-after"]) > 0);
    assert.equal((await limited.get("/health")).status, 200);
    await api.stop();
  });

  test("without its store the service is SERVICE_UNAVAILABLE, and says that it is not ready", async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    const api = await world.startApi({
      VERSUS_STORE: `s3://nowhere?region=default&encryption=off&endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: "none",
      AWS_SECRET_ACCESS_KEY: "none",
    });
    const away = service.at(api.url);
    const { status, json } = await away.get("/health/ready");
    assert.deepEqual([status, json.status, json.checks.storage], [503, "unavailable", "unavailable"]);
    assert.equal((await away.get("/health")).status, 200);
    const reply = await away.postComparison();
    refused(reply, 503, "SERVICE_UNAVAILABLE");
    assert.ok(Number(reply.headers["retry-after"]) > 0);
    await api.stop();
  });
});
