// Checks that a file is a Word document by reading its archive directory and two small parts.
//
// The two parts identify the type of the package; all other content stays in the store, whatever its size. The file may
// be hostile, and this process serves other callers. So a check makes at most six reads of at most 256 KB each. The
// directory is checked before any part is read; too many records and repeated names are refused there. The engine's
// reader takes time in proportion to its input, so limits of bytes are limits of time. It works in pieces
// (loop-pieces.ts) of at most about 20 ms. A directory or part over the limits is left to the job. So are the other
// parts, and the check that local headers agree with the directory.

import {
  type ArchiveEntry,
  type DirectoryRecord,
  documentOf,
  findDirectory,
  locateEntry,
  openDocument,
  packageOf,
  readDirectory,
  readerLimits,
  wordNames,
} from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { Failure } from "@versus/engine/tasks";
import { isPackage, type SourceConverter } from "../convert/source-converters.ts";
import type { RunPiece } from "./loop-pieces.ts";

/** Returns the bytes of the file in the range `from` (inclusive) to `to` (exclusive). */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

/** A file of at most this size is read whole, in one read. */
const smallBytes = 256 * 1024;
/**
 * About 700 records. The reader needs up to 15 microseconds for a record that is designed to be slow. An ordinary
 * document has fewer than half of them (at most 291 in 3,600 real ones).
 */
const mostDirectoryBytes = 64 * 1024;
/**
 * Uncompressed size. The reader needs up to half a microsecond per byte of XML that is designed to be slow: 17 ms for
 * such a part. In 3,700 real documents, the content types had at most 9 KB and the relationships of the package 1 KB.
 */
const mostPartBytes = 32 * 1024;

/** The size of an end record with the longest possible comment. */
const tailBytes = 22 + 0xffff;
const localHeaderBytes = 30;
const longestExtraField = 0xffff;
const tellingParts: ReadonlySet<string> = new Set(["[content_types].xml", "_rels/.rels"]);
const standIn = new TextEncoder().encode(
  '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>',
);
const standInCrc = nodeZlib.crc32(standIn);

const oleSignature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const oleHeaderBytes = 512;
/** Bytes of an OLE container's directory that are read, from its first sector. */
const oleDirectoryBytes = 64 * 1024;

/**
 * Throws a Failure if the file is not a package, or does not declare itself a Word document. A file whose directory or
 * identifying parts exceed the limits passes.
 */
export async function checkDocument(readFile: ReadBytes, size: number, runPiece: RunPiece): Promise<void> {
  const start = await readFile(0, size <= smallBytes ? size : oleHeaderBytes);
  const read: ReadBytes = size <= smallBytes ? async (from, to) => start.subarray(from, to) : readFile;
  if (oleSignature.equals(start.subarray(0, oleSignature.length))) return refuseContainer(start, read, size);
  const entries = await readOutline(read, size, runPiece);
  if (entries === undefined) return;
  const archive = { bytes: new Uint8Array(), entries };
  const opened = await runPiece(() => packageOf(archive, { codec: nodeZlib, names: wordNames() }));
  await runPiece(() => documentOf(opened));
}

/**
 * Checks a file that will be converted: its first bytes must match its extension. A package with such an extension is
 * checked as a .docx (CNV-10). Any other problem of the file, including a password, fails the job.
 */
export async function checkConverted(
  { read, size, runPiece }: { readonly read: ReadBytes; readonly size: number; readonly runPiece: RunPiece },
  { begins }: SourceConverter,
): Promise<void> {
  const start = await read(0, Math.min(size, oleHeaderBytes));
  if (isPackage(start)) return checkDocument(read, size, runPiece);
  if (!begins(start)) throw new Failure("PACKAGE_INVALID", "It does not begin as its name says");
}

/**
 * Returns the entries of the archive, with data for the two identifying parts only. Undefined if the directory or a
 * part exceeds its limit.
 */
async function readOutline(
  read: ReadBytes,
  size: number,
  runPiece: RunPiece,
): Promise<readonly ArchiveEntry[] | undefined> {
  const directory = findDirectory(await read(Math.max(0, size - tailBytes), size), size, readerLimits);
  if (directory.end - directory.start > mostDirectoryBytes) return undefined;
  const bytes = await read(directory.start, directory.end);
  const records = await runPiece(() => readDirectory(bytes, directory, readerLimits));
  const telling = records.filter(({ name }) => tellingParts.has(name.toLowerCase()));
  if (telling.some((record) => Math.max(record.size, record.compressedSize) > mostPartBytes)) return undefined;
  const located = new Map<DirectoryRecord, ArchiveEntry>();
  for (const record of telling) {
    const { offset, nameBytes, compressedSize } = record;
    const most = offset + localHeaderBytes + nameBytes.length + longestExtraField + compressedSize;
    const to = Math.min(most, directory.start);
    located.set(record, locateEntry(record, await read(Math.min(offset, to), to)));
  }
  return records.map((record) => located.get(record) ?? bareEntry(record));
}

/** Returns an entry whose data is an empty document, because any other part may be the main part. */
function bareEntry(record: DirectoryRecord): ArchiveEntry {
  const size = standIn.length;
  return { ...record, method: 0, crc: standInCrc, compressedSize: size, size, data: standIn };
}

/**
 * Refuses an OLE container, which is never a .docx. The engine checks if it is an encrypted document. It gets only the
 * header of the container and the start of its directory, to which the header points (MS-CFB, 2.2).
 */
async function refuseContainer(start: Uint8Array, read: ReadBytes, size: number): Promise<void> {
  const header = Buffer.alloc(oleHeaderBytes);
  header.set(start.subarray(0, oleHeaderBytes));
  const sectorBytes = header.readUInt16LE(30) === 12 ? 4096 : 512;
  const from = Math.min((header.readUInt32LE(48) + 1) * sectorBytes, size);
  const directory = await read(from, Math.min(from + oleDirectoryBytes, size));
  openDocument(Buffer.concat([header, directory]), { codec: nodeZlib, names: wordNames() });
}
