// Wraps the system calls with which the store reads and writes files.
//
// An asynchronous call uses a thread, which costs more than the call itself. Calls that need no disk are therefore
// synchronous: closing a file, asking for its size, opening a folder that is in use. Calls that may need the disk are
// asynchronous.

import fs from "node:fs";
import { promisify } from "node:util";

/** The descriptor of an open file. */
export type File = number;

export const openFile = promisify(fs.open) as (path: string, flags: string, mode?: number) => Promise<File>;
/** Syncs the content of a file, without its metadata. */
export const bringToDisk = promisify(fs.fdatasync);
const sync = promisify(fs.fsync);
const readInto = promisify(fs.read) as (
  file: File,
  buffer: Uint8Array,
  place: FileRange,
) => Promise<{ readonly bytesRead: number }>;
const writeFrom = promisify(fs.write) as (
  file: File,
  buffer: Uint8Array,
  offset: number,
  length: number,
  position: number,
) => Promise<{ readonly bytesWritten: number }>;

interface FileRange {
  readonly offset: number;
  readonly length: number;
  readonly position: number;
}

export function closeFile(file: File): void {
  fs.closeSync(file);
}

export function sizeOf(file: File): number {
  return fs.fstatSync(file).size;
}

/** Syncs the names of a folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = fs.openSync(folder, "r");
  try {
    await sync(handle);
  } finally {
    closeFile(handle);
  }
}

/** Reads `length` bytes, or fewer if the file ends before. */
export async function readUpTo(file: File, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await readInto(file, bytes, {
      offset: read,
      length: length - read,
      position: position + read,
    });
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

export async function writeAll(file: File, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await writeFrom(file, bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
