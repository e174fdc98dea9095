// Tests uploads at the size limit over a real connection.

import { afterEach, expect, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { registerExamples } from "./testing/example-routes.ts";
import { sendLarge } from "./testing/send-large.ts";
import { startTestServer, type TestServer } from "./testing/test-server.ts";

const open: TestServer[] = [];

function start(): TestServer {
  const server = startTestServer({ routes: [registerExamples] });
  open.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

test("a file of exactly 100 MB is taken", async () => {
  const server = start();
  const fields = [
    { name: "original", fileName: "a.docx", bytes: limits.sourceBytes },
    { name: "modified", fileName: "b.docx", bytes: 1000 },
  ];
  expect((await sendLarge(server, fields)).status).toBe(202);
});

test("a file of one byte more is refused while it arrives, the sender hears of it, and nothing is left", async () => {
  const server = start();
  const fields = [
    { name: "original", fileName: "a.docx", bytes: 1000 },
    { name: "modified", fileName: "b.docx", bytes: limits.sourceBytes + 1 },
  ];
  expect(await sendLarge(server, fields)).toEqual({ status: 413, code: "FILE_TOO_LARGE" });
  expect(await server.stored()).toEqual([]);
});
