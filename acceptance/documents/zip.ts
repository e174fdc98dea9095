// Writes and reads zip archives, with only the features that Word documents need.

import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const DEFLATED = 8;

export function writeZip(entries: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const facts = factsOf({ name, bytes, packed });
    const local = Buffer.concat([uint32(LOCAL), facts, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    // The length of extra fields, at the end of the facts, is the first of the fields that follow here.
    centrals.push(Buffer.concat([uint32(CENTRAL), uint16(20), facts, rest, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const counts = [uint16(0), uint16(0), uint16(centrals.length), uint16(centrals.length)];
  return Buffer.concat([
    ...locals,
    directory,
    uint32(END),
    ...counts,
    uint32(directory.length),
    uint32(offset),
    uint16(0),
  ]);
}

/** Returns the fields that both the local header and the directory have for an entry. */
function factsOf({ name, bytes, packed }: { readonly name: string; readonly bytes: Buffer; readonly packed: Buffer }) {
  const sizes = [uint32(crc32(bytes)), uint32(packed.length), uint32(bytes.length)];
  const time = Buffer.from([0, 0, 0x21, 0]);
  return Buffer.concat([
    uint16(20),
    uint16(0x800),
    uint16(DEFLATED),
    time,
    ...sizes,
    uint16(Buffer.byteLength(name)),
    uint16(0),
  ]);
}

/** Returns the text of one entry. Throws an error if there is no entry of that name. */
export function readZipText(archive: Buffer, wanted: string): string {
  const end = archive.lastIndexOf(uint32(END));
  if (end < 0 || end + END_BYTES > archive.length) throw new Error("no zip archive");
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    if (name === wanted) return contentOf(archive, at).toString("utf8");
    at += 46 + nameLength + extra + comment;
  }
  throw new Error(`the archive has no ${wanted}`);
}

function contentOf(archive: Buffer, entry: number): Buffer {
  const local = archive.readUInt32LE(entry + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
  return archive.readUInt16LE(entry + 10) === DEFLATED ? inflateRawSync(packed) : packed;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
