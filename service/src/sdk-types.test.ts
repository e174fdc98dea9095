// Tests that the types of the SDK equal those of the API description.

import { afterAll, expect, test } from "vitest";
import type { OpenApi } from "./http/description/openapi-shape.ts";
import { startDescribedServer } from "./testing/described-server.ts";
import { typescriptOf } from "./testing/typescript-of.ts";

const server = startDescribedServer();
afterAll(() => server.close());

test("the types of the SDK are those of the description", async () => {
  const api = (await server.app.inject("/openapi.json")).json() as OpenApi;
  await expect(typescriptOf(api)).toMatchFileSnapshot("../../clients/sdk/src/description.ts");
});
