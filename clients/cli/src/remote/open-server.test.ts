import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../testing/run-versus.ts";
import { Misuse } from "../command.ts";
import { openServer, refuseWithServer } from "./open-server.ts";

const server = "https://api.example.com/";

test("without --server nothing is asked for", async () => {
  expect(await openServer({}, { environment: {} })).toBeUndefined();
});

test.each([
  ["a key in the environment", {}, { VERSUS_API_KEY: "k1" }],
  ["a key under the older name", {}, { VERSUS_KEY: "k1" }],
])("%s opens the service", async (_name, values, environment) => {
  expect(await openServer({ server, ...values }, { environment })).toBeDefined();
});

test("a key file holds one key", async () => {
  const folder = makeFolder({ good: "k1\n", bad: "two keys\n" });
  const open = (name: string) => openServer({ server, "key-file": join(folder, name) }, { environment: {} });
  expect(await open("good")).toBeDefined();
  await expect(open("bad")).rejects.toThrow("must contain one API key");
  await expect(open("none")).rejects.toThrow("cannot be read");
});

test.each([
  [{ server }, "--server needs an API key: in VERSUS_API_KEY"],
  [{ server: "example.com" }, "--server must be an address"],
  [{ server: "file:///etc" }, "--server must be an address"],
  [{ "key-file": "k" }, "--key-file needs --server."],
])("%j is refused", async (values, said) => {
  await expect(openServer(values, { environment: {} })).rejects.toThrow(said);
});

test("an option that the service sets itself is refused", () => {
  expect(() => refuseWithServer({ server, date: "2026-01-01" }, "date")).toThrow(Misuse);
  expect(() => refuseWithServer({ date: "2026-01-01" } as { server?: string; date: string }, "date")).not.toThrow();
});
