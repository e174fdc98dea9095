// Tests which ports are refused, and that a free one is found by default.

import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { choosePort } from "./choose-port.ts";

test.each(["abc", "0", "65536", "1.5", ""])("the port %j is refused with an example", async (port) => {
  await expect(choosePort(port)).rejects.toThrow("npm run dev -- --port");
});

test("a port that is taken is told, and without a wish one is found", async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await expect(choosePort(String(port))).rejects.toThrow(`Port ${port} is taken`);
  expect(await choosePort(undefined)).toBeGreaterThan(0);
});
