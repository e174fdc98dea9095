// Accesses the objects of the store without the service, to check their deletion or damage them.

import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import type { Ceph } from "./programs.ts";

export interface Objects {
  /** Returns true if no key begins with this prefix. */
  isEmpty(prefix: string): Promise<boolean>;
  /** Returns the keys of all objects. */
  keys(): AsyncIterable<string>;
  /** Returns the stored bytes of the objects whose keys begin with this prefix. */
  contents(prefix: string): AsyncIterable<Buffer>;
  /** Changes one byte of an object. */
  damage(key: string): Promise<void>;
  remove(key: string): Promise<void>;
  close(): void;
}

/** Number of objects read at the same time. Reading one takes a while, and there are thousands. */
const readAtOnce = 16;

/** Creates the bucket. */
export async function bucketObjects(
  { endpoint, ...credentials }: Omit<Ceph, "stop">,
  Bucket: string,
): Promise<Objects> {
  const client = new S3Client({ endpoint, region: "default", forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket }));
  const bytesOf = async (Key: string | undefined): Promise<Buffer> => {
    const got = await client.send(new GetObjectCommand({ Bucket, Key })).catch(unlessGone);
    return Buffer.from((await got?.Body?.transformToByteArray()) ?? []);
  };
  return {
    async isEmpty(Prefix) {
      for await (const { KeyCount = 0 } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
        if (KeyCount > 0) return false;
      }
      return true;
    },
    async *keys() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
        for (const { Key = "" } of Contents) yield Key;
      }
    },
    async *contents(Prefix) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
        for (let first = 0; first < Contents.length; first += readAtOnce) {
          yield* await Promise.all(Contents.slice(first, first + readAtOnce).map(({ Key }) => bytesOf(Key)));
        }
      }
    },
    async damage(Key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      const bytes = await Body?.transformToByteArray();
      await client.send(new PutObjectCommand({ Bucket, Key, Body: damaged(bytes) }));
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    close: () => client.destroy(),
  };
}

/** Other tests may have deleted an object since it was listed. */
function unlessGone(problem: unknown): undefined {
  if (problem instanceof S3ServiceException && problem.$metadata.httpStatusCode === 404) return;
  throw problem;
}

export function folderObjects(folder: string): Objects {
  const pathOf = async (key: string): Promise<string> => {
    const paths = await readdir(folder, { recursive: true });
    const found = paths.find((path) => path.startsWith(key));
    if (found === undefined) throw new Error("there is no such object");
    return join(folder, found);
  };
  return {
    async isEmpty(prefix) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return !entries.some(
        (entry) => entry.isFile() && join(entry.parentPath, entry.name).startsWith(join(folder, prefix)),
      );
    },
    async *keys() {
      yield* await readdir(folder, { recursive: true });
    },
    async *contents(prefix) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      for (const path of paths) if (path.startsWith(join(folder, prefix))) yield await readFile(path);
    },
    async damage(key) {
      const path = await pathOf(key);
      await writeFile(path, damaged(await readFile(path)));
    },
    async remove(key) {
      await rm(await pathOf(key));
    },
    close: () => {},
  };
}

function damaged(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined || bytes.length === 0) throw new Error("there is no such object");
  const last = bytes.length - 1;
  bytes[last] = bytes[last]! ^ 0xff;
  return bytes;
}
