// Tests the check of sources before a request creates anything.

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchive, readerLimits, writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { afterAll, expect, test } from "vitest";
import type { ReceivedFile } from "../contract/forms.ts";
import { documentOf } from "../jobs/testing/documents.ts";
import { openDiskStore } from "../storage/disk-store.ts";
import { type ObjectStore, ObjectUnreadable } from "../storage/object-store.ts";
import { type SourceChecks, sourceChecker } from "./check-sources.ts";

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

/** Returns a checker for files of one organization whose client stays connected. */
function checkerOf(options: Omit<SourceChecks, "store"> & { readonly store?: ObjectStore } = {}) {
  const check = sourceChecker({ store, ...options });
  return (sources: Readonly<Record<string, ReceivedFile>>, signal = new AbortController().signal) =>
    check({ sources, organization, signal });
}

test("both sources are looked at, and each that is no Word document is named", async () => {
  const check = checkerOf({ atOnce: 1 });
  const [good, bad] = [await upload(documentOf("Fine.")), await upload(randomBytes(100))];
  await check({ original: good, modified: good });
  await expect(check({ original: good, modified: bad })).rejects.toMatchObject({
    code: "DOCUMENT_UNREADABLE",
    details: [{ field: "modified", reason: "PACKAGE_INVALID" }],
  });
  await expect(check({ original: bad, modified: bad })).rejects.toMatchObject({
    details: [{ field: "original" }, { field: "modified" }],
  });
});

test("[SRV-60] [SRV-62] little of a large file is read, and only so many files are looked at at a time", async () => {
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
  const check = checkerOf({ store: counting, atOnce: 2 });
  const checks = Array.from({ length: 5 }, () => check({ original: good, modified: good }));
  await Promise.all(checks);
  expect(count.bytes / 10).toBeLessThan(200 * 1024);
  expect(count.most).toBeLessThanOrEqual(2);
});

test("a large file that is cut, encrypted or no Word document is refused for the same reason as a small one", async () => {
  const check = checkerOf();
  const good = await upload(documentOf("Fine."));
  const filler = { kind: "made" as const, name: "filler.bin", bytes: new Uint8Array(randomBytes(600 * 1024)) };
  const { entries } = openArchive(documentOf("Fine."), readerLimits);
  const kept = entries.map((entry) => ({ kind: "kept" as const, entry }));
  const whole = writeArchive([...kept, filler], nodeZlib, 1);
  const container = Buffer.alloc(600 * 1024);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(container);
  // The header says that the directory is in sector 1000.
  container.writeUInt16LE(9, 30);
  container.writeUInt32LE(1000, 48);
  const encrypted = Buffer.from(container);
  Buffer.from("EncryptedPackage", "utf16le").copy(encrypted, 512 * 1001 + 128);
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
  await check({ original: good, modified: await upload(whole) });
  for (const [bytes, reason] of cases) {
    const bad = await upload(bytes);
    await expect(check({ original: good, modified: bad })).rejects.toMatchObject({
      details: [{ field: "modified", reason }],
    });
  }
});

test("a file that is not in the store is a fault, and the next is looked at all the same", async () => {
  const check = checkerOf({ atOnce: 1 });
  const good = await upload(documentOf("Fine."));
  const missing = { ...good, objectKey: "test/missing" };
  await expect(check({ original: missing, modified: missing })).rejects.toThrow(ObjectUnreadable);
  await check({ original: good, modified: good });
});

test("[SRV-62] a check whose client goes away ends at once, while it waits for its turn and while it reads", async () => {
  const stuck = Promise.withResolvers<never>();
  const check = checkerOf({ store: { ...store, get: () => stuck.promise }, atOnce: 1 });
  const file = await upload(documentOf("Fine."));
  const [reader, waiter] = [new AbortController(), new AbortController()];
  const checks = [check({ document: file }, reader.signal), check({ document: file }, waiter.signal)];
  waiter.abort(new Error("the second went away"));
  await expect(checks[1]).rejects.toThrow("the second went away");
  reader.abort(new Error("the first went away"));
  await expect(checks[0]).rejects.toThrow("the first went away");
  await expect(check({ document: file }, reader.signal)).rejects.toThrow("the first went away");
});

test("[SRV-62] a check that takes too long answers that the service is unavailable, and gives its turn back", async () => {
  let isStuck = true;
  const stuck = new Promise<never>(() => {});
  const get: ObjectStore["get"] = (...asked) => (isStuck ? stuck : store.get(...asked));
  const check = checkerOf({ store: { ...store, get }, atOnce: 1, milliseconds: 50 });
  const file = await upload(documentOf("Fine."));
  await expect(check({ document: file })).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    headers: { "retry-after": "5" },
  });
  isStuck = false;
  await check({ document: file });
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
