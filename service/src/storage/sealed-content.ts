// Encrypts and decrypts the form in which both drivers store objects.
//
// Objects are encrypted in chunks, so that a range can be read without the rest. They are authenticated, so that
// altered, cut, swapped and renamed objects are noticed. Nothing in an object depends on later bytes, so it is written
// as a stream.
//
// An object begins with four bytes that name the form and 32 random bytes (the salt). Chunks of 64 KiB follow, the last
// one shorter, each under AES-256-GCM and followed by its tag. The key is derived (HKDF) from the organization's key,
// the salt, the organization and the object's key. It is used for this object alone, so a chunk's number serves as its
// nonce. The associated data of the last chunk marks it as the last, so an object that was cut at the end of a chunk
// does not open. The size of the content follows from the length of the object.
//
// Disk files of the previous form remain readable. Their header contains the size and a tag over it, and their last
// chunk is not marked.

import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import type { RandomBytes } from "../contract/ids.ts";
import { eventLoop } from "./loop-share.ts";
import { type ByteRange, type FoundObject, ObjectUnreadable, type OrganizationKey } from "./object-store.ts";

/** The identity of an object: its organization and its key. */
export interface ObjectIdentity {
  readonly organization: OrganizationKey;
  readonly key: string;
}

interface Form {
  readonly name: Buffer;
  readonly headerBytes: number;
  /** A part of the input from which keys are derived. */
  readonly meaning: string;
  /** Returns the bytes that the tag of a chunk covers in addition to its content. */
  readonly covered: (isLast: boolean) => Uint8Array;
  /** Returns the size of the content, or undefined for an incomplete object. */
  readonly sizeOf: (opening: Buffer, length: number, key: KeyObject) => number | undefined;
}

const chunkBytes = 64 * 1024;
const tagBytes = 16;
const sealedBytes = chunkBytes + tagBytes;
const saltBytes = 32;
const nameBytes = 4;
const cipherName = "aes-256-gcm";

const currentForm: Form = {
  name: Buffer.from("VSO2"),
  headerBytes: nameBytes + saltBytes,
  meaning: "versus object 2",
  covered: (isLast) => (isLast ? lastChunk : innerChunk),
  sizeOf: (_, length) => sizeFromLength(length - currentForm.headerBytes),
};
const lastChunk = Buffer.from("VSO2 last");
const innerChunk = Buffer.from("VSO2 more");

const oldSizeBytes = 8;
const oldOpenBytes = nameBytes + saltBytes + oldSizeBytes;
// No chunk has this number.
const oldHeaderNonce = Buffer.alloc(12, 0xff);

const oldForm: Form = {
  name: Buffer.from("VSO1"),
  headerBytes: oldOpenBytes + tagBytes,
  meaning: "versus object 1",
  covered: () => oldForm.name,
  sizeOf: oldSize,
};

/** Yields the sealed bytes, header first. Pieces of the content may have any size; one or two chunks are in memory. */
export async function* sealContent(
  content: AsyncIterable<Uint8Array>,
  { random, ...identity }: ObjectIdentity & { readonly random: RandomBytes },
): AsyncGenerator<Buffer> {
  const salt = random(saltBytes);
  const key = objectKeyOf(currentForm, identity, salt);
  let number = 0;
  for await (const { bytes, isLast } of inChunks(content, chunkBytes)) {
    const sealed = seal(key, chunkNonce(number), { content: bytes, covered: currentForm.covered(isLast) });
    // Header and first chunk are one piece, so that a small object is one write.
    yield number === 0 ? Buffer.concat([currentForm.name, salt, sealed]) : sealed;
    number++;
  }
}

/** Returns how much of an object is read first: its header, and the wanted range if it is near the beginning. */
export function openingLength(range: ByteRange | undefined): number {
  const most = openingChunks * chunkBytes;
  if (range === undefined) return currentForm.headerBytes + openingChunks * sealedBytes;
  const chunks = range.from < most ? Math.ceil(Math.min(range.to, most) / chunkBytes) : 0;
  return Math.max(leastOpening, currentForm.headerBytes + chunks * sealedBytes);
}

// Most documents and renderings are smaller than four chunks, and are therefore read in one call.
const openingChunks = 4;
const leastOpening = oldForm.headerBytes;

/** An object whose opening was read. */
export interface SealedOpening extends ObjectIdentity {
  readonly opening: Buffer;
  /** The length of the whole sealed object. */
  readonly length: number;
  /** Reads sealed bytes of the same object, as they are stored. */
  readonly readRest: (range: ByteRange) => AsyncIterable<Uint8Array>;
}

/**
 * Opens an object or a range of it. Throws ObjectUnreadable for an object of another form or an incomplete one. The
 * returned content also throws it for altered bytes.
 */
export function openSealed(sealed: SealedOpening, range: ByteRange | undefined): FoundObject {
  const { opening, length, key: name } = sealed;
  const form = [currentForm, oldForm].find((known) => known.name.equals(opening.subarray(0, nameBytes)));
  if (form === undefined) throw new ObjectUnreadable(name, length === 0 ? "it is not whole" : "it has another form");
  if (opening.length < form.headerBytes) throw new ObjectUnreadable(name, "it is not whole");
  const key = objectKeyOf(form, sealed, opening.subarray(nameBytes, nameBytes + saltBytes));
  const size = form.sizeOf(opening, length, key);
  if (size === undefined) throw new ObjectUnreadable(name, "it is not whole, or not this organization's");
  const wanted = range === undefined ? { from: 0, to: size } : { from: range.from, to: Math.min(range.to, size) };
  return { size, content: openChunks(sealed, { form, key, size, wanted }) };
}

/** Returns the bytes that distinguish an object from every other one ever written, also under the same key. */
export function saltOf(opening: Buffer): Buffer {
  return opening.subarray(0, nameBytes + saltBytes);
}

interface RangeRead {
  readonly form: Form;
  readonly key: KeyObject;
  readonly size: number;
  readonly wanted: ByteRange;
}

async function* openChunks(sealed: SealedOpening, reading: RangeRead): AsyncGenerator<Uint8Array> {
  const { form, key, size, wanted } = reading;
  const last = Math.max(0, Math.ceil(size / chunkBytes) - 1);
  // An empty object has one chunk, which proves that nothing was cut off.
  const isEmpty = size === 0 && wanted.from === 0 && form === currentForm;
  if (wanted.from >= wanted.to && !isEmpty) return;
  let number = Math.floor(wanted.from / chunkBytes);
  const end = Math.max(0, Math.ceil(wanted.to / chunkBytes) - 1);
  const bytes = readSealed(sealed, { from: positionOf(form, number), to: positionOf(form, end + 1) });
  for await (const { bytes: chunk } of inChunks(bytes, sealedBytes)) {
    await eventLoop.pass(chunk.length);
    const content = openChunk(key, chunkNonce(number), { sealed: chunk, covered: form.covered(number === last) });
    if (content === undefined) throw new ObjectUnreadable(sealed.key, "its bytes were altered, or it is another's");
    const start = number * chunkBytes;
    const piece = content.subarray(Math.max(0, wanted.from - start), Math.min(content.length, wanted.to - start));
    if (piece.length > 0) yield piece;
    number++;
  }
  if (number <= end) throw new ObjectUnreadable(sealed.key, "it is not whole");
}

async function* readSealed(
  { opening, length, readRest }: SealedOpening,
  { from, to: wantedTo }: ByteRange,
): AsyncGenerator<Uint8Array> {
  const to = Math.min(wantedTo, length);
  if (from < opening.length) yield opening.subarray(from, Math.min(to, opening.length));
  if (to > opening.length) yield* readRest({ from: Math.max(from, opening.length), to });
}

function positionOf(form: Form, chunk: number): number {
  return form.headerBytes + chunk * sealedBytes;
}

function sizeFromLength(length: number): number | undefined {
  const chunks = Math.ceil(length / sealedBytes);
  const lastLength = length - (chunks - 1) * sealedBytes;
  const isWhole = chunks > 0 && lastLength >= tagBytes && (chunks === 1 || lastLength > tagBytes);
  return isWhole ? length - chunks * tagBytes : undefined;
}

function oldSize(opening: Buffer, length: number, key: KeyObject): number | undefined {
  const covered = opening.subarray(0, oldOpenBytes);
  const sealed = opening.subarray(oldOpenBytes, oldForm.headerBytes);
  if (openChunk(key, oldHeaderNonce, { sealed, covered }) === undefined) return undefined;
  const size = Number(opening.readBigUInt64BE(nameBytes + saltBytes));
  return length === oldForm.headerBytes + size + Math.ceil(size / chunkBytes) * tagBytes ? size : undefined;
}

function objectKeyOf({ meaning }: Form, { organization, key }: ObjectIdentity, salt: Uint8Array): KeyObject {
  const purpose = Buffer.from(`${meaning}\0${organization.organizationId}\0${key}`);
  return createSecretKey(Buffer.from(hkdfSync("sha256", organization.dataKey, salt, purpose, 32)));
}

function chunkNonce(number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 8);
  return nonce;
}

interface Covered {
  readonly covered: Uint8Array;
}

function seal(key: KeyObject, nonce: Buffer, { content, covered }: Covered & { readonly content: Uint8Array }): Buffer {
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(covered);
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function openChunk(
  key: KeyObject,
  nonce: Buffer,
  { sealed, covered }: Covered & { readonly sealed: Uint8Array },
): Buffer | undefined {
  if (sealed.length < tagBytes) return undefined;
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(covered);
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  const content = decipher.update(sealed.subarray(0, sealed.length - tagBytes));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return content;
}

interface Chunk {
  readonly bytes: Uint8Array;
  /** True if no chunk follows. */
  readonly isLast: boolean;
}

// Turns pieces of any size into chunks of one size. The last chunk may be shorter; it is empty if there are no bytes at
// all. Each chunk must be used before the next is requested, because they share their memory.
async function* inChunks(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Chunk> {
  const chunk = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const piece of content) {
    for (let taken = 0; taken < piece.length; ) {
      if (filled === size) {
        yield { bytes: chunk, isLast: false };
        filled = 0;
      }
      const isWholeChunk = filled === 0 && piece.length - taken > size;
      const part = piece.subarray(taken, taken + size - filled);
      if (isWholeChunk) yield { bytes: part, isLast: false };
      else {
        chunk.set(part, filled);
        filled += part.length;
      }
      taken += part.length;
    }
  }
  yield { bytes: chunk.subarray(0, filled), isLast: true };
}
