// Reads an archive from front to back, as a reader of a stream must.
//
// Each local header is followed by its data, then come the directory and the end record, with nothing between them.
// Every field that is stored twice has equal values. The engine's writer guarantees this; this reader uses nothing of
// the engine.

import { demand } from "../target.ts";

export interface WalkedEntry {
  readonly name: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly crc: number;
  readonly size: number;
  readonly data: Uint8Array;
}

const PROPERTY = "a written archive can be read front to back";
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** Returns the entries. Throws a PropertyBroken if the archive is not this simple. */
export function walkZip(bytes: Uint8Array): WalkedEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const entries: { entry: WalkedEntry; at: number }[] = [];
  let at = 0;
  while (signatureAt(buffer, at) === LOCAL) {
    const entry = readLocal(buffer, at);
    entries.push({ entry, at });
    at += 30 + entry.name.length + entry.data.length;
  }
  const start = at;
  for (const { entry, at: offset } of entries) {
    demand(signatureAt(buffer, at) === CENTRAL, PROPERTY, () => "the directory is short");
    checkCentral(buffer.subarray(at), entry, offset);
    at += 46 + entry.name.length;
  }
  checkEnd(buffer.subarray(at), { entries: entries.length, start, size: at - start });
  return entries.map(({ entry }) => entry);
}

function signatureAt(buffer: Buffer, at: number): number {
  return at + 4 <= buffer.length ? buffer.readUInt32LE(at) : 0;
}

function readLocal(buffer: Buffer, at: number): WalkedEntry {
  const nameLength = buffer.readUInt16LE(at + 26);
  const dataStart = at + 30 + nameLength;
  const data = buffer.subarray(dataStart, dataStart + buffer.readUInt32LE(at + 18));
  const flags = buffer.readUInt16LE(at + 6);
  demand((flags & 0x0008) === 0, PROPERTY, () => "sizes stand behind the data");
  demand(buffer.readUInt16LE(at + 28) === 0, PROPERTY, () => "a local header has extra fields");
  return {
    name: buffer.subarray(at + 30, dataStart),
    flags,
    method: buffer.readUInt16LE(at + 8),
    time: buffer.readUInt32LE(at + 10),
    crc: buffer.readUInt32LE(at + 14),
    size: buffer.readUInt32LE(at + 22),
    data,
  };
}

function checkCentral(record: Buffer, entry: WalkedEntry, offset: number): void {
  const told = [
    record.readUInt16LE(8) === entry.flags,
    record.readUInt16LE(10) === entry.method,
    record.readUInt32LE(12) === entry.time,
    record.readUInt32LE(16) === entry.crc,
    record.readUInt32LE(20) === entry.data.length,
    record.readUInt32LE(24) === entry.size,
    record.readUInt16LE(28) === entry.name.length,
    record.readUInt16LE(30) === 0,
    record.readUInt16LE(32) === 0,
    record.readUInt32LE(42) === offset,
    record.subarray(46, 46 + entry.name.length).equals(entry.name),
  ];
  demand(told.every(Boolean), PROPERTY, () => `the directory tells an entry otherwise: ${told.indexOf(false)}`);
}

function checkEnd(record: Buffer, expected: { entries: number; start: number; size: number }): void {
  demand(record.length === 22 && signatureAt(record, 0) === END, PROPERTY, () => "the end record is not at the end");
  const told = [
    record.readUInt32LE(4) === 0,
    record.readUInt16LE(8) === expected.entries,
    record.readUInt16LE(10) === expected.entries,
    record.readUInt32LE(12) === expected.size,
    record.readUInt32LE(16) === expected.start,
  ];
  demand(told.every(Boolean), PROPERTY, () => `the end record is wrong: ${told.indexOf(false)}`);
}
