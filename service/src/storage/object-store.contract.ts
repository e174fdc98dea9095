// Tests what every driver of the object store must do. The test file of each driver runs it.

import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { type ByteRange, type ObjectStore, ObjectUnreadable, type OrganizationKey, TooLarge } from "./object-store.ts";

export const organization: OrganizationKey = {
  organizationId: "0199aaaa-0000-7000-8000-000000000001",
  dataKey: randomBytes(32),
};

const megabyte = 1024 * 1024;
const plenty = { organization, mostBytes: 100 * megabyte };

/** Declares the tests. Each of them calls `open`. */
export function holdsTheContract(open: () => ObjectStore): void {
  declareWholeObjects(open);
  declareLargeObjects(open);
  declareRefusals(open);
  declareDeletingAndListing(open);
  declareUnfinished(open);
  declareReaders(open);
  declareKeys(open);
}

function declareWholeObjects(open: () => ObjectStore): void {
  test("what is put can be got, with its size and SHA-256", async () => {
    const store = open();
    const bytes = randomBytes(200_001);
    const stored = await store.put("whole/one", inPieces(bytes, [1, 70_000, 65_536]), plenty);
    expect(stored.size).toBe(bytes.length);
    expect(Buffer.from(stored.sha256)).toEqual(sha256(bytes));
    expect(await readBytes(store, "whole/one")).toEqual(bytes);
    expect((await store.get("whole/one", { organization }))?.size).toBe(bytes.length);
  });

  test("an object that is not there is undefined", async () => {
    expect(await open().get("nowhere/at-all", { organization })).toBeUndefined();
  });

  test("no bytes are an object too", async () => {
    const store = open();
    const stored = await store.put("empty", inPieces(Buffer.alloc(0), [1]), plenty);
    expect(stored.size).toBe(0);
    expect(Buffer.from(stored.sha256)).toEqual(sha256(Buffer.alloc(0)));
    expect(await readBytes(store, "empty")).toEqual(Buffer.alloc(0));
    expect(await readBytes(store, "empty", { from: 0, to: 10 })).toEqual(Buffer.alloc(0));
  });

  test.each([65_535, 65_536, 65_537, 131_072])("%i bytes come back whole", async (size) => {
    const store = open();
    const bytes = randomBytes(size);
    await store.put(`border/${size}`, inPieces(bytes, [65_536]), plenty);
    expect(await readBytes(store, `border/${size}`)).toEqual(bytes);
  });

  test("putting again replaces, also by something shorter", async () => {
    const store = open();
    await store.put("again", inPieces(randomBytes(100_000), [9_999]), plenty);
    await store.put("again", inPieces(Buffer.from("second"), [3]), plenty);
    expect((await readBytes(store, "again"))?.toString()).toBe("second");
  });

  test("a key and a key below it are two objects", async () => {
    const store = open();
    await store.put("tree", inPieces(Buffer.from("trunk"), [5]), plenty);
    await store.put("tree/branch", inPieces(Buffer.from("leaf"), [5]), plenty);
    expect((await readBytes(store, "tree"))?.toString()).toBe("trunk");
    expect((await readBytes(store, "tree/branch"))?.toString()).toBe("leaf");
  });

  test("ranges begin and end anywhere, and stop at the object's end", async () => {
    const store = open();
    const bytes = randomBytes(200_000);
    await store.put("ranges", inPieces(bytes, [50_000]), plenty);
    const ranges: ByteRange[] = [
      { from: 0, to: 1 },
      { from: 0, to: 200_000 },
      { from: 65_530, to: 65_540 },
      { from: 65_536, to: 131_072 },
      { from: 10, to: 190_000 },
      { from: 199_999, to: 200_000 },
      { from: 199_990, to: 900_000 },
      { from: 200_000, to: 300_000 },
      { from: 500_000, to: 600_000 },
      { from: 5, to: 5 },
    ];
    for (const range of ranges) {
      expect(await readBytes(store, "ranges", range)).toEqual(bytes.subarray(range.from, range.to));
      expect((await store.get("ranges", { organization, range }))?.size).toBe(200_000);
    }
  });

  test("fifty objects are written and read at once", async () => {
    const store = open();
    const objects = Array.from({ length: 50 }, (_, number) => ({
      key: `parallel/${number}`,
      bytes: randomBytes(100_000 + number),
    }));
    await Promise.all(objects.map(({ key, bytes }) => store.put(key, inPieces(bytes, [30_011]), plenty)));
    const read = await Promise.all(objects.map(({ key }) => readBytes(store, key)));
    expect(read.map((bytes) => bytes && sha256(bytes))).toEqual(objects.map(({ bytes }) => sha256(bytes)));
  });
}

function declareLargeObjects(open: () => ObjectStore): void {
  // The maximum number of bytes that writing or reading may hold. The S3 driver needs most: it sends one part of five
  // megabytes and fills the next. Measured: 11 million bytes for any size.
  const mostHeld = 12 * megabyte;

  test("thirty megabytes in odd pieces pass through little memory", async () => {
    const store = open();
    const size = 30 * megabyte + 7;
    const watch = new MemoryWatch();
    const digest = createHash("sha256");
    const source = madeBytes(size, [1, 7, 1_000, 65_535, 65_537, 300_007]);
    async function* watched(): AsyncGenerator<Uint8Array> {
      for await (const piece of source) {
        digest.update(piece);
        watch.passed(piece.length);
        yield piece;
      }
    }
    const stored = await store.put("large", watched(), plenty);
    const expected = digest.digest();
    expect(stored.size).toBe(size);
    expect(Buffer.from(stored.sha256)).toEqual(expected);
    expect(watch.most).toBeLessThan(mostHeld);

    const found = await store.get("large", { organization });
    const readWatch = new MemoryWatch();
    const readDigest = createHash("sha256");
    for await (const piece of found?.content ?? []) {
      readDigest.update(piece);
      readWatch.passed(piece.length);
    }
    expect(readDigest.digest()).toEqual(expected);
    expect(readWatch.most).toBeLessThan(mostHeld);
  });
}

function declareRefusals(open: () => ObjectStore): void {
  const keysOf = (store: ObjectStore) => gather(store.list("refused/"));

  test.each([
    ["a little", 1_001, 1_000],
    ["megabytes", 13 * megabyte, 12 * megabyte],
  ])("content too large by %s is refused and nothing is left", async (_name, size, mostBytes) => {
    const store = open();
    const put = store.put("refused/large", madeBytes(size, [499, 1_000_003]), { organization, mostBytes });
    await expect(put).rejects.toThrow(TooLarge);
    expect(await store.get("refused/large", { organization })).toBeUndefined();
    expect(await keysOf(store)).toEqual([]);
  });

  test("content of just the allowed size is taken", async () => {
    const stored = await open().put("just", madeBytes(1_000, [499]), { organization, mostBytes: 1_000 });
    expect(stored.size).toBe(1_000);
  });

  test.each([
    ["early", 1_000],
    ["after megabytes", 12 * megabyte],
  ])("a stream that fails %s leaves nothing, and its error is passed on", async (_name, size) => {
    const store = open();
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield* madeBytes(size, [100_003]);
      throw new Error("the line was cut");
    }
    await expect(store.put("refused/failing", failing(), plenty)).rejects.toThrow("the line was cut");
    expect(await store.get("refused/failing", { organization })).toBeUndefined();
    expect(await keysOf(store)).toEqual([]);
  });

  test("[SRV-31] what lay there before stays when its replacement is refused", async () => {
    const store = open();
    await store.put("kept", inPieces(Buffer.from("first"), [5]), plenty);
    const put = store.put("kept", madeBytes(1_001, [100]), { organization, mostBytes: 1_000 });
    await expect(put).rejects.toThrow(TooLarge);
    expect((await readBytes(store, "kept"))?.toString()).toBe("first");
  });

  test.each(["", "/a", "a/", "a//b", "../a", "a/../b", "a/.b", ".a", "a b", "ä", "a~", "a\\b", "a".repeat(201)])(
    "the key %j is refused",
    async (key) => {
      const store = open();
      await expect(store.put(key, inPieces(Buffer.from("x"), [1]), plenty)).rejects.toThrow("not an object key");
      await expect(store.get(key, { organization })).rejects.toThrow("not an object key");
      await expect(store.delete([key])).rejects.toThrow("not an object key");
    },
  );
}

function declareDeletingAndListing(open: () => ObjectStore): void {
  test("what is deleted is gone, and deleting it again is no error", async () => {
    const store = open();
    await store.put("deleted/one", inPieces(Buffer.from("x"), [1]), plenty);
    await store.put("deleted/two", inPieces(Buffer.from("y"), [1]), plenty);
    await store.delete(["deleted/one", "deleted/never-was"]);
    expect(await store.get("deleted/one", { organization })).toBeUndefined();
    expect(await gather(store.list("deleted/"))).toEqual(["deleted/two"]);
    await store.delete(["deleted/one"]);
    await store.delete([]);
  });

  test("1,200 keys are listed in order, by any prefix, and deleted while they are listed", async () => {
    const store = open();
    const names = Array.from({ length: 1_200 }, (_, number) => `many/${number % 7}/${number}`);
    const keys = [...names, "many", "many-1", "many.1/x", "many0", "manx"].sort();
    for (let first = 0; first < keys.length; first += 50) {
      const some = keys.slice(first, first + 50);
      await Promise.all(some.map((key) => store.put(key, inPieces(Buffer.from(key), [5]), plenty)));
    }
    for (const prefix of ["many", "many/", "many/3", "many/3/1", "many/3/10", "many.", "none"]) {
      const expected = keys.filter((key) => key.startsWith(prefix));
      expect(await gather(store.list(prefix))).toEqual(expected);
    }
    let listed = 0;
    for await (const key of store.list("many/6/")) {
      await store.delete([key]);
      listed++;
    }
    expect(listed).toBe(171);
    await store.delete(keys);
    expect(await gather(store.list("man"))).toEqual([]);
  });
}

function declareUnfinished(open: () => ObjectStore): void {
  // More bytes than one part of an S3 upload, so that an unfinished upload exists in the store.
  const half = 12 * megabyte;

  test("[SRV-32] what is being written is listed and not given; deleting it removes what there is, and its put fails", async () => {
    const store = open();
    await store.put("halves/a", inPieces(Buffer.from("x"), [1]), plenty);
    await store.put("halves/owner/whole", inPieces(Buffer.from("x"), [1]), plenty);
    const cut = Promise.withResolvers<void>();
    async function* interrupted(): AsyncGenerator<Uint8Array> {
      yield* madeBytes(half, [1_000_003]);
      await cut.promise;
      yield* madeBytes(half, [1_000_003]);
    }
    const puts = ["part", "z"].map((name) => store.put(`halves/owner/${name}`, interrupted(), plenty).catch(String));
    const listed = () => gather(store.list("halves/"));
    const all = ["halves/a", "halves/owner/part", "halves/owner/whole", "halves/owner/z"];
    await expect.poll(listed, { timeout: 10_000 }).toEqual(all);
    expect(await gather(store.list("halves/owner/p"))).toEqual(["halves/owner/part"]);
    expect(await store.get("halves/owner/part", { organization })).toBeUndefined();

    await store.delete(await gather(store.list("halves/owner/")));
    expect(await listed()).toEqual(["halves/a"]);
    cut.resolve();
    for (const end of await Promise.all(puts)) expect(end).toMatch(/Error|NoSuchUpload/);
    expect(await listed()).toEqual(["halves/a"]);
    await store.delete(["halves/a"]);
  });

  test("[SRV-32] deleting an object that is being replaced removes both", async () => {
    const store = open();
    await store.put("replaced", inPieces(Buffer.from("first"), [5]), plenty);
    const cut = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    async function* interrupted(): AsyncGenerator<Uint8Array> {
      yield* madeBytes(half, [1_000_003]);
      begun.resolve();
      await cut.promise;
    }
    const put = store.put("replaced", interrupted(), plenty).catch(String);
    await begun.promise;
    expect(await gather(store.list("replaced"))).toEqual(["replaced"]);
    await store.delete(["replaced"]);
    cut.resolve();
    expect(await put).toMatch(/Error|NoSuchUpload/);
    expect(await gather(store.list("replaced"))).toEqual([]);
  });
}

function declareReaders(open: () => ObjectStore): void {
  test("content that is never read, or not to its end, holds nothing", async () => {
    const store = open();
    await store.put("unread", madeBytes(3 * megabyte, [1_000_003]), plenty);
    for (let times = 0; times < 120; times++) {
      const found = await store.get("unread", { organization });
      if (times % 2 === 0) continue;
      for await (const piece of found?.content ?? []) if (piece.length > 0) break;
    }
    expect((await readBytes(store, "unread"))?.length).toBe(3 * megabyte);
  });

  test("an object deleted or replaced before its content is read is given as it was, or throws", async () => {
    const store = open();
    for (const size of [5, 3 * megabyte]) {
      const first = randomBytes(size);
      await store.put("passing", inPieces(first, [1_000_003]), plenty);
      const replaced = await store.get("passing", { organization });
      await store.put("passing", inPieces(randomBytes(size), [1_000_003]), plenty);
      const deleted = await store.get("passing", { organization });
      await store.delete(["passing"]);
      if (size > megabyte) {
        for (const found of [replaced, deleted]) {
          await expect(gather(found?.content ?? [])).rejects.toThrow(ObjectUnreadable);
        }
      } else expect(Buffer.concat(await gather(replaced?.content ?? []))).toEqual(first);
      expect(await store.get("passing", { organization })).toBeUndefined();
    }
  });

  test("a store that works passes its check", async () => {
    await open().check();
  });
}

function declareKeys(open: () => ObjectStore): void {
  test("[SRV-33] another organization's key, and the right key under another organization's name, read nothing", async () => {
    const store = open();
    const others: OrganizationKey[] = [
      { ...organization, dataKey: randomBytes(32) },
      { ...organization, organizationId: "0199aaaa-0000-7000-8000-000000000002" },
    ];
    for (const size of [6, 600_000]) {
      await store.put("mine", madeBytes(size, [100_003]), plenty);
      for (const other of others) {
        for (const range of [undefined, { from: 0, to: 3 }, { from: size - 2, to: size }]) {
          const read = async () => {
            const found = await store.get("mine", { organization: other, ...(range && { range }) });
            return gather(found?.content ?? []);
          };
          await expect(read()).rejects.toThrow(ObjectUnreadable);
        }
      }
    }
  });
}

export async function readBytes(store: ObjectStore, key: string, range?: ByteRange): Promise<Buffer | undefined> {
  const found = await store.get(key, { organization, ...(range && { range }) });
  return found && Buffer.concat(await gather(found.content));
}

/** Returns all values, in order. */
export async function gather<Value>(values: AsyncIterable<Value> | Iterable<Value>): Promise<Value[]> {
  const gathered: Value[] = [];
  for await (const value of values) gathered.push(value);
  return gathered;
}

/** Yields the bytes in pieces whose sizes repeat. */
export async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let taken = 0;
  for (let turn = 0; taken < bytes.length; turn++) {
    const piece = bytes.subarray(taken, taken + (sizes[turn % sizes.length] ?? 1));
    taken += piece.length;
    yield piece;
  }
}

/** Yields `size` bytes without a pattern, made on demand. */
export async function* madeBytes(size: number, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const stream = createCipheriv("aes-128-ctr", Buffer.alloc(16, 1), Buffer.alloc(16));
  for (let turn = 0, made = 0; made < size; turn++) {
    const length = Math.min(size - made, sizes[turn % sizes.length] ?? 1);
    made += length;
    yield stream.update(Buffer.alloc(length));
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

// Measures the maximum number of bytes in buffers, without garbage.
class MemoryWatch {
  most = 0;
  readonly #before = heldBytes();
  #sinceLook = 0;

  passed(bytes: number): void {
    this.#sinceLook += bytes;
    if (this.#sinceLook < 3 * megabyte) return;
    this.#sinceLook = 0;
    this.most = Math.max(this.most, heldBytes() - this.#before);
  }
}

// A collection frees buffers in the background, and the next collection waits for that. After a single one the number
// varies by a factor of two on a busy machine.
function heldBytes(): number {
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}
