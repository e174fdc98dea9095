// Tests GET /v1/reference/{topic}.

import { afterAll, expect, test } from "vitest";
import { startTestServer } from "../http/testing/test-server.ts";
import { registerReferenceRoutes } from "./routes.ts";
import { readTopic } from "./topics.ts";

const server = startTestServer({ routes: [registerReferenceRoutes] });
afterAll(() => server.close());

const read = (topic: string, headers: object = server.headers) =>
  server.app.inject({ url: `/v1/reference/${topic}`, headers: { ...headers } });

test.each(["errors", "redline", "listing", "edits", "local_copy"])("the topic %s is read with a key", async (topic) => {
  const reply = await read(topic);
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ topic, text: readTopic(topic) });
});

test("without a key there is no topic", async () => {
  expect((await read("errors", {})).statusCode).toBe(401);
});

test("an unknown topic is 400 and lists the topics", async () => {
  const reply = await read("constructor");
  expect(reply.statusCode).toBe(400);
  expect(reply.json().error).toMatchObject({
    code: "INVALID_REQUEST",
    message: "topic must be one of errors, redline, listing, edits, local_copy",
  });
});
