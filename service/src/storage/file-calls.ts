// The calls to the system that files of the store are read and written with. Each that is waited for goes through a
// thread, which costs more than the call itself; so what needs no disk (closing, asking for a size, opening a folder that is in use) is done
// at once, and what may need one is waited for.

import fs from "node:fs";
import { promisify } from "node:util";

/** An open file. */
export type File = number;

export const openFile = promisify(fs.open) as (path: string, flags: string, mode?: number) => Promise<File>;
/** Its content, without what the system knows of it beside. */
export const bringToDisk = promisify(fs.fdatasync);
const sync = promisify(fs.fsync);
const readInto = promisify(fs.read) as (
  file: File,
  buffer: Uint8Array,
  place: Place,
) => Promise<{ readonly bytesRead: number }>;
const writeFrom = promisify(fs.write) as (
  file: File,
  buffer: Uint8Array,
  offset: number,
  length: number,
  position: number,
) => Promise<{ readonly bytesWritten: number }>;

interface Place {
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

/** The names in a folder are on the disk then. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = fs.openSync(folder, "r");
  try {
    await sync(handle);
  } finally {
    closeFile(handle);
  }
}

/** So many bytes, or fewer where the file ends before. */
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
