import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchive, readerLimits, writeArchive } from "@versus/engine";
import { nodeZlib } from "@versus/engine/node-zlib";
import { afterAll, expect, test } from "vitest";
import type { ReceivedFile } from "../contract/forms.ts";
import { documentOf } from "../jobs/testing/documents.ts";
import { openDiskStore } from "../storage/disk-store.ts";
import { type ObjectStore, ObjectUnreadable } from "../storage/object-store.ts";
import { sourceChecker } from "./check-sources.ts";

const folder = mkdtempSync(join(tmpdir(), "versus-check-"));
const store = openDiskStore(folder);
const organization = { organizationId: "0a1b2c3d-0000-4000-8000-000000000001", dataKey: randomBytes(32) };

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function upload(bytes: Uint8Array): Promise<ReceivedFile> {
  const objectKey = `test/${randomBytes(8).toString("hex")}`;
  const content = (async function* () {
    yield bytes;
  })();
  const stored = await store.put(objectKey, content, { organization, mostBytes: bytes.length });
  return { fileName: "a.docx", objectKey, ...stored };
}

test("both sources are looked at, and each that is no Word document is named", async () => {
  const check = sourceChecker({ store, atOnce: 1 });
  const [good, bad] = [await upload(documentOf("Fine.")), await upload(randomBytes(100))];
  await check({ original: good, modified: good }, organization);
  await expect(check({ original: good, modified: bad }, organization)).rejects.toMatchObject({
    code: "DOCUMENT_UNREADABLE",
    details: [{ field: "modified", reason: "PACKAGE_INVALID" }],
  });
  await expect(check({ original: bad, modified: bad }, organization)).rejects.toMatchObject({
    details: [{ field: "original" }, { field: "modified" }],
  });
});

test("little of a large file is read, and only so many files are looked at at a time", async () => {
  const images = Array.from({ length: 4 }, (_, index) => ({
    kind: "made" as const,
    name: `word/media/image${index}.bin`,
    bytes: new Uint8Array(randomBytes(1024 * 1024)),
  }));
  const { entries } = openArchive(documentOf("Fine."), readerLimits);
  const kept = entries.map((entry) => ({ kind: "kept" as const, entry }));
  const large = writeArchive([...kept.slice(1), ...images, ...kept.slice(0, 1)], nodeZlib, 1);
  const good = await upload(large);
  const { counting, count } = countReads(store);
  const check = sourceChecker({ store: counting, atOnce: 2 });
  const checks = Array.from({ length: 5 }, () => check({ original: good, modified: good }, organization));
  await Promise.all(checks);
  expect(count.bytes / 10).toBeLessThan(200 * 1024);
  expect(count.most).toBeLessThanOrEqual(2);
});

test("a large file that is cut, encrypted or no Word document is refused for the same reason as a small one", async () => {
  const check = sourceChecker({ store });
  const good = await upload(documentOf("Fine."));
  const filler = { kind: "made" as const, name: "filler.bin", bytes: new Uint8Array(randomBytes(600 * 1024)) };
  const { entries } = openArchive(documentOf("Fine."), readerLimits);
  const kept = entries.map((entry) => ({ kind: "kept" as const, entry }));
  const whole = writeArchive([...kept, filler], nodeZlib, 1);
  const container = Buffer.alloc(600 * 1024);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(container);
  const encrypted = Buffer.from(container);
  Buffer.from("EncryptedPackage", "utf16le").copy(encrypted, 512 + 128 * 4000);
  const cases: [Uint8Array, string][] = [
    [whole.subarray(0, whole.length - 30), "PACKAGE_INVALID"],
    [
      writeArchive([...kept.filter(({ entry }) => entry.name !== "[Content_Types].xml"), filler], nodeZlib, 1),
      "PACKAGE_INVALID",
    ],
    [
      writeArchive([...kept.filter(({ entry }) => entry.name !== "word/document.xml"), filler], nodeZlib, 1),
      "PACKAGE_INVALID",
    ],
    [container, "PACKAGE_INVALID"],
    [encrypted, "ENCRYPTED"],
    [new Uint8Array(randomBytes(600 * 1024)), "PACKAGE_INVALID"],
  ];
  await check({ original: good, modified: await upload(whole) }, organization);
  for (const [bytes, reason] of cases) {
    const bad = await upload(bytes);
    await expect(check({ original: good, modified: bad }, organization)).rejects.toMatchObject({
      details: [{ field: "modified", reason }],
    });
  }
});

test("a file that is not in the store is a fault, and the next is looked at all the same", async () => {
  const check = sourceChecker({ store, atOnce: 1 });
  const good = await upload(documentOf("Fine."));
  const missing = { ...good, objectKey: "test/missing" };
  await expect(check({ original: missing, modified: missing }, organization)).rejects.toThrow(ObjectUnreadable);
  await check({ original: good, modified: good }, organization);
});

function countReads(counted: ObjectStore): { counting: ObjectStore; count: { bytes: number; most: number } } {
  const count = { bytes: 0, most: 0, held: 0 };
  const counting: ObjectStore = {
    ...counted,
    get: async (key, options) => {
      count.bytes += (options.range?.to ?? 0) - (options.range?.from ?? 0);
      count.held += 1;
      count.most = Math.max(count.most, count.held);
      try {
        return await counted.get(key, options);
      } finally {
        count.held -= 1;
      }
    },
  };
  return { counting, count };
}
