// What tells whether a file is a Word document, without the file: the directory at its end, and the two small parts that
// say what it holds. All else stays in the store, however large it is.
//
// The engine's own reader judges it. It is shown an array of the file's length in which only those bytes are filled in:
// the system gives memory to the pages that are written to. Headers in front of parts that are not looked at are written
// as the directory tells them; whether they agree with it, and what the parts hold, is found out by the job.

import {
  type ArchiveEntry,
  Failure,
  openArchive,
  openDocument,
  readerLimits,
  wordNames,
  writeArchive,
} from "@versus/engine";
import { nodeZlib } from "@versus/engine/node-zlib";

/** Bytes `from` up to, not including, `to`, as they lie in the file. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

/** A file so small is read whole. */
const smallBytes = 256 * 1024;
/** Ten thousand entries with names of usual length; past it, and for a part past the next, the job decides. */
const mostDirectoryBytes = 4 * 1024 * 1024;
const mostPartBytes = 1024 * 1024;

const endRecord = { signature: 0x06054b50, size: 22, longestComment: 0xffff };
const centralRecord = { signature: 0x02014b50, size: 46 };
const localHeader = { signature: 0x04034b50, size: 30 };
const tellingParts: ReadonlySet<string> = new Set(["[content_types].xml", "_rels/.rels"]);
const oleSignature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** Before the first directory entry of an OLE container, whose entries are of 128 bytes. */
const oleHeaderBytes = 512;
const olePieceBytes = 64 * 1024;
const standIn = new TextEncoder().encode(
  '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>',
);

/** Throws a Failure for a file that is no package, or does not say of itself that it is a Word document. */
export async function checkDocument(read: ReadBytes, size: number): Promise<void> {
  const start = await read(0, Math.min(size, size <= smallBytes ? smallBytes : oleSignature.length));
  if (oleSignature.equals(start.subarray(0, oleSignature.length))) return refuseContainer(read, size);
  const outline = size <= smallBytes ? start : await readOutline(read, size);
  if (outline === undefined) return;
  const { entries } = openArchive(outline, readerLimits);
  if (entries.some((entry) => isTelling(entry.name) && entry.size > mostPartBytes)) return;
  const bare = writeArchive(entries.map(bareEntry), nodeZlib, 0);
  openDocument(bare, { codec: nodeZlib, names: wordNames() });
}

function isTelling(name: string): boolean {
  return tellingParts.has(name.toLowerCase());
}

/** Every part but the telling ones as an empty document: any of them may be the main part. */
function bareEntry(entry: ArchiveEntry): { readonly kind: "kept"; readonly entry: ArchiveEntry } {
  if (isTelling(entry.name)) return { kind: "kept", entry };
  const size = standIn.length;
  const crc = nodeZlib.crc32(standIn);
  return { kind: "kept", entry: { ...entry, method: 0, crc, compressedSize: size, size, data: standIn } };
}

/** The engine looks for the name of an encrypted package at each entry; it is shown the container a piece at a time. */
async function refuseContainer(read: ReadBytes, size: number): Promise<void> {
  for (let from = oleHeaderBytes; ; from += olePieceBytes) {
    const piece = await read(Math.min(from, size), Math.min(size, from + olePieceBytes));
    const shown = Buffer.concat([oleSignature, Buffer.alloc(oleHeaderBytes - oleSignature.length), piece]);
    try {
      openDocument(shown, { codec: nodeZlib, names: wordNames() });
    } catch (problem) {
      const isDecided = !(problem instanceof Failure) || problem.code === "ENCRYPTED";
      if (isDecided || from + olePieceBytes >= size) throw problem;
    }
  }
}

/** Undefined when that would take too much reading. */
async function readOutline(read: ReadBytes, size: number): Promise<Uint8Array | undefined> {
  const outline = new Uint8Array(size);
  const view = new DataView(outline.buffer);
  const fill = async (from: number, to: number): Promise<void> => {
    const end = Math.min(to, size);
    if (from < end) outline.set(await read(from, end), from);
  };
  await fill(Math.max(0, size - endRecord.size - endRecord.longestComment), size);
  const directory = findDirectory(view);
  if (directory === undefined) return outline;
  if (directory.end - directory.start > mostDirectoryBytes) return undefined;
  await fill(directory.start, directory.end);
  for (const record of recordsOf(view, directory)) {
    const head = localHeader.size + record.nameBytes;
    if (record.offset + head > directory.start) continue;
    const name = outline.subarray(record.at + centralRecord.size, record.at + centralRecord.size + record.nameBytes);
    if (!isTelling(Buffer.from(name).toString("latin1"))) {
      writeHeader(outline, view, { ...record, name });
      continue;
    }
    if (record.compressedSize > mostPartBytes) return undefined;
    await fill(record.offset, record.offset + head);
    const dataEnd = record.offset + head + view.getUint16(record.offset + 28, true) + record.compressedSize;
    await fill(record.offset + head, Math.min(dataEnd, directory.start));
  }
  return outline;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the last end record says it is; whether that can be is the engine's to judge. */
function findDirectory(view: DataView): Span | undefined {
  const last = view.byteLength - endRecord.size;
  for (let at = last; at >= Math.max(0, last - endRecord.longestComment); at -= 1) {
    if (view.getUint32(at, true) !== endRecord.signature) continue;
    const start = view.getUint32(at + 16, true);
    const end = start + view.getUint32(at + 12, true);
    return end <= view.byteLength ? { start, end } : undefined;
  }
  return undefined;
}

interface DirectoryRecord {
  readonly at: number;
  readonly nameBytes: number;
  readonly compressedSize: number;
  readonly offset: number;
}

function* recordsOf(view: DataView, { start, end }: Span): Generator<DirectoryRecord> {
  let at = start;
  while (at + centralRecord.size <= end && view.getUint32(at, true) === centralRecord.signature) {
    const nameBytes = view.getUint16(at + 28, true);
    const next = at + centralRecord.size + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) return;
    yield { at, nameBytes, compressedSize: view.getUint32(at + 20, true), offset: view.getUint32(at + 42, true) };
    at = next;
  }
}

/** As the directory tells it. */
function writeHeader(
  outline: Uint8Array,
  view: DataView,
  record: DirectoryRecord & { readonly name: Uint8Array },
): void {
  const { at, nameBytes, offset, name } = record;
  view.setUint32(offset, localHeader.signature, true);
  view.setUint16(offset + 8, view.getUint16(at + 10, true), true);
  view.setUint16(offset + 26, nameBytes, true);
  view.setUint16(offset + 28, 0, true);
  outline.set(name, offset + localHeader.size);
}
