// Checks any archive that the engine has opened.

import { crc32 } from "node:zlib";
import {
  type ArchiveEntry,
  type Codec,
  type OutputEntry,
  openArchive,
  type ReaderLimits,
  readEntry,
  writeArchive,
} from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { Failure } from "@versus/engine/tasks";
import { type Counts, demand } from "../target.ts";
import { type WalkedEntry, walkZip } from "./walk-zip.ts";

export type Archive = ReturnType<typeof openArchive>;

const LEVEL = 6;

/** Returns the result or the Failure. Any other thrown error fails the case. */
export function orFailure<Result>(run: () => Result): Result | Failure {
  try {
    return run();
  } catch (problem) {
    if (problem instanceof Failure) return problem;
    throw problem;
  }
}

/** Returns Node's codec with a check that nobody requests more bytes than the limits allow for an entry. */
export function watchedCodec(limits: ReaderLimits): Codec {
  return {
    ...nodeZlib,
    inflate: (bytes, size) => {
      const most = Math.max(limits.ratioFreeBytes, limits.ratio * bytes.length);
      demand(
        size <= Math.min(most, limits.unpackedBytes),
        "memory stays within the limits",
        () => `${size} bytes asked`,
      );
      return nodeZlib.inflate(bytes, size);
    },
  };
}

/** Checks that an opened archive is within the limits, according to its directory. */
export function checkLimits({ bytes, entries }: Archive, limits: ReaderLimits): void {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  const isFar = ({ size, compressedSize }: ArchiveEntry) =>
    size > limits.ratioFreeBytes && size > limits.ratio * compressedSize;
  demand(bytes.length <= limits.fileBytes, "a file over the size limit is refused");
  demand(entries.length <= limits.entries, "an archive of too many entries is refused");
  demand(total <= limits.unpackedBytes, "an archive that expands too far is refused");
  demand(!entries.some(isFar), "an entry that expands too far is refused");
}

/** Reads every entry. Each gives the content that its directory declares, or a Failure. */
export function readEntries({ entries }: Archive, codec: Codec, counts: Counts): (Uint8Array | Failure)[] {
  return entries.map((entry) => {
    const content = orFailure(() => readEntry(entry, codec));
    if (content instanceof Failure) counts.add("an entry refused");
    else {
      demand(content.length === entry.size, "an entry has its declared size");
      demand(crc32(content) === entry.crc, "an entry has its declared checksum");
    }
    return content;
  });
}

/**
 * Checks that an archive written with all entries kept has the same names, order, sizes, checksums and compressed
 * bytes.
 */
export function checkKept(archive: Archive, codec: Codec, counts: Counts): void {
  const kept = archive.entries.map((entry): OutputEntry => ({ kind: "kept", entry }));
  const written = writeArchive(kept, codec, LEVEL);
  const walked = walkZip(written);
  demand(walked.length === archive.entries.length, "a written archive has all entries");
  for (const [index, entry] of archive.entries.entries()) checkSame(entry, walked[index]!);
  const again = openArchive(written, noLimits);
  demand(again.entries.length === archive.entries.length, "a written archive opens with all entries");
  for (const [index, entry] of archive.entries.entries()) {
    const other = again.entries[index]!;
    const isAlike = entry.name === other.name && entry.crc === other.crc && entry.size === other.size;
    demand(isAlike && isSame(entry.data, other.data), "a written archive reads as the one it was made from");
  }
  counts.add("written and read again");
}

/** No limits of size: an archive that was opened just within some limits must open again when written. */
export const noLimits: ReaderLimits = {
  fileBytes: Number.POSITIVE_INFINITY,
  entries: Number.POSITIVE_INFINITY,
  unpackedBytes: Number.POSITIVE_INFINITY,
  xmlPartBytes: Number.POSITIVE_INFINITY,
  ratio: Number.POSITIVE_INFINITY,
  ratioFreeBytes: Number.POSITIVE_INFINITY,
  xmlDepth: 512,
};

/** Checks that if one entry is replaced, the other entries keep their compressed bytes and the new one can be read. */
export function checkReplaced(archive: Archive, codec: Codec, counts: Counts): void {
  if (archive.entries.length === 0) return;
  const chosen = archive.bytes.length % archive.entries.length;
  const bytes = new TextEncoder().encode("replaced ".repeat(archive.bytes.length % 9));
  const outputs = archive.entries.map((entry, index): OutputEntry => {
    return index === chosen ? { kind: "made", name: entry.name, bytes } : { kind: "kept", entry };
  });
  const written = writeArchive(outputs, codec, LEVEL);
  for (const [index, walked] of walkZip(written).entries()) {
    if (index !== chosen) checkSame(archive.entries[index]!, walked);
  }
  const replaced = openArchive(written, noLimits).entries[chosen]!;
  demand(isSame(readEntry(replaced, codec), bytes), "a replaced entry reads as it was given");
  demand(replaced.name === archive.entries[chosen]!.name, "a replaced entry keeps its name");
  counts.add("an entry replaced");
}

function checkSame(entry: ArchiveEntry, walked: WalkedEntry): void {
  const told = [
    isSame(entry.nameBytes, walked.name),
    entry.method === walked.method,
    entry.time === walked.time,
    entry.crc === walked.crc,
    entry.size === walked.size,
    isSame(entry.data, walked.data),
  ];
  demand(told.every(Boolean), "a kept entry passes through as it lies", () => `${entry.name}: ${told.indexOf(false)}`);
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
