// The S3 driver against a real gateway.

import {
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  PutBucketVersioningCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdsTheContract, madeBytes, organization } from "./object-store.contract.ts";
import type { ObjectStore } from "./object-store.ts";
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
    return openStore(`s3://${name}?region=default&encryption=off&endpoint=${endpoint}`, credentials);
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

  test("a wrong secret, a missing bucket and a bucket that keeps versions fail the check", async () => {
    const wrong = { accessKeyId: ceph?.credentials.accessKeyId ?? "", secretAccessKey: "wrong" };
    await expect(open(bucket, wrong).check()).rejects.toThrow();
    await expect(open("versus-nowhere").check()).rejects.toThrow();
    await expect(open(versioned).check()).rejects.toThrow("keeps versions");
  });
});
