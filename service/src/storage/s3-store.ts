// Objects in a bucket of any store that speaks S3. We encrypt each with its organization's key (sealed-content.ts), and
// ask the store to encrypt at rest as well (AES256 unless it refuses the header). Objects of older keys are plain, and are
// read so until they are rewritten (encrypt-plain.ts); none is written.
//
// One call reads the beginning of an object, and tells its length and version; most objects end there. The rest of a
// larger one, and a range further on, is a second call that is answered for that very version alone.
//
// A large object is sent in parts, which the store keeps until somebody finishes the upload or gives it up. What a killed
// process left is listed and deleted with its key, as on disk. (A store that lists uploads for whole keys alone, as
// MinIO does, has to give up old ones by itself; it does so after a day.)
//
// Settings that were found by measuring: checksums only when required, because older gateways refuse the client's
// default ones (what is read is verified against our own SHA-256, read-verified.ts); one part of an upload in flight,
// because the default of four parts times twenty uploads is 400 MB.

import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectLockConfigurationCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { MeasuredContent } from "./measured-content.ts";
import { isPlainKey } from "./object-keys.ts";
import {
  type ByteRange,
  type CopyableStore,
  ensureObjectKey,
  type FoundObject,
  ObjectUnreadable,
  StoreUnfit,
} from "./object-store.ts";
import { openingLength, openSealed, sealContent } from "./sealed-content.ts";

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3StoreConfig {
  readonly bucket: string;
  readonly region: string;
  /** Of a store other than Amazon's; the bucket then stands in the path. */
  readonly endpoint?: string;
  /** Off for stores that refuse the header. */
  readonly encryption: "AES256" | "off";
  /** Else the client looks where Amazon's tools do: environment, profile, role. */
  readonly credentials?: (() => S3Credentials) | undefined;
}

// The least a part may have.
const partBytes = 5 * 1024 * 1024;
const mostDeletedAtOnce = 1000;
const connectMilliseconds = 5_000;
/**
 * Two clients, each with sockets of its own: callers read as slowly as they like, and must not use up what the service
 * needs for its own work. A socket without a byte for so long is given up. Our own calls wait for the store alone and are
 * sent twice at most, so that whoever waits for one knows within 15 s; a caller may pause, and asks again with a range.
 */
const usesOfSockets = {
  own: { sockets: 50, idleMilliseconds: 5_000, attempts: 2 },
  caller: { sockets: 500, idleMilliseconds: 60_000, attempts: 2 },
} as const;

/** The bucket must exist and not keep versions: in one that does, what is deleted is not gone. */
export function openS3Store(config: S3StoreConfig): CopyableStore {
  const client = openClient(config, "own");
  const callerClient = openClient(config, "caller");
  const Bucket = config.bucket;
  const writeObject = (key: string, sealed: AsyncIterable<Uint8Array>) => uploadSealed(client, config, { key, sealed });

  return {
    async put(key, content, { organization, mostBytes }) {
      const measured = new MeasuredContent(content, mostBytes);
      await writeObject(key, sealContent(measured, { organization, key, random: randomBytes }));
      return measured.result();
    },

    async readSealed(key) {
      ensureObjectKey(key);
      const reply = await ifThere(client.send(new GetObjectCommand({ Bucket, Key: key })));
      return reply && (streamOf(reply) as AsyncIterable<Uint8Array>);
    },

    writeSealed: writeObject,

    async get(key, { organization, range, for: reader }) {
      ensureObjectKey(key);
      const place = { Bucket, Key: key };
      const streaming = reader === "caller" ? callerClient : client;
      if (isPlainKey(key)) return findPlain(streaming, place, range);
      const found = await ifThere(
        client.send(new GetObjectCommand({ ...place, Range: `bytes=0-${openingLength(range) - 1}` })),
      );
      if (found === undefined) return undefined;
      const opening = Buffer.from((await found.Body?.transformToByteArray()) ?? []);
      const length = lengthOf(found.ContentRange) ?? opening.length;
      const readRest = (rest: ByteRange) => readVersion(streaming, { ...place, version: found.ETag, wanted: rest });
      return openSealed({ organization, key, opening, length, readRest }, range);
    },

    async delete(keys) {
      for (const key of keys) ensureObjectKey(key);
      for (let first = 0; first < keys.length; first += mostDeletedAtOnce) {
        const Objects = keys.slice(first, first + mostDeletedAtOnce).map((Key) => ({ Key }));
        const reply = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
        const refused = reply.Errors?.find(({ Code }) => Code !== "NoSuchKey");
        if (refused !== undefined) throw new Error(`the object ${refused.Key} was not deleted: ${refused.Code}`);
      }
      await giveUpUploads(client, Bucket, keys);
    },

    list: (prefix) => listKeys(client, Bucket, prefix),

    async check() {
      await client.send(new HeadBucketCommand({ Bucket }));
      await client.send(new ListMultipartUploadsCommand({ Bucket, MaxUploads: 1 }));
      if ((await versioningOf(client, Bucket)) === "Enabled") throw keepsVersions(Bucket);
    },

    async checkDeletion() {
      const versioning = await versioningOf(client, Bucket);
      if (versioning === "Enabled") throw keepsVersions(Bucket);
      // While versions are suspended, deleting an object removes it if it was stored since then; older versions stay.
      if (versioning === "Suspended" && (await hasVersions(client, Bucket))) throw keepsVersions(Bucket);
      if (await isLocked(client, Bucket)) {
        throw new StoreUnfit(
          `The bucket ${Bucket} has object lock, so deleted objects would remain. Use another bucket.`,
        );
      }
    },
  };
}

interface SealedObject {
  readonly key: string;
  readonly sealed: AsyncIterable<Uint8Array>;
}

async function uploadSealed(client: S3Client, config: S3StoreConfig, { key, sealed }: SealedObject): Promise<void> {
  ensureObjectKey(key);
  if (isPlainKey(key)) throw new Error("objects of older keys are read and not written");
  const upload = new Upload({
    client,
    queueSize: 1,
    partSize: partBytes,
    leavePartsOnError: false,
    params: {
      Bucket: config.bucket,
      Key: key,
      Body: Readable.from(sealed, { objectMode: false }),
      ...(config.encryption === "off" ? {} : { ServerSideEncryption: config.encryption }),
    },
  });
  await upload.done();
}

async function versioningOf(client: S3Client, Bucket: string) {
  return (await client.send(new GetBucketVersioningCommand({ Bucket }))).Status;
}

function keepsVersions(bucket: string): StoreUnfit {
  return new StoreUnfit(`The bucket ${bucket} keeps versions, so deleted objects would remain. Use another bucket.`);
}

/** Versions of the time when the bucket kept them; all others are called `null`. */
async function hasVersions(client: S3Client, Bucket: string): Promise<boolean> {
  for (let from = {}; ; ) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket, ...from }));
    if (page.Versions?.some(({ VersionId }) => VersionId !== "null")) return true;
    if (page.IsTruncated !== true) return false;
    from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

/** A store that does not know locks, or does not tell, has none: a lock needs versions, which are asked before. */
async function isLocked(client: S3Client, Bucket: string): Promise<boolean> {
  try {
    const reply = await client.send(new GetObjectLockConfigurationCommand({ Bucket }));
    return reply.ObjectLockConfiguration?.ObjectLockEnabled === "Enabled";
  } catch (error) {
    const status = statusOf(error) ?? 0;
    if (status >= 400 && status < 600 && status !== 503) return false;
    throw error;
  }
}

function openClient(config: S3StoreConfig, use: keyof typeof usesOfSockets): S3Client {
  const { sockets: maxSockets, idleMilliseconds, attempts } = usesOfSockets[use];
  const client = new S3Client({
    region: config.region,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectMilliseconds,
      socketTimeout: idleMilliseconds,
      httpAgent: { maxSockets, keepAlive: true },
      httpsAgent: { maxSockets, keepAlive: true },
    },
    ...(config.endpoint === undefined ? {} : { endpoint: config.endpoint, forcePathStyle: true }),
    ...(config.credentials === undefined ? {} : { credentials: askedEachTime(config.credentials) }),
  });
  // Our objects are sealed and their chunks prove themselves, so the client need not digest every part once more to
  // sign it: that took as long as sealing it, on the thread that answers everybody.
  client.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { readonly headers: Record<string, string> };
      headers["x-amz-content-sha256"] = "UNSIGNED-PAYLOAD";
      return next(args);
    },
    { step: "build", name: "leavePayloadUnsigned" },
  );
  return client;
}

/** The client keeps credentials until shortly before they end; these have always ended by then. */
function askedEachTime(credentials: () => S3Credentials) {
  return async () => ({ ...credentials(), expiration: new Date() });
}

interface UnfinishedUpload {
  readonly key: string;
  readonly id: string;
}

async function* listUploads(client: S3Client, Bucket: string, Prefix: string): AsyncGenerator<UnfinishedUpload> {
  let from = {};
  for (;;) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...from }));
    for (const { Key: key, UploadId: id } of page.Uploads ?? []) {
      if (key !== undefined && id !== undefined) yield { key, id };
    }
    if (page.IsTruncated !== true) return;
    from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

async function* listKeys(client: S3Client, Bucket: string, prefix: string): AsyncGenerator<string> {
  const unfinished = new Set<string>();
  for await (const { key } of listUploads(client, Bucket, prefix)) unfinished.add(key);
  const waiting = [...unfinished].sort().reverse();
  for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
    for (const { Key = "" } of page.Contents ?? []) {
      while (waiting.length > 0 && waiting.at(-1)! < Key) yield waiting.pop()!;
      if (waiting.at(-1) === Key) waiting.pop();
      yield Key;
    }
  }
  yield* waiting.reverse();
}

/** Those that were to become one of the keys. One question for all of them: those of an owner begin alike. */
async function giveUpUploads(client: S3Client, Bucket: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const wanted = new Set(keys);
  for await (const { key: Key, id: UploadId } of listUploads(client, Bucket, commonStart(keys))) {
    if (wanted.has(Key)) await ifThere(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
  }
}

function commonStart(keys: readonly string[]): string {
  return keys.reduce((start, key) => {
    let length = 0;
    while (length < start.length && start[length] === key[length]) length++;
    return start.slice(0, length);
  });
}

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

async function findPlain(
  client: S3Client,
  place: Place,
  range: ByteRange | undefined,
): Promise<FoundObject | undefined> {
  const head = await ifThere(client.send(new HeadObjectCommand(place)));
  if (head === undefined) return undefined;
  const size = head.ContentLength ?? 0;
  const wanted = { from: range?.from ?? 0, to: Math.min(range?.to ?? size, size) };
  return { size, content: readVersion(client, { ...place, version: head.ETag, wanted }) };
}

/** Of the whole object, from a reply that gives a part: `bytes 0-99/1234`. */
function lengthOf(contentRange: string | undefined): number | undefined {
  const [, total] = /\/(\d+)$/.exec(contentRange ?? "") ?? [];
  return total === undefined ? undefined : Number(total);
}

interface Reading extends Place {
  readonly version: string | undefined;
  readonly wanted: ByteRange;
}

// Asked for when the first byte is wanted, because a reply nobody reads would hold its connection.
async function* readVersion(client: S3Client, { version, wanted, ...place }: Reading): AsyncGenerator<Uint8Array> {
  if (wanted.from >= wanted.to) return;
  // Bounds of this header are both inclusive.
  const Range = `bytes=${wanted.from}-${wanted.to - 1}`;
  const asked = client.send(new GetObjectCommand({ ...place, Range, IfMatch: version }));
  const reply = await asked.catch((error: unknown) => {
    const status = statusOf(error);
    throw status === 404 || status === 412 ? new ObjectUnreadable(place.Key, "it was deleted or replaced") : error;
  });
  yield* streamOf(reply) as AsyncIterable<Uint8Array>;
}

function streamOf({ Body }: { readonly Body?: unknown }): Readable {
  if (!(Body instanceof Readable)) throw new Error("the client gives no stream here");
  return Body;
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
