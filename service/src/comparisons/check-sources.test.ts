import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { ReceivedFile } from "../contract/forms.ts";
import { Sandbox } from "../jobs/sandbox.ts";
import { documentOf } from "../jobs/testing/documents.ts";
import { openDiskStore } from "../storage/disk-store.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { sourceChecker } from "./check-sources.ts";

const folder = mkdtempSync(join(tmpdir(), "versus-check-"));
const store = openDiskStore(folder);
const sandbox = new Sandbox({ children: 2, memoryMegabytes: 512, seconds: 30, recycleAfter: 100 });
const organization = { organizationId: "0a1b2c3d-0000-4000-8000-000000000001", dataKey: randomBytes(32) };

afterAll(async () => {
  await sandbox.close();
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
  const check = sourceChecker({ store, sandbox, atOnce: 1 });
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

test("only so many files are in memory at a time, also when one of them cannot be read", async () => {
  const good = await upload(documentOf("Fine."));
  const missing = { ...good, objectKey: "test/missing" };
  let [held, most] = [0, 0];
  const counting: ObjectStore = {
    ...store,
    get: async (...words) => {
      held += 1;
      most = Math.max(most, held);
      return store.get(...words);
    },
  };
  // The child's answer is when a file is let go of.
  const answering = Object.create(sandbox, {
    run: { value: (...words: Parameters<Sandbox["run"]>) => sandbox.run(...words).finally(() => (held -= 1)) },
  });
  const check = sourceChecker({ store: counting, sandbox: answering, atOnce: 2 });
  const checks = Array.from({ length: 5 }, () => check({ original: good, modified: good }, organization));
  await Promise.all(checks);
  expect(most).toBe(2);
  await expect(check({ original: missing, modified: missing }, organization)).rejects.toThrow();
  await check({ original: good, modified: good }, organization);
});
