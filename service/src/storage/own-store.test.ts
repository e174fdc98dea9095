// Tests that only the store of the installation is used (SRV-35, BCK-6).

import { expect, test } from "vitest";
import { gather } from "./object-store.contract.ts";
import type { ObjectStore } from "./object-store.ts";
import { ownStore } from "./own-store.ts";

test("[SRV-35] nothing of a store is used before it is known to be the installation's own, and then it is asked again for deletions alone", async () => {
  const calls: string[] = [];
  const told = (name: string) => async () => void calls.push(name);
  const plain = {
    ...{ put: told("put"), get: told("get"), delete: told("delete"), check: told("check") },
    checkRoom: told("checkRoom"),
    checkDeletion: told("checkDeletion"),
    list: async function* () {
      calls.push("list");
      yield "a";
    },
  } as unknown as ObjectStore;
  let problem: Error | undefined = new Error("the store is away");
  let asked = 0;
  const store = ownStore(plain, async () => {
    asked += 1;
    if (problem !== undefined) throw problem;
  });
  const organization = { organizationId: "o", dataKey: new Uint8Array(32) };
  const uses: (() => Promise<unknown>)[] = [
    () => store.put("a", (async function* () {})(), { organization, mostBytes: 1 }),
    () => store.get("a", { organization }),
    () => store.delete(["a"]),
    () => gather(store.list("")),
    () => store.check(),
    () => store.checkRoom(),
    () => store.checkDeletion(),
  ];
  for (const use of uses) await expect(use()).rejects.toThrow("away");
  problem = new Error("it is another's");
  for (const use of uses) await expect(use()).rejects.toThrow("another's");
  expect(calls).toEqual([]);
  problem = undefined;
  asked = 0;
  for (const use of uses) await use();
  expect(calls).toEqual(["put", "get", "delete", "list", "check", "checkRoom", "checkDeletion"]);
  expect(asked).toBe(2);
});

test("[BCK-6] a store that was restored meanwhile is neither written to nor deleted from", async () => {
  const calls: string[] = [];
  const told = (name: string) => async () => void calls.push(name);
  const plain = { put: told("put"), delete: told("delete") } as unknown as ObjectStore;
  let problem: Error | undefined;
  const store = ownStore(plain, async () => {
    if (problem !== undefined) throw problem;
  });
  const organization = { organizationId: "o", dataKey: new Uint8Array(32) };
  const put = () => store.put("a", (async function* () {})(), { organization, mostBytes: 1 });
  await put();
  problem = new Error("restored");
  await expect(store.delete(["a"])).rejects.toThrow("restored");
  await expect(put()).rejects.toThrow("restored");
  expect(calls).toEqual(["put"]);
});
