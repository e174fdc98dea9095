// Tests the S3 driver against a real gateway.

import {
  CreateBucketCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdsTheContract, inPieces, madeBytes, organization, readBytes } from "./object-store.contract.ts";
import { type ObjectStore, ObjectUnreadable } from "./object-store.ts";
import { openStore } from "./open-store.ts";
import { startTestCeph } from "./testing/ceph.ts";

const ceph = await startTestCeph();
afterAll(() => ceph?.stop());

describe("the S3 driver", { skip: ceph === undefined }, () => {
  const bucket = "versus-test";
  const versioned = "versus-versioned";
  const client = new S3Client({
    region: "default",
    forcePathStyle: true,
    endpoint: ceph?.endpoint ?? "",
    credentials: ceph?.credentials ?? { accessKeyId: "", secretAccessKey: "" },
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  const open = (name = bucket, credentials = ceph?.credentials): ObjectStore => {
    const endpoint = encodeURIComponent(ceph?.endpoint ?? "");
    return openStore(
      `s3://${name}?region=default&encryption=off&endpoint=${endpoint}`,
      credentials && (() => credentials),
    );
  };

  beforeAll(async () => {
    for (const Bucket of [bucket, versioned]) await client.send(new CreateBucketCommand({ Bucket }));
    const VersioningConfiguration = { Status: "Enabled" } as const;
    await client.send(new PutBucketVersioningCommand({ Bucket: versioned, VersioningConfiguration }));
  });
  afterAll(() => client.destroy());

  holdsTheContract(open);

  test("an upload that was refused or failed leaves no parts", async () => {
    const megabytes = 12 * 1024 * 1024;
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield* madeBytes(megabytes, [1_000_003]);
      throw new Error("the line was cut");
    }
    await expect(open().put("parts/a", failing(), { organization, mostBytes: 2 * megabytes })).rejects.toThrow();
    const large = madeBytes(megabytes, [1_000_003]);
    await expect(open().put("parts/b", large, { organization, mostBytes: megabytes - 1 })).rejects.toThrow();
    const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
    expect(Uploads ?? []).toEqual([]);
  });

  const plenty = { organization, mostBytes: 1_000_000 };

  test("[SRV-33] what lies in the bucket is not the content, and one altered byte is noticed", async () => {
    const text = Buffer.from("The parties agree as follows. ".repeat(20_000));
    await open().put("bytes", inPieces(text, [10_000]), plenty);
    const stored = await bytesOf("bytes");
    expect(stored.includes("parties")).toBe(false);
    for (const position of [40, 300_000, stored.length - 1]) {
      const altered = Buffer.from(stored);
      altered[position]! ^= 1;
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: "bytes", Body: altered }));
      await expect(readBytes(open(), "bytes")).rejects.toThrow(ObjectUnreadable);
    }
    const cut = stored.subarray(0, 36 + 65_552);
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: "bytes", Body: cut }));
    await expect(readBytes(open(), "bytes")).rejects.toThrow(ObjectUnreadable);
  });

  test("[SRV-33] an object of an older key is read as it lies there, and no such key is written; others are never read plain", async () => {
    const key = "organization/cmp_1/docx.m3k2j1h0.0123456789abcdef";
    const plain = Buffer.from("PK plain ".repeat(50_000));
    for (const Key of [key, `${key}.sealed`, "other"]) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: plain }));
    }
    expect(await readBytes(open(), key)).toEqual(plain);
    expect(await readBytes(open(), key, { from: 5, to: 70_000 })).toEqual(plain.subarray(5, 70_000));
    await expect(open().put(key, inPieces(plain, [1_000]), plenty)).rejects.toThrow("older keys");
    for (const other of [`${key}.sealed`, "other"]) {
      await expect(readBytes(open(), other)).rejects.toThrow(ObjectUnreadable);
    }
  });

  async function bytesOf(Key: string): Promise<Buffer> {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  }

  test("[SRV-38] a bucket that keeps versions, or has some left, would keep what is deleted", async () => {
    const setVersions = (Bucket: string, Status: "Enabled" | "Suspended") =>
      client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));
    await open(bucket).checkDeletion();
    await expect(open(versioned).checkDeletion()).rejects.toThrow("keeps versions");
    await client.send(new PutObjectCommand({ Bucket: versioned, Key: "old", Body: "x" }));
    await setVersions(versioned, "Suspended");
    await expect(open(versioned).checkDeletion()).rejects.toThrow("keeps versions");
    const Bucket = "versus-suspended";
    await client.send(new CreateBucketCommand({ Bucket }));
    await setVersions(Bucket, "Enabled");
    await setVersions(Bucket, "Suspended");
    await client.send(new PutObjectCommand({ Bucket, Key: "new", Body: "x" }));
    await open(Bucket).checkDeletion();
    await setVersions(versioned, "Enabled");
    const locked = "versus-locked";
    await client.send(new CreateBucketCommand({ Bucket: locked, ObjectLockEnabledForBucket: true }));
    await expect(open(locked).checkDeletion()).rejects.toThrow("versus-locked");
  });

  test("a wrong secret, a missing bucket and a bucket that keeps versions fail the check", async () => {
    const wrong = { accessKeyId: ceph?.credentials.accessKeyId ?? "", secretAccessKey: "wrong" };
    await expect(open(bucket, wrong).check()).rejects.toThrow();
    await expect(open("versus-nowhere").check()).rejects.toThrow();
    await expect(open(versioned).check()).rejects.toThrow("keeps versions");
  });
});
