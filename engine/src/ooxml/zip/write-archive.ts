// Writes a zip archive from entries of other archives and from new bytes.
//
// A kept entry passes through with its compressed bytes, name and time. Its headers are written again without data descriptor,
// extra fields and file attributes, so every reader can read the result front to back. New entries have the earliest time of
// the format, so the same input gives the same bytes.

import {
  type ArchiveEntry,
  CENTRAL,
  type Codec,
  DEFLATED,
  END,
  FLAG_DESCRIPTOR,
  FLAG_UTF8,
  LOCAL,
  STORED,
} from "./archive.ts";
import { type Copied, Stretches } from "./stretches.ts";

export type OutputEntry = { readonly kind: "kept"; readonly entry: ArchiveEntry } | MadeEntry;

export interface MadeEntry {
  readonly kind: "made";
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Ranges of the entry that another archive also contains. */
  readonly copied?: readonly Copied[];
}

/** 1980-01-01 00:00:00 in DOS form. */
const EARLIEST_TIME = 0x0021_0000;
/** Version 2.0 of the zip format, which introduced deflate. */
const VERSION_NEEDED = 20;

export function writeArchive(
  outputs: readonly OutputEntry[],
  codec: Codec,
  level: number,
  stretches = new Stretches(codec, level),
): Uint8Array {
  const entries = outputs.map((output) => (output.kind === "kept" ? output.entry : pack(output, codec, stretches)));
  const bytes = new Uint8Array(archiveSize(entries));
  const view = new DataView(bytes.buffer);
  const offsets: number[] = [];
  let at = 0;
  for (const entry of entries) {
    offsets.push(at);
    at = writeLocal(bytes, view, { at, entry });
  }
  const directoryStart = at;
  for (const [index, entry] of entries.entries())
    at = writeCentral(bytes, view, { at, entry, offset: offsets[index]! });
  writeEnd(view, { at, entries: entries.length, directoryStart });
  return bytes;
}

/** Returns a new entry: deflated, or stored if deflating does not make it smaller. */
function pack(made: MadeEntry, codec: Codec, stretches: Stretches): ArchiveEntry {
  const nameBytes = new TextEncoder().encode(made.name);
  const deflated = stretches.deflate(made.bytes, made.copied ?? []);
  const isSmaller = deflated.length < made.bytes.length;
  return {
    name: made.name,
    nameBytes,
    flags: nameBytes.length === made.name.length ? 0 : FLAG_UTF8,
    method: isSmaller ? DEFLATED : STORED,
    time: EARLIEST_TIME,
    crc: codec.crc32(made.bytes),
    compressedSize: isSmaller ? deflated.length : made.bytes.length,
    size: made.bytes.length,
    data: isSmaller ? deflated : made.bytes,
  };
}

function archiveSize(entries: readonly ArchiveEntry[]): number {
  const headers = (entry: ArchiveEntry) => LOCAL.size + CENTRAL.size + 2 * entry.nameBytes.length;
  return entries.reduce((sum, entry) => sum + headers(entry) + entry.compressedSize, END.size as number);
}

function writeLocal(bytes: Uint8Array, view: DataView, place: { at: number; entry: ArchiveEntry }): number {
  const { at, entry } = place;
  view.setUint32(at, LOCAL.signature, true);
  writeFields(view, at + 4, entry);
  bytes.set(entry.nameBytes, at + LOCAL.size);
  const data = at + LOCAL.size + entry.nameBytes.length;
  bytes.set(entry.data, data);
  return data + entry.compressedSize;
}

function writeCentral(
  bytes: Uint8Array,
  view: DataView,
  place: { at: number; entry: ArchiveEntry; offset: number },
): number {
  const { at, entry, offset } = place;
  view.setUint32(at, CENTRAL.signature, true);
  view.setUint16(at + 4, VERSION_NEEDED, true);
  writeFields(view, at + 6, entry);
  view.setUint32(at + 42, offset, true);
  bytes.set(entry.nameBytes, at + CENTRAL.size);
  return at + CENTRAL.size + entry.nameBytes.length;
}

/** Writes the 26 bytes that local and central headers have in common. */
function writeFields(view: DataView, at: number, entry: ArchiveEntry): void {
  view.setUint16(at, VERSION_NEEDED, true);
  view.setUint16(at + 2, entry.flags & ~FLAG_DESCRIPTOR, true);
  view.setUint16(at + 4, entry.method, true);
  view.setUint32(at + 6, entry.time, true);
  view.setUint32(at + 10, entry.crc, true);
  view.setUint32(at + 14, entry.compressedSize, true);
  view.setUint32(at + 18, entry.size, true);
  view.setUint16(at + 22, entry.nameBytes.length, true);
}

function writeEnd(view: DataView, directory: { at: number; entries: number; directoryStart: number }): void {
  const { at, entries, directoryStart } = directory;
  view.setUint32(at, END.signature, true);
  view.setUint16(at + 8, entries, true);
  view.setUint16(at + 10, entries, true);
  view.setUint32(at + 12, at - directoryStart, true);
  view.setUint32(at + 16, directoryStart, true);
}
