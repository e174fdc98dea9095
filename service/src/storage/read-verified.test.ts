// Tests reading objects with the check of size and SHA-256.

import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDiskStore } from "./disk-store.ts";
import { inPieces, organization } from "./object-store.contract.ts";
import { readVerified } from "./read-verified.ts";

const root = mkdtempSync(join(tmpdir(), "versus-verified-"));
afterAll(() => rmSync(root, { recursive: true }));
const store = openDiskStore(root);
const bytes = randomBytes(100_000);

async function stored(key: string, content: Uint8Array = bytes) {
  const { size, sha256 } = await store.put(key, inPieces(content, [33_333]), { organization, mostBytes: 200_000 });
  return { object_key: key, size, sha256 };
}

test("an object that is what its row says is read whole", async () => {
  expect(Buffer.from(await readVerified(store, await stored("good"), organization))).toEqual(bytes);
});

test("an object of no bytes is read", async () => {
  expect(await readVerified(store, await stored("empty", Buffer.alloc(0)), organization)).toHaveLength(0);
});

test("a missing and a shorter object are an incomplete upload", async () => {
  const missing = { object_key: "missing", size: 1, sha256: bytes.subarray(0, 32) };
  await expect(readVerified(store, missing, organization)).rejects.toMatchObject({ upstreamCode: "UPLOAD_INCOMPLETE" });
  const shorter = { ...(await stored("shorter")), size: bytes.length + 1 };
  await expect(readVerified(store, shorter, organization)).rejects.toMatchObject({
    code: "SOURCE_UPLOAD_FAILED",
    upstreamCode: "UPLOAD_INCOMPLETE",
  });
});

test("other bytes, a longer object and an altered file are a checksum mismatch", async () => {
  const mismatch = { code: "SOURCE_UPLOAD_FAILED", upstreamCode: "CHECKSUM_MISMATCH" };
  const other = { ...(await stored("other")), sha256: createHash("sha256").update("other").digest() };
  await expect(readVerified(store, other, organization)).rejects.toMatchObject(mismatch);
  const longer = { ...(await stored("longer")), size: bytes.length - 1 };
  await expect(readVerified(store, longer, organization)).rejects.toMatchObject(mismatch);
  const altered = await stored("altered");
  const file = readFileSync(join(root, "altered~"));
  file.fill(0, 1_000, 1_100);
  writeFileSync(join(root, "altered~"), file);
  await expect(readVerified(store, altered, organization)).rejects.toMatchObject(mismatch);
});
