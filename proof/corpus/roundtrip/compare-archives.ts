// Compares two archives: they must have the same entries in the same order with the same bytes.
//
// Entries with equal compressed data are the same, whatever their checksums; other entries are unpacked and compared.
// The caller names the part that an edit changes and the parts that it adds. Nothing else may differ.

import { type ArchiveEntry, openArchive, readEntry, readerLimits } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { Failure } from "@versus/engine/tasks";

export interface ExpectedDifference {
  /** The part that may hold other bytes. */
  readonly changed: string | undefined;
  /** Parts that come after all others. */
  readonly added: readonly string[];
}

/** Returns one sentence for each unexpected difference. */
export function compareArchives(
  before: Uint8Array,
  after: Uint8Array,
  { changed, added }: ExpectedDifference,
): string[] {
  const [entries, saved] = [before, after].map((bytes) => openArchive(bytes, readerLimits).entries) as [
    readonly ArchiveEntry[],
    readonly ArchiveEntry[],
  ];
  const wanted = [...entries.map(({ name }) => name), ...added];
  if (wanted.join("\n") !== saved.map(({ name }) => name).join("\n")) return ["the entries or their order changed"];
  const differing = entries.filter((entry, index) => entry.name !== changed && !isSame(entry, saved[index]!));
  return differing.map(({ name }) => `${name} holds other bytes`);
}

function isSame(before: ArchiveEntry, after: ArchiveEntry): boolean {
  if (!areEqual(before.nameBytes, after.nameBytes)) return false;
  const isPackedAlike = before.method === after.method && before.size === after.size && before.crc === after.crc;
  if (isPackedAlike && areEqual(before.data, after.data)) return true;
  const unpacked = [before, after].map(unpack);
  return unpacked[0] !== undefined && unpacked[1] !== undefined && areEqual(unpacked[0], unpacked[1]);
}

/** Returns undefined if the entry cannot be read, for example because its checksum is wrong. */
function unpack(entry: ArchiveEntry): Uint8Array | undefined {
  try {
    return readEntry(entry, nodeZlib);
  } catch (problem) {
    if (problem instanceof Failure) return undefined;
    throw problem;
  }
}

export function areEqual(before: Uint8Array, after: Uint8Array): boolean {
  return Buffer.compare(before, after) === 0;
}
