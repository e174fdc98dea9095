// Opens an untrusted zip archive.
//
// The reader trusts only the central directory, and only if the local headers agree with it. An archive in which two readers
// see different files can smuggle content past a check. Opening unpacks nothing: sizes, counts and ratios are checked in the
// directory. `readEntry` never lets an entry grow past the size that the directory declares.

import { Failure } from "../../failures/failure.ts";
import type { ReaderLimits } from "../limits.ts";
import { foldName } from "../parts/part-names.ts";
import { sameBytes } from "../same-bytes.ts";
import {
  type Archive,
  type ArchiveEntry,
  CENTRAL,
  type Codec,
  DEFLATED,
  END,
  FLAG_ENCRYPTED,
  FLAG_UTF8,
  LOCAL,
  STORED,
} from "./archive.ts";

/** Opens an archive. Throws a Failure if the bytes are not an archive, exceed a limit, or contain an unsafe name. */
export function openArchive(bytes: Uint8Array, limits: ReaderLimits): Archive {
  const directory = findDirectory(bytes, bytes.length, limits);
  const records = readDirectory(bytes.subarray(directory.start, directory.end), directory, limits);
  const stored = bytes.subarray(0, directory.end);
  const entries = records.map((record) => locateEntry(record, stored.subarray(record.offset)));
  refuseOverlaps(entries, directory.start);
  return { bytes, entries };
}

/**
 * Returns an entry with its data, from the bytes that begin with its local header. Throws a Failure if the bytes do not contain
 * the whole entry.
 */
export function locateEntry(record: DirectoryRecord, bytes: Uint8Array): LocatedEntry {
  const start = dataStart(bytes, record);
  const end = start + record.compressedSize;
  if (end > bytes.length) throw new Failure("PACKAGE_INVALID", "An entry runs past the archive", { part: record.name });
  return { ...record, data: bytes.subarray(start, end), end: record.offset + end };
}

/** Returns the unpacked bytes of an entry. Throws a Failure if the checksum is wrong. */
export function readEntry(entry: ArchiveEntry, codec: Codec): Uint8Array {
  const bytes = unpack(entry, codec);
  if (codec.crc32(bytes) !== entry.crc)
    throw new Failure("PACKAGE_INVALID", "The checksum is wrong", { part: entry.name });
  return bytes;
}

/** True if the unpacked bytes of an entry match its checksum. For entries that are passed through unread. */
export function isIntact(entry: ArchiveEntry, codec: Codec): boolean {
  try {
    readEntry(entry, codec);
    return true;
  } catch (problem) {
    if (problem instanceof Failure) return false;
    throw problem;
  }
}

/** Returns the unpacked bytes of an entry without a check of its checksum. For content that is copied, not read. */
export function unpack(entry: ArchiveEntry, codec: Codec): Uint8Array {
  if (entry.method === STORED) {
    if (entry.size === entry.compressedSize) return entry.data;
    throw new Failure("PACKAGE_INVALID", "A stored entry has two sizes", { part: entry.name });
  }
  if (entry.method !== DEFLATED) {
    throw new Failure("PACKAGE_INVALID", "The compression method is not one a Word package may use", {
      part: entry.name,
    });
  }
  const bytes = inflateOrRefuse(entry, codec);
  if (bytes.length === entry.size) return bytes;
  throw new Failure("PACKAGE_INVALID", "The entry is not of its declared size", { part: entry.name });
}

function inflateOrRefuse(entry: ArchiveEntry, codec: Codec): Uint8Array {
  try {
    return codec.inflate(entry.data, entry.size);
  } catch {
    // The codec's own message may quote bytes of the document.
    throw new Failure("PACKAGE_INVALID", "The compressed data is broken", { part: entry.name });
  }
}

export interface Directory {
  /** Offset of the first record, and of the end record after the last one. Both count from the first byte of the archive. */
  readonly start: number;
  readonly end: number;
  readonly entries: number;
}

/**
 * Returns the position of the directory in an archive of `size` bytes. `tail` holds the last bytes of the archive: all of them,
 * or enough for an end record with its comment. Throws a Failure if there is no directory, or if it has too many entries.
 */
export function findDirectory(tail: Uint8Array, size: number, limits: ReaderLimits): Directory {
  if (size > limits.fileBytes) throw new Failure("EXPANDS_TOO_LARGE", "The file is over the size limit");
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const before = size - tail.length;
  const at = findEndRecord(view);
  const entries = view.getUint16(at + 10, true);
  const start = view.getUint32(at + 16, true);
  const end = start + view.getUint32(at + 12, true);
  const isWhole = view.getUint32(at + 4, true) === 0 && view.getUint16(at + 8, true) === entries;
  if (!isWhole || end !== before + at) {
    const place = { offset: before + at };
    throw new Failure("PACKAGE_INVALID", "The archive's directory is not where its end record says", place);
  }
  if (entries > limits.entries) throw new Failure("TOO_MANY_PARTS", "The archive has too many entries");
  return { start, end, entries };
}

/** Searches from the end, because a comment or the remains of a download may follow the end record. */
function findEndRecord(view: DataView): number {
  const last = view.byteLength - END.size;
  for (let at = last; at >= Math.max(0, last - END.longestComment); at -= 1) {
    if (view.getUint32(at, true) === END.signature) return at;
  }
  throw new Failure("PACKAGE_INVALID", "It is empty, truncated or in another format");
}

/** An entry as the directory describes it, without its data. */
export interface DirectoryRecord extends Omit<ArchiveEntry, "data"> {
  /** Offset of the local header in the archive. */
  readonly offset: number;
}

interface LocatedEntry extends ArchiveEntry, DirectoryRecord {
  /** Offset directly after the last byte of the data. */
  readonly end: number;
}

/**
 * Reads the records of a directory. Throws a Failure for an unsafe or repeated name, an encrypted entry, or a zip bomb. It does
 * so before anything except the directory is read.
 */
export function readDirectory(bytes: Uint8Array, directory: Directory, limits: ReaderLimits): DirectoryRecord[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: DirectoryRecord[] = [];
  const names = new Set<string>();
  let at = 0;
  for (let index = 0; index < directory.entries; index += 1) {
    const next = endOfRecord(view, at);
    if (next === undefined) {
      const place = { offset: directory.start + at };
      throw new Failure("PACKAGE_INVALID", "The archive's directory is cut short or overwritten", place);
    }
    const record = readCentralRecord(bytes, view, at);
    names.add(foldName(record.name));
    records.push(record);
    if (names.size < records.length)
      throw new Failure("PACKAGE_INVALID", "Two parts have the same name", { part: record.name });
    at = next;
  }
  if (at !== bytes.length) throw new Failure("PACKAGE_INVALID", "The archive's directory counts its entries wrong");
  refuseBombs(records, limits);
  return records;
}

/** Returns the end of the record at an offset; undefined if there is no complete record. */
function endOfRecord(view: DataView, at: number): number | undefined {
  if (at + CENTRAL.size > view.byteLength || view.getUint32(at, true) !== CENTRAL.signature) return undefined;
  const lengths = view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  const end = at + CENTRAL.size + lengths;
  return end <= view.byteLength ? end : undefined;
}

function readCentralRecord(bytes: Uint8Array, view: DataView, at: number): DirectoryRecord {
  const nameStart = at + CENTRAL.size;
  const nameBytes = bytes.subarray(nameStart, nameStart + view.getUint16(at + 28, true));
  const flags = view.getUint16(at + 8, true);
  const name = decodeName(nameBytes, flags);
  if (!isSafeName(name))
    throw new Failure("PACKAGE_INVALID", "An entry's name leads out of the package", { offset: at });
  if ((flags & FLAG_ENCRYPTED) !== 0) throw new Failure("ENCRYPTED", "An entry is encrypted", { part: name });
  return {
    name,
    nameBytes,
    flags,
    method: view.getUint16(at + 10, true),
    time: view.getUint32(at + 12, true),
    crc: view.getUint32(at + 16, true),
    compressedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
}

/**
 * Returns the offset of an entry's data, after its local header. Throws a Failure if that header differs from the directory.
 */
function dataStart(bytes: Uint8Array, { offset, method, nameBytes }: DirectoryRecord): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nameEnd = LOCAL.size + nameBytes.length;
  const agrees =
    nameEnd <= bytes.length &&
    view.getUint32(0, true) === LOCAL.signature &&
    view.getUint16(8, true) === method &&
    view.getUint16(26, true) === nameBytes.length &&
    sameBytes(bytes.subarray(LOCAL.size, nameEnd), nameBytes);
  if (!agrees) throw new Failure("PACKAGE_INVALID", "A local header contradicts the directory", { offset });
  return nameEnd + view.getUint16(28, true);
}

const utf8 = new TextDecoder("utf-8");

function decodeName(bytes: Uint8Array, flags: number): string {
  if ((flags & FLAG_UTF8) !== 0) return utf8.decode(bytes);
  let name = "";
  for (let index = 0; index < bytes.length; index += 1) name += String.fromCharCode(bytes[index]!);
  return name;
}

/**
 * True if no careless unpacker would write the name outside its folder, and no two programs could read the name differently.
 */
function isSafeName(name: string): boolean {
  return name !== "" && !/[\u0000-\u001f\\]|^\/|^[A-Za-z]:|(?:^|\/)\.\.?(?:\/|$)/.test(name);
}

function refuseBombs(entries: readonly DirectoryRecord[], limits: ReaderLimits): void {
  let total = 0;
  for (const { name, size, compressedSize } of entries) {
    total += size;
    if (size > limits.ratioFreeBytes && size > limits.ratio * compressedSize) {
      throw new Failure("EXPANDS_TOO_LARGE", "An entry is too large when it is unpacked", { part: name });
    }
  }
  if (total > limits.unpackedBytes)
    throw new Failure("EXPANDS_TOO_LARGE", "All entries together are too large when they are unpacked");
}

/** Throws a Failure if entries overlap: shared bytes let a small archive claim to hold a large one. */
function refuseOverlaps(entries: readonly LocatedEntry[], directoryStart: number): void {
  const inOrder = [...entries].sort((one, other) => one.offset - other.offset);
  let free = 0;
  for (const { name, offset, end } of inOrder) {
    if (offset < free) throw new Failure("PACKAGE_INVALID", "Two entries overlap", { part: name });
    free = end;
  }
  if (free > directoryStart) throw new Failure("PACKAGE_INVALID", "An entry overlaps the directory");
}
