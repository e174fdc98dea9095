// Objects in a bucket of any store that speaks S3. The store encrypts at rest (AES256 unless it refuses the header);
// our own key is not used here.
//
// Settings that were found by measuring: checksums only when required, because older gateways refuse the client's
// default ones (what is read is verified against our own SHA-256, read-verified.ts); one part of an upload in flight,
// because the default of four parts times twenty uploads is 400 MB.

import { Readable } from "node:stream";
import {
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { MeasuredContent } from "./measured-content.ts";
import { type ByteRange, ensureObjectKey, type ObjectStore, ObjectUnreadable } from "./object-store.ts";

export interface S3StoreConfig {
  readonly bucket: string;
  readonly region: string;
  /** Of a store other than Amazon's; the bucket then stands in the path. */
  readonly endpoint?: string;
  /** Off for stores that refuse the header. */
  readonly encryption: "AES256" | "off";
  /** Else the client looks where Amazon's tools do: environment, profile, role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

// The least a part may have.
const partBytes = 5 * 1024 * 1024;
const mostDeletedAtOnce = 1000;
const connectMilliseconds = 5_000;
// A socket without a byte for this long is given up; a reader that pauses longer asks again with a range.
const idleMilliseconds = 120_000;

/** The bucket must exist and not keep versions: in one that does, what is deleted is not gone. */
export function openS3Store(config: S3StoreConfig): ObjectStore {
  const client = new S3Client({
    region: config.region,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: connectMilliseconds, socketTimeout: idleMilliseconds },
    ...(config.endpoint === undefined ? {} : { endpoint: config.endpoint, forcePathStyle: true }),
    ...(config.credentials === undefined ? {} : { credentials: config.credentials }),
  });
  const Bucket = config.bucket;

  return {
    async put(key, content, { mostBytes }) {
      ensureObjectKey(key);
      const measured = new MeasuredContent(content, mostBytes);
      const upload = new Upload({
        client,
        queueSize: 1,
        partSize: partBytes,
        leavePartsOnError: false,
        params: {
          Bucket,
          Key: key,
          Body: Readable.from(measured, { objectMode: false }),
          ...(config.encryption === "off" ? {} : { ServerSideEncryption: config.encryption }),
        },
      });
      await upload.done();
      return measured.result();
    },

    async get(key, { range }) {
      ensureObjectKey(key);
      const head = await ifThere(client.send(new HeadObjectCommand({ Bucket, Key: key })));
      if (head === undefined) return undefined;
      const size = head.ContentLength ?? 0;
      const wanted = { from: range?.from ?? 0, to: Math.min(range?.to ?? size, size) };
      return { size, content: readObject(client, { Bucket, Key: key, head, wanted }) };
    },

    async delete(keys) {
      for (const key of keys) ensureObjectKey(key);
      for (let first = 0; first < keys.length; first += mostDeletedAtOnce) {
        const Objects = keys.slice(first, first + mostDeletedAtOnce).map((Key) => ({ Key }));
        const reply = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
        const refused = reply.Errors?.find(({ Code }) => Code !== "NoSuchKey");
        if (refused !== undefined) throw new Error(`the object ${refused.Key} was not deleted: ${refused.Code}`);
      }
    },

    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
      }
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket }));
      const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket }));
      if (Status === "Enabled")
        throw new Error(`the bucket ${Bucket} keeps versions: what is deleted would not be gone`);
    },
  };
}

interface Reading {
  readonly Bucket: string;
  readonly Key: string;
  readonly head: HeadObjectCommandOutput;
  readonly wanted: ByteRange;
}

// Asked for when the first byte is wanted, because a reply nobody reads would hold its connection.
async function* readObject(client: S3Client, { Bucket, Key, head, wanted }: Reading): AsyncGenerator<Uint8Array> {
  if (wanted.from >= wanted.to) return;
  // Bounds of this header are both inclusive.
  const Range = `bytes=${wanted.from}-${wanted.to - 1}`;
  const asked = client.send(new GetObjectCommand({ Bucket, Key, Range, IfMatch: head.ETag }));
  const reply = await asked.catch((error: unknown) => {
    const status = statusOf(error);
    throw status === 404 || status === 412 ? new ObjectUnreadable(Key, "it was deleted or replaced") : error;
  });
  if (!(reply.Body instanceof Readable)) throw new Error("the client gives no stream here");
  yield* reply.Body as AsyncIterable<Uint8Array>;
}

async function ifThere<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
