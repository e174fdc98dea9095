// Stores objects in a bucket of any store that speaks S3.
//
// Each object is encrypted with its organization's key (sealed-content.ts). The store is asked to encrypt at rest as
// well (AES256, unless `encryption` is off). Objects of older keys are plain, and are read so until they are rewritten
// (encrypt-plain.ts); no plain object of a caller is written.
//
// One call reads the beginning of an object with its length and version; most objects end there. The rest of a larger
// object, and a later range, needs a second call, which is answered for that version only.
//
// A large object is sent in parts, which the store keeps until the upload is finished or aborted. An upload of a killed
// process is listed and deleted with its key, as on disk. (A store that lists uploads for whole keys only, as MinIO
// does, has to remove old ones itself; it does so after a day.)
//
// Two settings were found by measuring. Checksums are sent only when required, because older gateways refuse the
// client's default ones; read-verified.ts checks our own SHA-256. One part of an upload is in flight, because the
// default of four parts times twenty uploads is 400 MB.

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
  PutObjectCommand,
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
  roomBytes,
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
  /** The address of a store other than Amazon's. The bucket name is then in the path. */
  readonly endpoint?: string;
  /** `off` for stores that refuse the header. */
  readonly encryption: "AES256" | "off";
  /** Default: the client looks where Amazon's tools do: environment, profile, role. */
  readonly credentials?: (() => S3Credentials) | undefined;
}

// The minimum size of a part that S3 permits, in bytes.
const partBytes = 5 * 1024 * 1024;
const mostDeletedAtOnce = 1000;
const connectMilliseconds = 5_000;
/**
 * Two clients with separate sockets: callers read as slowly as they like, and must not use the sockets of the service's
 * own work. A socket without a byte for `idleMilliseconds` is closed. Our own calls wait only for the store and are
 * sent at most twice, so that a caller has an answer within 15 s. A caller may pause, and asks again with a range.
 */
const usesOfSockets = {
  own: { sockets: 50, idleMilliseconds: 5_000, attempts: 2 },
  caller: { sockets: 500, idleMilliseconds: 60_000, attempts: 2 },
} as const;

/** Opens the store. The bucket must exist and must not keep versions, because deleted objects would remain in it. */
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

    async checkRoom() {
      const place = { Bucket, Key: roomKey };
      await client.send(new PutObjectCommand({ ...place, Body: Buffer.alloc(roomBytes) }));
      await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: roomKey }], Quiet: true } }));
    },

    async checkDeletion() {
      const versioning = await versioningOf(client, Bucket);
      if (versioning === "Enabled") throw keepsVersions(Bucket);
      // While versions are suspended, a deletion removes an object that was stored since then; older versions remain.
      if (versioning === "Suspended" && (await hasVersions(client, Bucket))) throw keepsVersions(Bucket);
      if (await isLocked(client, Bucket)) {
        throw new StoreUnfit(
          `The bucket ${Bucket} has object lock, so deleted objects would remain. Use another bucket.`,
        );
      }
    },
  };
}

/** The key of the trial write. The next trial overwrites one that a killed process left. */
const roomKey = "room-probe";

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

/** True if the bucket has versions from a time when it kept them; all others are called `null`. */
async function hasVersions(client: S3Client, Bucket: string): Promise<boolean> {
  for (let from = {}; ; ) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket, ...from }));
    if (page.Versions?.some(({ VersionId }) => VersionId !== "null")) return true;
    if (page.IsTruncated !== true) return false;
    from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

/**
 * True if object lock is enabled. A store that does not support or report locks has none: a lock needs versions, which
 * are checked first.
 */
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
  // Our objects are sealed and their chunks are authenticated, so the client need not digest every part to sign it.
  // That took as long as sealing it, on the thread of all requests.
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

/**
 * Returns a provider whose credentials are already expired, so that the client calls it for each request. The client
 * caches credentials that are not expired until shortly before they expire.
 */
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

/** Aborts unfinished uploads of these keys. One listing suffices, because keys of an owner have the same prefix. */
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

interface ObjectLocation {
  readonly Bucket: string;
  readonly Key: string;
}

async function findPlain(
  client: S3Client,
  place: ObjectLocation,
  range: ByteRange | undefined,
): Promise<FoundObject | undefined> {
  const head = await ifThere(client.send(new HeadObjectCommand(place)));
  if (head === undefined) return undefined;
  const size = head.ContentLength ?? 0;
  const wanted = { from: range?.from ?? 0, to: Math.min(range?.to ?? size, size) };
  return { size, content: readVersion(client, { ...place, version: head.ETag, wanted }) };
}

/** Returns the length of the whole object from a reply with a part: `bytes 0-99/1234`. */
function lengthOf(contentRange: string | undefined): number | undefined {
  const [, total] = /\/(\d+)$/.exec(contentRange ?? "") ?? [];
  return total === undefined ? undefined : Number(total);
}

interface RangeRead extends ObjectLocation {
  readonly version: string | undefined;
  readonly wanted: ByteRange;
}

// The request is sent when the first byte is read, because an unread reply would hold its connection.
async function* readVersion(client: S3Client, { version, wanted, ...place }: RangeRead): AsyncGenerator<Uint8Array> {
  if (wanted.from >= wanted.to) return;
  // Both bounds of this header are inclusive.
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
