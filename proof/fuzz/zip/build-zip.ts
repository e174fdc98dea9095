// Builds zip archives by the format's description (APPNOTE 6.3), independent of the engine's writer.
//
// It writes stored and deflated entries, data descriptors with and without a signature, extra fields, comments,
// folders, and bytes before the first entry.

import { crc32, deflateRawSync } from "node:zlib";

export interface EntryPlan {
  /** Bytes as stored; UTF-8 if `isUtf8`. */
  readonly name: Uint8Array;
  readonly isUtf8: boolean;
  readonly content: Uint8Array;
  readonly method: "stored" | "deflated";
  readonly descriptor: "none" | "signed" | "bare";
  /** Extra fields of the local header and of the central header. */
  readonly localExtra: Uint8Array;
  readonly centralExtra: Uint8Array;
  readonly comment: Uint8Array;
  /** DOS date and time. */
  readonly time: number;
}

export interface ArchivePlan {
  readonly entries: readonly EntryPlan[];
  /** Bytes before the first entry, as in a self-extracting program. */
  readonly front: Uint8Array;
  readonly comment: Uint8Array;
}

/** The kind and the offset of a header in a built archive. */
export interface HeaderPlace {
  readonly kind: "local" | "central" | "end";
  readonly at: number;
}

export interface BuiltArchive {
  readonly bytes: Uint8Array;
  readonly headers: readonly HeaderPlace[];
}

const METHODS = { stored: 0, deflated: 8 } as const;
const FLAG_DESCRIPTOR = 0x0008;
const FLAG_UTF8 = 0x0800;

export function buildZip({ entries, front, comment }: ArchivePlan): BuiltArchive {
  const out = new ByteWriter();
  const headers: HeaderPlace[] = [];
  out.bytes(front);
  const packed = entries.map((entry) => ({ entry, data: pack(entry), offset: 0 }));
  for (const one of packed) {
    one.offset = out.length;
    headers.push({ kind: "local", at: out.length });
    writeLocal(out, one);
  }
  const start = out.length;
  for (const one of packed) {
    headers.push({ kind: "central", at: out.length });
    writeCentral(out, one);
  }
  headers.push({ kind: "end", at: out.length });
  writeEnd(out, { entries: entries.length, start, comment });
  return { bytes: out.join(), headers };
}

interface PackedEntry {
  readonly entry: EntryPlan;
  readonly data: Uint8Array;
  readonly offset: number;
}

function pack({ method, content }: EntryPlan): Uint8Array {
  return method === "stored" ? content : deflateRawSync(content);
}

function writeLocal(out: ByteWriter, { entry, data }: PackedEntry): void {
  const isLater = entry.descriptor !== "none";
  out.number(4, 0x04034b50).number(2, 20);
  writeNature(out, entry);
  if (isLater) out.number(4, 0).number(4, 0).number(4, 0);
  else writeSizes(out, entry, data);
  out.number(2, entry.name.length).number(2, entry.localExtra.length);
  out.bytes(entry.name).bytes(entry.localExtra).bytes(data);
  if (entry.descriptor === "signed") out.number(4, 0x08074b50);
  if (isLater) writeSizes(out, entry, data);
}

function writeCentral(out: ByteWriter, { entry, data, offset }: PackedEntry): void {
  out.number(4, 0x02014b50).number(2, 20).number(2, 20);
  writeNature(out, entry);
  writeSizes(out, entry, data);
  out.number(2, entry.name.length).number(2, entry.centralExtra.length).number(2, entry.comment.length);
  out.number(2, 0).number(2, 0).number(4, 0).number(4, offset);
  out.bytes(entry.name).bytes(entry.centralExtra).bytes(entry.comment);
}

function writeNature(out: ByteWriter, entry: EntryPlan): void {
  const flags = (entry.isUtf8 ? FLAG_UTF8 : 0) | (entry.descriptor === "none" ? 0 : FLAG_DESCRIPTOR);
  out.number(2, flags).number(2, METHODS[entry.method]).number(4, entry.time);
}

function writeSizes(out: ByteWriter, { content }: EntryPlan, data: Uint8Array): void {
  out.number(4, crc32(content)).number(4, data.length).number(4, content.length);
}

function writeEnd(out: ByteWriter, end: { entries: number; start: number; comment: Uint8Array }): void {
  const size = out.length - end.start;
  out.number(4, 0x06054b50).number(2, 0).number(2, 0).number(2, end.entries).number(2, end.entries);
  out.number(4, size).number(4, end.start).number(2, end.comment.length).bytes(end.comment);
}

/** Writes bytes one after another; numbers are little-endian. */
class ByteWriter {
  readonly #pieces: Uint8Array[] = [];
  length = 0;

  bytes(bytes: Uint8Array): this {
    this.#pieces.push(bytes);
    this.length += bytes.length;
    return this;
  }

  number(width: 2 | 4, value: number): this {
    const bytes = Buffer.alloc(width);
    bytes.writeUIntLE(value >>> 0, 0, width);
    return this.bytes(bytes);
  }

  join(): Uint8Array {
    return Uint8Array.from(Buffer.concat(this.#pieces));
  }
}
