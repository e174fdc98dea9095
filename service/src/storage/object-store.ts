// Declares the store for the bytes of documents and results.
//
// Two drivers implement it, disk and S3, and object-store.contract.ts tests both. Neither keeps a whole large object
// in memory.

/** An organization with its unwrapped content key, which encrypts its objects. */
export interface OrganizationKey {
  readonly organizationId: string;
  /** 32 bytes. */
  readonly dataKey: Uint8Array;
}

/** The bytes from `from` to `to`, without `to`. A range past the end of the object is cut. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The size and digest of stored content, computed while it was stored. */
export interface StoredObject {
  readonly size: number;
  readonly sha256: Uint8Array;
}

/**
 * An object that was found. Nothing is open until `content` is iterated, so the content may be ignored (HEAD). If the
 * object is deleted or replaced meanwhile, the iteration yields it as it was found or throws ObjectUnreadable, never a
 * mixture. The part that was read when the object was found (the first 256 KiB) is yielded; the rest of a larger object
 * throws.
 */
export interface FoundObject {
  /** The size of the whole object, even if a range was requested. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface ObjectStore {
  /**
   * Stores the content as a stream, and counts and digests it. Replaces an existing object. Past `mostBytes` it throws
   * TooLarge. In that case, and if `content` throws, nothing remains of the new object, and the old one is unchanged.
   */
  put(
    key: string,
    content: AsyncIterable<Uint8Array>,
    options: { readonly organization: OrganizationKey; readonly mostBytes: number },
  ): Promise<StoredObject>;
  /**
   * Returns the whole object or a range, or undefined if there is no such object. This call or the content throws
   * ObjectUnreadable for altered bytes and for another organization's key. A read `for` a caller may be slow, and uses
   * nothing that the service's own work needs.
   */
  get(
    key: string,
    options: { readonly organization: OrganizationKey; readonly range?: ByteRange; readonly for?: "caller" },
  ): Promise<FoundObject | undefined>;
  /**
   * Deletes the objects, with everything unfinished under their keys. Missing objects are not an error. A `put` that
   * still writes one of them fails.
   */
  delete(keys: readonly string[]): Promise<void>;
  /**
   * Yields every key that begins with `prefix`, sorted by character codes, unfinished objects included: `get` does not
   * find those, `delete` removes them. A listed object may be deleted meanwhile.
   */
  list(prefix: string): AsyncIterable<string>;
  /** Throws if the store cannot be used. */
  check(): Promise<void>;
  /** Writes an object of `roomBytes` and removes it. Throws if the store refuses it. */
  checkRoom(): Promise<void>;
  /** Throws StoreUnfit if the store would keep deleted objects. Slower than `check`; a worker calls it once. */
  checkDeletion(): Promise<void>;
}

/** The size of the trial write that shows whether a full store has room again: that of a document with its results. */
export const roomBytes = 4 * 1024 * 1024;

/** A store whose objects a backup can copy in their encrypted form. Both drivers implement it. */
export interface CopyableStore extends ObjectStore {
  /**
   * Returns the bytes as they are stored, or undefined if there is no such object. If the object is deleted meanwhile,
   * yields its bytes to the end or throws.
   */
  readSealed(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Stores bytes that `readSealed` returned for the same key. Nothing remains if `content` throws. */
  writeSealed(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

/** Thrown if more bytes arrived than were allowed. */
export class TooLarge extends Error {
  readonly mostBytes: number;

  constructor(mostBytes: number) {
    super(`the content is larger than ${mostBytes} bytes`);
    this.name = "TooLarge";
    this.mostBytes = mostBytes;
  }
}

/**
 * Thrown for an object that exists and cannot be returned: its bytes were altered, it belongs to another organization,
 * or it changed meanwhile.
 */
export class ObjectUnreadable extends Error {
  readonly key: string;

  constructor(key: string, reason: string) {
    super(`the object ${key} cannot be read: ${reason}`);
    this.name = "ObjectUnreadable";
    this.key = key;
  }
}

/**
 * Thrown if the folder of the store is missing: it was never set up, or its disk is not mounted. No object is known to
 * be deleted.
 */
export class StoreMissing extends Error {
  /** The error code of the system. */
  readonly code: string;

  constructor(code: string) {
    super("the folder of the disk store does not exist; check that its disk is mounted");
    this.name = "StoreMissing";
    this.code = code;
  }
}

/** Thrown if the store works but must not be used, because it would keep deleted objects. */
export class StoreUnfit extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "StoreUnfit";
  }
}

// Letters, digits, `_`, `-` and `.` in segments joined by `/`; no segment begins with a dot. Both drivers refuse other
// keys, so that every key works on both and none leaves the disk driver's folder.
const keyForm = /^(?!\.)[A-Za-z0-9_.-]{1,200}(?:\/(?!\.)[A-Za-z0-9_.-]{1,200})*$/;
const longestKey = 512;

/** Throws on a key of another form. We make all keys, so this is a fault of ours. */
export function ensureObjectKey(key: string): void {
  if (key.length > longestKey || !keyForm.test(key)) throw new Error(`not an object key: ${JSON.stringify(key)}`);
}
