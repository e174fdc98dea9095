// Tells whether a file is a Word document, without the file: from the directory at its end, and the two small parts that
// say what it holds. Everything else stays in the store, however large it is.
//
// A stranger sent the file, and the process that looks at it answers everybody else. So the file costs at most six reads
// and a few megabytes. The directory is judged before any part is read: too many records and repeated names are refused
// there. The engine's reader takes time in proportion to what it is given, so limits of bytes are limits of time, and it
// works in pieces (loop-pieces.ts) of about 20 ms at most. A directory or a part past the limits is left to the job, and so is
// whether local headers agree with the directory and what the other parts hold.

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

/** Bytes `from` up to, not including, `to`, as they lie in the file. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

/** A file so small is read whole, in one read. */
const smallBytes = 256 * 1024;
/**
 * About 700 records. The reader needs up to 15 microseconds for one that is made to be slow, and no document that people
 * write has half of them (291 in 3,600 real ones).
 */
const mostDirectoryBytes = 64 * 1024;
/**
 * Unpacked. The reader needs up to half a microsecond for a byte of XML that is made to be slow: 17 ms for such a part.
 * In 3,700 documents from everywhere the content types took 9 KB at most, the relationships of the package 1 KB.
 */
const mostPartBytes = 32 * 1024;

/** An end record with the longest comment. */
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
/** The bytes of a container's directory that are read, from its first sector on. */
const oleDirectoryBytes = 64 * 1024;

/** Throws a Failure for a file that is no package, or does not say of itself that it is a Word document. */
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
 * The same for a file that is converted: it must begin as its name says. A package under another name is looked at as what
 * it is (CNV-10). What else is wrong with it, a password too, fails the job.
 */
export async function checkConverted(
  { read, size, runPiece }: { readonly read: ReadBytes; readonly size: number; readonly runPiece: RunPiece },
  { begins }: SourceConverter,
): Promise<void> {
  const start = await read(0, Math.min(size, oleHeaderBytes));
  if (isPackage(start)) return checkDocument(read, size, runPiece);
  if (!begins(start)) throw new Failure("PACKAGE_INVALID", "It does not begin as its name says");
}

/** The entries, with the data of the telling parts alone. Undefined when that would take too much reading. */
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

/** Every other part is an empty document: any of them may be the main part. */
function bareEntry(record: DirectoryRecord): ArchiveEntry {
  const size = standIn.length;
  return { ...record, method: 0, crc: standInCrc, compressedSize: size, size, data: standIn };
}

/**
 * An OLE container is no .docx. The engine finds out whether it is an encrypted one: it is shown the container's header
 * and the beginning of its directory, which the header points to (MS-CFB, 2.2), and nothing else.
 */
async function refuseContainer(start: Uint8Array, read: ReadBytes, size: number): Promise<void> {
  const header = Buffer.alloc(oleHeaderBytes);
  header.set(start.subarray(0, oleHeaderBytes));
  const sectorBytes = header.readUInt16LE(30) === 12 ? 4096 : 512;
  const from = Math.min((header.readUInt32LE(48) + 1) * sectorBytes, size);
  const directory = await read(from, Math.min(from + oleDirectoryBytes, size));
  openDocument(Buffer.concat([header, directory]), { codec: nodeZlib, names: wordNames() });
}
