// Opens a zip archive that a stranger sent.
//
// Only the central directory is believed, and only where the local headers agree with it: two
// readers that see different files in one archive are how content is smuggled past a check.
// Nothing is unpacked here. Sizes, counts and ratios are refused from the directory alone, and
// `readEntry` never lets an entry grow past the size the directory declared.

import { Failure } from "../../failures/failure.ts";
import type { ReaderLimits } from "../limits.ts";
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

/** Reads the directory of an archive. Throws a Failure when it is not one, breaks a limit, or names an entry badly. */
export function openArchive(bytes: Uint8Array, limits: ReaderLimits): Archive {
  if (bytes.length > limits.fileBytes) throw new Failure("EXPANDS_TOO_LARGE", "The file is over the size limit");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = findDirectory(view);
  if (directory.entries > limits.entries) throw new Failure("TOO_MANY_PARTS", "The archive has too many entries");
  const records = readDirectory(bytes, view, directory);
  refuseBombs(records, limits);
  refuseOverlaps(records, directory.start);
  return { bytes, entries: records };
}

/** The unpacked bytes of an entry, its checksum verified. */
export function readEntry(entry: ArchiveEntry, codec: Codec): Uint8Array {
  const bytes = unpack(entry, codec);
  if (codec.crc32(bytes) !== entry.crc)
    throw new Failure("PACKAGE_INVALID", "The checksum is wrong", { part: entry.name });
  return bytes;
}

/** Whether an entry that is passed through unread would unpack to what its checksum says. */
export function isIntact(entry: ArchiveEntry, codec: Codec): boolean {
  try {
    readEntry(entry, codec);
    return true;
  } catch (problem) {
    if (problem instanceof Failure) return false;
    throw problem;
  }
}

/** The unpacked bytes of an entry, whatever its checksum says: for content that is copied, not read. */
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

interface Directory {
  readonly start: number;
  readonly end: number;
  readonly entries: number;
}

/** The end record is looked for from the back: a comment, or bytes a download left behind, may follow it. */
function findDirectory(view: DataView): Directory {
  const last = view.byteLength - END.size;
  const first = Math.max(0, last - END.longestComment);
  for (let at = last; at >= first; at -= 1) {
    if (view.getUint32(at, true) !== END.signature) continue;
    const entries = view.getUint16(at + 10, true);
    const start = view.getUint32(at + 16, true);
    const end = start + view.getUint32(at + 12, true);
    const isWhole = view.getUint32(at + 4, true) === 0 && view.getUint16(at + 8, true) === entries;
    if (isWhole && end === at) return { start, end, entries };
    throw new Failure("PACKAGE_INVALID", "The archive's directory is not where its end record says", { offset: at });
  }
  throw new Failure("PACKAGE_INVALID", "The file has no zip directory");
}

interface LocatedEntry extends ArchiveEntry {
  /** From the first byte of its local header to the last of its data. */
  readonly offset: number;
  readonly end: number;
}

function readDirectory(bytes: Uint8Array, view: DataView, directory: Directory): LocatedEntry[] {
  const entries: LocatedEntry[] = [];
  let at = directory.start;
  for (let index = 0; index < directory.entries; index += 1) {
    if (at + CENTRAL.size > directory.end || view.getUint32(at, true) !== CENTRAL.signature) {
      throw new Failure("PACKAGE_INVALID", "The archive's directory is cut short or overwritten", { offset: at });
    }
    const next =
      at + CENTRAL.size + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > directory.end)
      throw new Failure("PACKAGE_INVALID", "The archive's directory is cut short", { offset: at });
    entries.push(readCentralRecord(bytes, view, at));
    at = next;
  }
  if (at !== directory.end) throw new Failure("PACKAGE_INVALID", "The archive's directory counts its entries wrong");
  return entries;
}

function readCentralRecord(bytes: Uint8Array, view: DataView, at: number): LocatedEntry {
  const nameStart = at + CENTRAL.size;
  const nameBytes = bytes.subarray(nameStart, nameStart + view.getUint16(at + 28, true));
  const flags = view.getUint16(at + 8, true);
  const name = decodeName(nameBytes, flags);
  if (!isSafeName(name))
    throw new Failure("PACKAGE_INVALID", "An entry's name leads out of the package", { offset: at });
  if ((flags & FLAG_ENCRYPTED) !== 0) throw new Failure("ENCRYPTED", "An entry is encrypted", { part: name });
  const method = view.getUint16(at + 10, true);
  const compressedSize = view.getUint32(at + 20, true);
  const offset = view.getUint32(at + 42, true);
  const start = dataStart(view, { offset, method, nameBytes });
  if (start + compressedSize > at)
    throw new Failure("PACKAGE_INVALID", "An entry runs past the archive", { part: name });
  return {
    name,
    nameBytes,
    flags,
    method,
    time: view.getUint32(at + 12, true),
    crc: view.getUint32(at + 16, true),
    compressedSize,
    size: view.getUint32(at + 24, true),
    data: bytes.subarray(start, start + compressedSize),
    offset,
    end: start + compressedSize,
  };
}

/** Where an entry's data begins: past a local header that names the same entry in the same way. */
function dataStart(view: DataView, entry: { offset: number; method: number; nameBytes: Uint8Array }): number {
  const { offset, method, nameBytes } = entry;
  const nameStart = offset + LOCAL.size;
  const agrees =
    nameStart + nameBytes.length <= view.byteLength &&
    view.getUint32(offset, true) === LOCAL.signature &&
    view.getUint16(offset + 8, true) === method &&
    view.getUint16(offset + 26, true) === nameBytes.length &&
    nameBytes.every((byte, index) => view.getUint8(nameStart + index) === byte);
  if (!agrees) throw new Failure("PACKAGE_INVALID", "A local header contradicts the directory", { offset });
  return nameStart + nameBytes.length + view.getUint16(offset + 28, true);
}

function decodeName(bytes: Uint8Array, flags: number): string {
  const isUtf8 = (flags & FLAG_UTF8) !== 0;
  return isUtf8
    ? new TextDecoder("utf-8").decode(bytes)
    : Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** No name that a careless unpacker would write outside its folder, or that two programs could read differently. */
function isSafeName(name: string): boolean {
  if (name === "" || /[\u0000-\u001f\\]|^\/|^[A-Za-z]:/.test(name)) return false;
  return !name.split("/").some((segment) => segment === "." || segment === "..");
}

function refuseBombs(entries: readonly ArchiveEntry[], limits: ReaderLimits): void {
  let total = 0;
  for (const { name, size, compressedSize } of entries) {
    total += size;
    if (size > limits.ratioFreeBytes && size > limits.ratio * compressedSize) {
      throw new Failure("EXPANDS_TOO_LARGE", "An entry expands too far", { part: name });
    }
  }
  if (total > limits.unpackedBytes) throw new Failure("EXPANDS_TOO_LARGE", "The entries together expand too far");
}

/** Entries that share bytes are how a small archive claims to hold a large one. */
function refuseOverlaps(entries: readonly LocatedEntry[], directoryStart: number): void {
  const inOrder = [...entries].sort((one, other) => one.offset - other.offset);
  let free = 0;
  for (const { name, offset, end } of inOrder) {
    if (offset < free) throw new Failure("PACKAGE_INVALID", "Two entries overlap", { part: name });
    free = end;
  }
  if (free > directoryStart) throw new Failure("PACKAGE_INVALID", "An entry overlaps the directory");
}
