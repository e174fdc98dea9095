// Tests the disk driver: its contract, altered files, and what killed processes leave.

import { spawn } from "node:child_process";
import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openDiskStore } from "./disk-store.ts";
import { gather, holdsTheContract, inPieces, madeBytes, organization, readBytes } from "./object-store.contract.ts";
import { ObjectUnreadable, StoreMissing } from "./object-store.ts";

const root = mkdtempSync(join(tmpdir(), "versus-store-"));
afterAll(() => rmSync(root, { recursive: true }));
const plenty = { organization, mostBytes: 1_000_000 };

/** Makes a new folder. */
function newFolder(name: string): string {
  mkdirSync(join(root, name), { recursive: true });
  return join(root, name);
}

describe("the disk driver", () => {
  holdsTheContract(() => openDiskStore(newFolder("contract")));
});

test("the bytes on disk are not the content, and equal contents look different", async () => {
  const folder = newFolder("plain");
  const store = openDiskStore(folder);
  const text = "The parties agree as follows. ".repeat(5_000);
  await store.put("one", inPieces(Buffer.from(text), [10_000]), plenty);
  await store.put("two", inPieces(Buffer.from(text), [10_000]), plenty);
  const [one, two] = ["one~", "two~"].map((name) => readFileSync(join(folder, name)));
  expect(one?.includes("parties")).toBe(false);
  expect(one?.subarray(36, 200).equals(two?.subarray(36, 200) ?? Buffer.alloc(0))).toBe(false);
});

describe("tampering is noticed:", () => {
  const size = 200_000;
  const sealedChunk = 65_536 + 16;
  const header = 36;
  const damages: [string, (path: string) => void][] = [
    ["a changed form", (path) => flip(path, 0)],
    ["a changed salt", (path) => flip(path, 10)],
    ["a changed first byte", (path) => flip(path, header)],
    ["a changed byte in the middle", (path) => flip(path, header + sealedChunk + 1_000)],
    ["a changed last byte", (path) => flip(path, header + size + 4 * 16 - 1)],
    ["a missing last byte", (path) => truncateSync(path, header + size + 4 * 16 - 1)],
    ["a missing last chunk", (path) => truncateSync(path, header + 3 * sealedChunk)],
    ["nothing left but a chunk", (path) => truncateSync(path, header + sealedChunk)],
    ["nothing left but the header and a tag", (path) => truncateSync(path, header + 16)],
    ["a byte behind the end", (path) => appendFileSync(path, "x")],
    ["the last chunk twice", (path) => repeatLastChunk(path)],
    ["nothing left but the header", (path) => truncateSync(path, header)],
    ["nothing left", (path) => truncateSync(path, 0)],
    ["two chunks in each other's place", (path) => swapFirstChunks(path)],
  ];

  test.each(damages)("%s", async (_name, damage) => {
    const folder = mkdtempSync(join(root, "tampered-"));
    const store = openDiskStore(folder);
    await store.put("object", madeBytes(size, [70_001]), plenty);
    damage(join(folder, "object~"));
    await expect(readBytes(store, "object")).rejects.toThrow(ObjectUnreadable);
  });

  test("an object under another's name", async () => {
    const folder = mkdtempSync(join(root, "tampered-"));
    const store = openDiskStore(folder);
    await store.put("object", madeBytes(size, [70_001]), plenty);
    renameSync(join(folder, "object~"), join(folder, "other~"));
    await expect(readBytes(store, "other")).rejects.toThrow(ObjectUnreadable);
  });

  function flip(path: string, position: number): void {
    const bytes = readFileSync(path);
    bytes[position] = (bytes[position] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  }

  function repeatLastChunk(path: string): void {
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.concat([bytes, bytes.subarray(header + 3 * sealedChunk)]));
  }

  function swapFirstChunks(path: string): void {
    const bytes = readFileSync(path);
    const first = bytes.subarray(header, header + sealedChunk);
    const second = bytes.subarray(header + sealedChunk, header + 2 * sealedChunk);
    const rest = bytes.subarray(header + 2 * sealedChunk);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, header), second, first, rest]));
  }
});

test.each([0, 1, 65_536, 65_537, 200_000])(
  "a file of the form before, of %i bytes, is read whole and by ranges",
  async (size) => {
    const folder = mkdtempSync(join(root, "old-"));
    const content = randomBytes(size);
    writeFileSync(join(folder, "object~"), oldFile("object", content));
    const store = openDiskStore(folder);
    expect(await readBytes(store, "object")).toEqual(content);
    expect((await store.get("object", { organization }))?.size).toBe(size);
    for (const range of [
      { from: 0, to: 1 },
      { from: 65_530, to: 65_540 },
      { from: 70_000, to: 900_000 },
    ]) {
      expect(await readBytes(store, "object", range)).toEqual(content.subarray(range.from, range.to));
    }
    truncateSync(join(folder, "object~"), Math.max(0, readFileSync(join(folder, "object~")).length - 1));
    await expect(readBytes(store, "object")).rejects.toThrow(ObjectUnreadable);
  },
);

/** Returns a file as versions up to 0.9 wrote it. */
function oldFile(key: string, content: Buffer): Buffer {
  const salt = randomBytes(32);
  const meaning = Buffer.from(`versus object 1\0${organization.organizationId}\0${key}`);
  const secret = Buffer.from(hkdfSync("sha256", organization.dataKey, salt, meaning, 32));
  const seal = (nonce: Buffer, bytes: Buffer, covered: Buffer): Buffer => {
    const cipher = createCipheriv("aes-256-gcm", secret, nonce).setAAD(covered);
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length));
  const header = Buffer.concat([Buffer.from("VSO1"), salt, size]);
  const parts = [header, seal(Buffer.alloc(12, 0xff), Buffer.alloc(0), header)];
  for (let start = 0, number = 0; start < content.length; start += 65_536, number++) {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(number, 8);
    parts.push(seal(nonce, content.subarray(start, start + 65_536), Buffer.from("VSO1")));
  }
  return Buffer.concat(parts);
}

test("a refused put leaves no file behind, and deleting leaves no folder", async () => {
  const folder = newFolder("clean");
  const store = openDiskStore(folder);
  const put = store.put("a/b/c", madeBytes(2_000, [100]), { organization, mostBytes: 1_000 });
  await expect(put).rejects.toThrow();
  await store.put("a/b/d", madeBytes(10, [10]), plenty);
  await store.delete(["a/b/d"]);
  expect(readdirSync(folder, { recursive: true })).toEqual([]);
});

test("[SRV-32] what a killed process left of an object is listed under its key and goes with it, folders too", async () => {
  const folder = newFolder("killed");
  const program = `
    import { openDiskStore } from ${JSON.stringify(join(import.meta.dirname, "disk-store.ts"))};
    const organization = { organizationId: "o", dataKey: new Uint8Array(32) };
    async function* content() {
      for (;;) { yield new Uint8Array(70_000); process.stdout.write("."); }
    }
    await openDiskStore(${JSON.stringify(folder)}).put("owner/object", content(), { organization, mostBytes: Infinity });`;
  const writer = spawn(process.execPath, ["--input-type=module-typescript", "--eval", program]);
  await once(writer.stdout, "data");
  writer.kill("SIGKILL");
  await once(writer, "exit");
  expect(readdirSync(join(folder, "owner"))).toEqual([expect.stringMatching(/^object~[0-9a-f]{32}$/)]);
  const store = openDiskStore(folder);
  expect(await gather(store.list("owner/"))).toEqual(["owner/object"]);
  await store.delete(["owner/object"]);
  expect(readdirSync(folder)).toEqual([]);
});

test("a folder that cannot be used fails the check", async () => {
  writeFileSync(join(root, "a-file"), "");
  await expect(openDiskStore(join(root, "a-file")).check()).rejects.toThrow();
});

test("[SRV-36] a folder that is missing is not made: nothing is stored, and the check fails", async () => {
  const folder = join(root, "not-mounted");
  const store = openDiskStore(folder);
  await expect(store.put("a/b/c", madeBytes(10, [10]), plenty)).rejects.toThrow("does not exist");
  await expect(store.check()).rejects.toThrow("does not exist");
  // Nothing counts as deleted.
  await expect(store.get("a/b/c", { organization })).rejects.toThrow(StoreMissing);
  await expect(store.delete(["a/b/c"])).rejects.toThrow(StoreMissing);
  await expect(gather(store.list(""))).rejects.toThrow(StoreMissing);
  expect(existsSync(folder)).toBe(false);
});

test("puts succeed while deletions empty the same folder", async () => {
  const store = openDiskStore(newFolder("race"));
  const turns = Array.from({ length: 30 }, (_, number) => `deep/er/${number % 5}/${number}`);
  await Promise.all(
    turns.map(async (key) => {
      await store.put(key, madeBytes(10, [10]), plenty);
      await store.delete([key]);
    }),
  );
  expect(await gather(store.list(""))).toEqual([]);
});
