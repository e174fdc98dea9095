// Where the bytes of documents and results lie. Two drivers keep this contract, disk and S3, and one set of tests
// (object-store.contract.ts) holds both to it. Nothing here keeps a whole object in memory.

/** An organization with its content key, unwrapped: what its objects are encrypted with. */
export interface OrganizationKey {
  readonly organizationId: string;
  /** 32 bytes. */
  readonly dataKey: Uint8Array;
}

/** Bytes `from` up to, not including, `to`; what reaches past the end of the object is left out. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** What was stored, counted and digested on the way in. */
export interface StoredObject {
  readonly size: number;
  readonly sha256: Uint8Array;
}

/**
 * An object found. Nothing is held open until `content` is iterated, so it may be left alone (HEAD). When the object is
 * deleted or replaced in between, the iteration gives it as it was found, or throws ObjectUnreadable: never a mixture. What
 * was read with the finding is given (the first 256 KiB); the rest of a larger object throws.
 */
export interface FoundObject {
  /** Of the whole object, also when a range was asked for. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface ObjectStore {
  /**
   * Streams in; counts bytes and takes a SHA-256 on the way. Replaces what lay there. Past `mostBytes` it throws
   * TooLarge; then, and when `content` throws, nothing is left behind and what lay there before still does.
   */
  put(
    key: string,
    content: AsyncIterable<Uint8Array>,
    options: { readonly organization: OrganizationKey; readonly mostBytes: number },
  ): Promise<StoredObject>;
  /**
   * Whole or a range; undefined when there is no such object. This or its content throws ObjectUnreadable for altered bytes
   * and for another's key. What is read `for` a caller is read as slowly as he likes, and takes nothing that the service's
   * own work needs.
   */
  get(
    key: string,
    options: { readonly organization: OrganizationKey; readonly range?: ByteRange; readonly for?: "caller" },
  ): Promise<FoundObject | undefined>;
  /**
   * Gone afterwards, with what was written of them and never finished; missing ones are no error. A `put` that still
   * writes one of them fails.
   */
  delete(keys: readonly string[]): Promise<void>;
  /**
   * Every key that begins with `prefix`, in order of its characters' codes, also of what was begun and not finished: `get`
   * does not know such a one, `delete` removes it. What is listed may be deleted meanwhile.
   */
  list(prefix: string): AsyncIterable<string>;
  /** Throws when the store cannot be used. */
  check(): Promise<void>;
  /** Throws StoreUnfit when the store would keep what is deleted. Takes longer than `check`, and is asked when a worker starts. */
  checkDeletion(): Promise<void>;
}

/** A store whose objects can be copied as they lie there, encrypted: what a backup does. Both drivers are. */
export interface CopyableStore extends ObjectStore {
  /** The bytes as they are stored; undefined when there is no such object. It throws when the object is deleted meanwhile. */
  readSealed(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Stores bytes that `readSealed` gave for the same key. Nothing is left behind when `content` throws. */
  writeSealed(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

/** More bytes arrived than were allowed. */
export class TooLarge extends Error {
  readonly mostBytes: number;

  constructor(mostBytes: number) {
    super(`the content is larger than ${mostBytes} bytes`);
    this.name = "TooLarge";
    this.mostBytes = mostBytes;
  }
}

/** The object is there and cannot be given: its bytes were altered, it is another organization's, or it changed meanwhile. */
export class ObjectUnreadable extends Error {
  readonly key: string;

  constructor(key: string, reason: string) {
    super(`the object ${key} cannot be read: ${reason}`);
    this.name = "ObjectUnreadable";
    this.key = key;
  }
}

/** The place of the store itself is not there: it was never set up, or its disk is not mounted. No object is known to be gone. */
export class StoreMissing extends Error {
  /** As the system calls it. */
  readonly code: string;

  constructor(code: string) {
    super("the folder of the disk store does not exist; check that its disk is mounted");
    this.name = "StoreMissing";
    this.code = code;
  }
}

/** The store can be used, and must not be: it would keep what is deleted. */
export class StoreUnfit extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "StoreUnfit";
  }
}

// Letters, digits, `_`, `-` and `.` in segments joined by `/`; no segment begins with a dot. Both drivers refuse other
// keys, so that a key that works on one works on the other and none leaves the disk driver's folder.
const keyForm = /^(?!\.)[A-Za-z0-9_.-]{1,200}(?:\/(?!\.)[A-Za-z0-9_.-]{1,200})*$/;
const longestKey = 512;

/** Throws on a key outside the form. Keys are made by us, so this is a fault of ours. */
export function ensureObjectKey(key: string): void {
  if (key.length > longestKey || !keyForm.test(key)) throw new Error(`not an object key: ${JSON.stringify(key)}`);
}
