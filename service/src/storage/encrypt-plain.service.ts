// Tests rewriting the plain objects of a bucket (SRV-33).

import { createHash, randomBytes } from "node:crypto";
import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countPlain, encryptPlain } from "./encrypt-plain.ts";
import { newObjectKey } from "./object-keys.ts";
import { openStore } from "./open-store.ts";
import { readVerified } from "./read-verified.ts";
import { startTestCeph } from "./testing/ceph.ts";
import { makeTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { makeTestOrganization, type TestOrganization, testMasterKeys } from "./testing/test-organization.ts";

const ceph = await startTestCeph();
afterAll(() => ceph?.stop());

describe("plain objects of a bucket", { skip: ceph === undefined }, () => {
  const Bucket = "versus-plain";
  const client = new S3Client({
    region: "default",
    forcePathStyle: true,
    endpoint: ceph?.endpoint ?? "",
    credentials: ceph?.credentials ?? { accessKeyId: "", secretAccessKey: "" },
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  const endpoint = encodeURIComponent(ceph?.endpoint ?? "");
  const store = openStore(
    `s3://${Bucket}?region=default&encryption=off&endpoint=${endpoint}`,
    ceph && (() => ceph.credentials),
  );
  const clock = () => new Date("2026-03-04T05:06:07Z");
  let tests: TestDatabase;
  let organization: TestOrganization;
  const pauses: number[] = [];

  beforeAll(async () => {
    await client.send(new CreateBucketCommand({ Bucket }));
    tests = await makeTestDatabase();
    organization = await makeTestOrganization(tests.database);
  });
  afterAll(async () => {
    await tests.close();
    client.destroy();
  });

  const parts = (over: Partial<typeof store> = {}) => ({
    database: tests.database,
    store: { ...store, ...over },
    masterKeys: testMasterKeys,
    clock,
    random: randomBytes,
    pause: async (milliseconds: number) => void pauses.push(milliseconds),
  });

  /** Stores a plain object as an older version did. Returns its content. */
  async function storePlain(ownerId: string, { size = 300_000, body }: { size?: number; body?: Buffer } = {}) {
    const content = randomBytes(size);
    const key = newObjectKey({ ...organization, ownerId }, "docx", { clock, random: randomBytes }).replace(
      ".sealed",
      "",
    );
    await client.send(new PutObjectCommand({ Bucket, Key: key, Body: body ?? content }));
    const row = {
      ...{ object_key: key, organization_id: organization.organizationId, owner_id: ownerId, role: "docx" },
      ...{ sha256: createHash("sha256").update(content).digest(), size, created_at: clock() },
    };
    await tests.database.insertInto("objects").values(row).execute();
    const artifact = { owner_id: ownerId, format: "docx", status: "ready", object_key: key, file_name: "x" } as const;
    await tests.database.insertInto("artifacts").values(artifact).execute();
    return { key, content };
  }

  async function readNow(ownerId: string): Promise<Buffer> {
    const row = await tests.database
      .selectFrom("objects")
      .innerJoin("artifacts", "artifacts.object_key", "objects.object_key")
      .where("objects.owner_id", "=", ownerId)
      .selectAll("objects")
      .executeTakeFirstOrThrow();
    return Buffer.from(await readVerified(store, row, organization));
  }

  const keys = async () =>
    ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => Key!);

  test("[SRV-33] are rewritten under new keys, and go; empty and damaged ones are told; running it again changes nothing", async () => {
    const owners = ["cmp_a", "cmp_b", "cmp_empty"];
    const made = new Map(owners.map((owner) => [owner, Buffer.alloc(0)]));
    for (const owner of owners) {
      const { content } = await storePlain(owner, { size: owner === "cmp_empty" ? 0 : 300_000 });
      made.set(owner, content);
    }
    const damaged = await storePlain("cmp_damaged", { size: 10, body: Buffer.alloc(10, 1) });
    expect(await countPlain(tests.database)).toBe(4);
    expect(await encryptPlain(parts())).toEqual({ encrypted: 3, damaged: 1, deleted: 3 });
    for (const owner of owners) expect(await readNow(owner)).toEqual(made.get(owner));
    expect((await keys()).filter((key) => !key.endsWith(".sealed"))).toEqual([damaged.key]);
    expect(await countPlain(tests.database)).toBe(1);
    expect(pauses).toEqual([60_000]);
    expect(await encryptPlain(parts())).toEqual({ encrypted: 0, damaged: 1, deleted: 0 });
    await tests.database.deleteFrom("objects").where("owner_id", "=", "cmp_damaged").execute();
    await store.delete([damaged.key]);
  });

  test("what is deleted while it is rewritten is not brought back, and a rewriting that was interrupted goes on", async () => {
    await storePlain("cmp_gone");
    const put: typeof store.put = async (...words) => {
      const stored = await store.put(...words);
      await tests.database.deleteFrom("objects").where("owner_id", "=", "cmp_gone").execute();
      return stored;
    };
    expect(await encryptPlain(parts({ put }))).toMatchObject({ encrypted: 0, damaged: 0 });
    expect((await keys()).filter((key) => key.includes("cmp_gone"))).toEqual([]);

    const { content } = await storePlain("cmp_cut");
    const cut = async () => {
      throw new Error("the operator went away");
    };
    await expect(encryptPlain({ ...parts(), pause: cut })).rejects.toThrow("went away");
    expect(await readNow("cmp_cut")).toEqual(content);
    expect(await encryptPlain(parts())).toEqual({ encrypted: 0, damaged: 0, deleted: 1 });
    expect((await keys()).every((key) => key.endsWith(".sealed"))).toBe(true);
  });
});
