// A file whose content is encrypted in chunks, so that a range can be read without the rest, and authenticated, so that
// whatever was altered, cut off, swapped or renamed is noticed.
//
// The file begins with a header: four bytes naming the form, 32 random bytes, the size of the content (8 bytes), and a
// tag of 16 bytes. Then come the chunks of 64 KiB (the last may be shorter), each under AES-256-GCM with its tag behind
// it. The key is derived (HKDF) from the organization's key, the random bytes, the organization and the object's key:
// it is used for this file alone, so a chunk's number serves as its nonce. The header's tag covers the size, and the
// size gives the length of the file, so no chunk can be missing. The header is written last.

import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import type { RandomBytes } from "../contract/ids.ts";
import { type File, readUpTo, sizeOf, writeAll } from "./file-calls.ts";
import { type ByteRange, ObjectUnreadable, type OrganizationKey } from "./object-store.ts";

/** Whose file it is, and which. */
export interface FileIdentity {
  readonly organization: OrganizationKey;
  readonly key: string;
}

/** The header of a file, checked. */
export interface FileHeader {
  readonly size: number;
  /** Differs between any two files ever written. */
  readonly salt: Uint8Array;
  /** The first chunk as it lies in the file, where it was read with the header. */
  readonly firstChunk?: Buffer;
}

const chunkBytes = 64 * 1024;
const tagBytes = 16;
const form = Buffer.from("VSO1");
const saltBytes = 32;
const sizeBytes = 8;
const openHeaderBytes = form.length + saltBytes + sizeBytes;
const headerBytes = openHeaderBytes + tagBytes;
const openingBytes = headerBytes + chunkBytes + tagBytes;
/** How much of the content the opening of a file holds. */
export const openingReach = chunkBytes;
const cipherName = "aes-256-gcm";
// No chunk has this number.
const headerNonce = Buffer.alloc(12, 0xff);

/** Writes header and content into an empty file. Pieces may be of any size; a chunk or two are in memory. */
export async function writeEncrypted(
  file: File,
  content: AsyncIterable<Uint8Array>,
  { random, ...identity }: FileIdentity & { readonly random: RandomBytes },
): Promise<void> {
  const salt = random(saltBytes);
  const key = fileKey(identity, salt);
  let size = 0;
  let number = 0;
  // The last chunk that came waits for the next: when it is the only one, it is written with the header at once.
  let last: Buffer | undefined;
  for await (const chunk of inChunks(content)) {
    if (last !== undefined) await writeAll(file, last, chunkPosition(number - 1));
    last = seal(key, chunkNonce(number), { content: chunk, covered: form });
    size += chunk.length;
    number++;
  }
  const header = headerOf({ key, salt, size });
  if (number === 1 && last !== undefined) return writeAll(file, Buffer.concat([header, last]), 0);
  if (last !== undefined) await writeAll(file, last, chunkPosition(number - 1));
  await writeAll(file, header, 0);
}

function headerOf({ key, salt, size }: FileHeader & { readonly key: KeyObject }): Buffer {
  const header = Buffer.concat([form, salt, Buffer.alloc(sizeBytes)]);
  header.writeBigUInt64BE(BigInt(size), form.length + saltBytes);
  return Buffer.concat([header, seal(key, headerNonce, { content: Buffer.alloc(0), covered: header })]);
}

function chunkPosition(number: number): number {
  return headerBytes + number * (chunkBytes + tagBytes);
}

/**
 * Throws ObjectUnreadable when the file is not one we wrote for this organization under this key, or not whole. With its
 * opening, the first chunk is read in the same call.
 */
export async function readHeader(
  file: File,
  identity: FileIdentity,
  { withOpening }: { readonly withOpening: boolean },
): Promise<FileHeader> {
  const wanted = withOpening ? openingBytes : headerBytes;
  const opening = await readUpTo(file, 0, wanted);
  if (opening.length < headerBytes) throw new ObjectUnreadable(identity.key, "it is not whole");
  const header = opening.subarray(0, headerBytes);
  const covered = header.subarray(0, openHeaderBytes);
  const salt = header.subarray(form.length, form.length + saltBytes);
  if (!form.equals(header.subarray(0, form.length))) throw new ObjectUnreadable(identity.key, "it has another form");
  if (open(fileKey(identity, salt), headerNonce, { sealed: header.subarray(openHeaderBytes), covered }) === undefined) {
    throw new ObjectUnreadable(identity.key, "it is another organization's, or its header was altered");
  }
  const size = Number(header.readBigUInt64BE(form.length + saltBytes));
  const length = opening.length < wanted ? opening.length : sizeOf(file);
  if (length !== fileLength(size)) throw new ObjectUnreadable(identity.key, "it is not whole");
  return { size, salt, ...(withOpening ? { firstChunk: opening.subarray(headerBytes) } : {}) };
}

/** The bytes of the range, in pieces. Throws ObjectUnreadable at the first altered chunk. */
export async function* readEncrypted(
  file: File,
  header: FileHeader,
  { range, ...identity }: FileIdentity & { readonly range: ByteRange },
): AsyncGenerator<Uint8Array> {
  const key = fileKey(identity, header.salt);
  const end = Math.min(range.to, header.size);
  for (let number = Math.floor(range.from / chunkBytes); number * chunkBytes < end; number++) {
    const start = number * chunkBytes;
    const length = Math.min(chunkBytes, header.size - start) + tagBytes;
    const first = number === 0 ? header.firstChunk : undefined;
    const sealed = first ?? (await readUpTo(file, chunkPosition(number), length));
    if (sealed.length < length) throw new ObjectUnreadable(identity.key, "it is not whole");
    const chunk = open(key, chunkNonce(number), { sealed, covered: form });
    if (chunk === undefined) throw new ObjectUnreadable(identity.key, "its bytes were altered");
    const piece = chunk.subarray(Math.max(0, range.from - start), Math.min(chunk.length, end - start));
    if (piece.length > 0) yield piece;
  }
}

function fileLength(size: number): number {
  return headerBytes + size + Math.ceil(size / chunkBytes) * tagBytes;
}

function fileKey({ organization, key }: FileIdentity, salt: Uint8Array): KeyObject {
  const meaning = Buffer.from(`versus object 1\0${organization.organizationId}\0${key}`);
  return createSecretKey(Buffer.from(hkdfSync("sha256", organization.dataKey, salt, meaning, 32)));
}

function chunkNonce(number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 8);
  return nonce;
}

function seal(
  key: KeyObject,
  nonce: Buffer,
  { content, covered }: { content: Uint8Array; covered: Uint8Array },
): Buffer {
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(covered);
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function open(
  key: KeyObject,
  nonce: Buffer,
  { sealed, covered }: { sealed: Buffer; covered: Uint8Array },
): Buffer | undefined {
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

// What comes in pieces of any size goes out in chunks of one; the last may be shorter. A chunk is used up before the
// next is asked for, so they share their memory.
async function* inChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunk = new Uint8Array(chunkBytes);
  let filled = 0;
  for await (const piece of content) {
    for (let taken = 0; taken < piece.length; ) {
      const part = piece.subarray(taken, taken + chunkBytes - filled);
      chunk.set(part, filled);
      taken += part.length;
      filled += part.length;
      if (filled === chunkBytes) {
        yield chunk;
        filled = 0;
      }
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}
