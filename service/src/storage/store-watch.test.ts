// Tests how an unavailable store (SRV-72) and a full store (SRV-66) are noticed.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openDiskStore } from "./disk-store.ts";
import type { ObjectStore } from "./object-store.ts";
import { StoreWatch } from "./store-watch.ts";

const organization = { organizationId: "one", dataKey: Buffer.alloc(32, 1) };
const folders: string[] = [];
const watches: StoreWatch[] = [];
afterEach(() => {
  for (const watch of watches.splice(0)) watch.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Opens a store on disk that refuses the named calls. */
function open() {
  const folder = mkdtempSync(join(tmpdir(), "versus-watch-"));
  folders.push(folder);
  const disk = openDiskStore(folder);
  const refused = new Set<string>();
  const calls: string[] = [];
  let fault: object = { code: "ECONNREFUSED" };
  const gate = (name: keyof ObjectStore): void => {
    calls.push(name);
    if (refused.has(name)) throw Object.assign(new Error("refused"), fault);
  };
  const store: ObjectStore = {
    put: async (...given) => {
      gate("put");
      return disk.put(...given);
    },
    get: async (...given) => {
      gate("get");
      return disk.get(...given);
    },
    delete: async (keys) => {
      gate("delete");
      await disk.delete(keys);
    },
    list: async function* (prefix) {
      gate("list");
      yield* disk.list(prefix);
    },
    check: async () => gate("check"),
    checkRoom: async () => gate("checkRoom"),
    checkDeletion: async () => gate("checkDeletion"),
  };
  const watch = new StoreWatch(store, 50);
  watches.push(watch);
  const fill = (): void => {
    fault = { code: "ENOSPC" };
    refused.add("put").add("checkRoom");
  };
  /** Makes calls fail as a bucket's client does when its connection is cut. */
  const cut = (...names: (keyof ObjectStore)[]): void => {
    fault = { name: "TimeoutError", $metadata: { attempts: 2 } };
    for (const name of names) refused.add(name);
  };
  return { watch, watched: watch.watched(), refused, calls, fill, cut };
}

async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("bytes");
}

const put = (store: ObjectStore) => store.put("one/a", content(), { organization, mostBytes: 100 });
const all = ["put", "get", "delete", "list", "check"];

test("[SRV-72] a store that is away is asked by nobody but the probe, until it is back", async () => {
  const { watch, watched, refused, calls } = open();
  let back = 0;
  watch.onBack(() => back++);
  for (const name of all) refused.add(name);
  await expect(put(watched)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await expect.poll(() => watch.isAway).toBe(true);
  calls.length = 0;
  await expect(put(watched)).rejects.toMatchObject({ name: "PartAway" });
  await expect(watched.get("one/a", { organization })).rejects.toMatchObject({ name: "PartAway" });
  await expect(watched.delete(["one/a"])).rejects.toMatchObject({ name: "PartAway" });
  await expect(watched.list("one")[Symbol.asyncIterator]().next()).rejects.toMatchObject({ name: "PartAway" });
  expect(calls.filter((name) => name !== "check")).toEqual([]);
  await expect.poll(() => calls.length).toBeGreaterThan(2);
  refused.clear();
  await expect.poll(() => watch.isAway).toBe(false);
  expect(back).toBe(1);
  await put(watched);
  expect((await watched.get("one/a", { organization }))?.size).toBe(5);
});

test("[SRV-72] one call that fails says nothing of the store, nor does a fault of another kind", async () => {
  const { watch, watched, refused, calls } = open();
  refused.add("put");
  await expect(put(watched)).rejects.toThrow();
  await expect.poll(() => calls).toEqual(["put", "check"]);
  await expect(watched.delete(["../x"])).rejects.toThrow("not an object key");
  expect([watch.isAway, calls]).toEqual([false, ["put", "check", "delete"]]);
});

test("[SRV-72] the check of readiness asks the store itself", async () => {
  const { watch, watched, refused } = open();
  for (const name of all) refused.add(name);
  await expect(put(watched)).rejects.toThrow();
  await expect.poll(() => watch.isAway).toBe(true);
  await expect(watched.check()).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("[SRV-66] a full store fails its check until a trial write succeeds, and still reads and deletes", async () => {
  const { watch, watched, refused, calls, fill } = open();
  await put(watched);
  await watched.check();
  fill();
  await expect(put(watched)).rejects.toMatchObject({ code: "ENOSPC" });
  await expect(watched.check()).rejects.toThrow("full");
  expect(watch.isAway).toBe(false);
  expect((await watched.get("one/a", { organization }))?.size).toBe(5);
  await expect.poll(() => calls.filter((name) => name === "checkRoom").length).toBeGreaterThan(1);
  await expect(watched.check()).rejects.toThrow("full");
  await watched.delete(["one/a"]);
  refused.clear();
  await expect.poll(() => watched.check().then(() => "ok", String)).toBe("ok");
});

test("[SRV-66] a store that answers, and cuts a write and the trial after it, is full", async () => {
  const { watch, watched, refused, calls, cut } = open();
  cut("put", "checkRoom");
  await expect(put(watched)).rejects.toMatchObject({ name: "TimeoutError" });
  await expect.poll(() => watched.check().then(() => "ok", String)).toMatch("full");
  expect(watch.isAway).toBe(false);
  await expect.poll(() => calls.filter((name) => name === "checkRoom").length).toBeGreaterThan(2);
  refused.clear();
  await expect.poll(() => watched.check().then(() => "ok", String)).toBe("ok");
});

test("[SRV-66] a store that cuts one write, and takes the trial after it, is not full", async () => {
  const { watched, calls, cut } = open();
  cut("put");
  await expect(put(watched)).rejects.toMatchObject({ name: "TimeoutError" });
  await expect.poll(() => calls).toEqual(["put", "check", "checkRoom"]);
  await watched.check();
});
