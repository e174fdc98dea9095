// Tests the request id on every reply.

import assert from "node:assert/strict";
import { theme } from "../running/theme.ts";

const MADE = /^req_[0-9a-hjkmnp-tv-z]{26}$/;

export const requestIds = theme("request-ids", ({ service, test }) => {
  const idOf = async (path: string, given?: string): Promise<string | undefined> => {
    const { headers } = await service.get(path, given === undefined ? {} : { headers: { "x-request-id": given } });
    return headers["x-request-id"];
  };

  test(
    "one that was sent is echoed, on replies and refusals alike",
    ["conventions.request-id", "5.request-id"],
    async () => {
      for (const path of ["/health", "/v1/usage", "/v1/nothing", "/v1/compare/x", "/docs", "/openapi.json"]) {
        assert.equal(await idOf(path, "caller's-own!1"), "caller's-own!1", path);
      }
    },
  );

  test("one of 128 characters is taken", ["5.request-id"], async () => {
    assert.equal(await idOf("/v1/usage", "x".repeat(128)), "x".repeat(128));
  });

  test("without one, each request gets its own", ["5.request-id", "conventions.request-id"], async () => {
    const [one, other] = [await idOf("/v1/usage"), await idOf("/v1/usage")];
    assert.match(one ?? "", MADE);
    assert.match(other ?? "", MADE);
    assert.notEqual(one, other);
  });

  for (const [name, given] of [
    ["of 129 characters", "x".repeat(129)],
    ["with a space", "a b"],
    ["beyond ASCII", "é"],
    ["that is empty", ""],
  ] as const) {
    test(`one ${name} is replaced`, ["5.request-id"], async () =>
      assert.match((await idOf("/v1/usage", given)) ?? "", MADE),
    );
  }

  test("downloads carry it too", ["5.request-id"], async () => {
    const { downloads } = await service.ready();
    assert.equal(await idOf(downloads[0]?.url ?? "", "mine"), "mine");
    assert.equal(await idOf(`${downloads[0]?.url}0`, "mine"), "mine");
  });
});
