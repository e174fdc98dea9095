// Tests the lookup of hosts with a local name server.

import { startNameServer } from "@versus/tools/servers/name-server";
import { expect, test } from "vitest";
import { addressGuard } from "./address-guard.ts";
import { NameTimedOut, resolveByDns } from "./names.ts";
import { requireAllowed } from "./receiver.ts";

const { signal } = new AbortController();
const asking = { organizationId: "one", signal };

test("a name has the addresses that the name server gives; one without any, or of no valid form, has none", async () => {
  const server = await startNameServer("192.0.2.7", () => false);
  const resolve = resolveByDns([server.address]);
  expect(await resolve("receiver.example.com", asking)).toEqual(["192.0.2.7"]);
  expect(await resolve("a..b", asking)).toEqual([]);
  await server.stop();
});

test("[SRV-128] a name that nobody answers for ends after three seconds, and says that it was the time", async () => {
  const server = await startNameServer("192.0.2.7", () => true);
  const begun = performance.now();
  await expect(resolveByDns([server.address])("slow.example.com", asking)).rejects.toThrow(NameTimedOut);
  expect(performance.now() - begun).toBeGreaterThan(2_500);
  expect(performance.now() - begun).toBeLessThan(5_000);
  await server.stop();
});

test("[SRV-128] four names of one organization are looked up at a time; those of another do not wait for them", async () => {
  const server = await startNameServer("192.0.2.7", (name) => name.startsWith("slow"));
  const resolve = resolveByDns([server.address]);
  const leaving = new AbortController();
  const slow = Array.from({ length: 24 }, (_, number) =>
    resolve(`slow${number}.example.com`, { organizationId: "busy", signal: leaving.signal }).catch((error) => error),
  );
  const begun = performance.now();
  expect(await resolve("quick.example.com", { organizationId: "other", signal })).toEqual(["192.0.2.7"]);
  expect(performance.now() - begun).toBeLessThan(1_000);
  await new Promise((resolve) => setTimeout(resolve, 500));
  // Each name causes two questions, one per address family.
  expect(server.unanswered()).toBe(2 * 4);
  leaving.abort(new Error("left"));
  const ends = (await Promise.all(slow)).map((error: Error) => error.message);
  expect(ends.filter((message) => message === "left")).toHaveLength(20);
  await server.stop();
});

test("[SRV-128] a host without an address and one that is not public are refused with the same sentence; a time-out has its own", async () => {
  const server = await startNameServer("10.0.0.1", (name) => name.startsWith("slow"));
  const parts = { isAllowed: addressGuard([]), resolve: resolveByDns([server.address]) };
  const refusal = (url: string) =>
    requireAllowed(new URL(url), "one", parts).catch(({ details }) => details[0].message as string);
  const hosts = ["inside.example.com", "10.0.0.1", "a..b"];
  const sentences = await Promise.all(hosts.map((host) => refusal(`https://${host}/`)));
  expect(new Set(sentences).size).toBe(1);
  expect(sentences[0]).toMatch(/^The host of `url` does not lead to a public address\. Use a full DNS name/);
  expect(await refusal("https://slow.example.com/")).toMatch(/could not be looked up in time/);
  await server.stop();
});
