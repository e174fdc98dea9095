// Changes the order of the archive's entries and their compression level.

import {
  type ArchiveEntry,
  type OutputEntry,
  openArchive,
  readEntry,
  readerLimits,
  writeArchive,
} from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { drawIndex, type RandomNumbers, shuffle } from "../../runner/random.ts";

/** Some readers expect this entry first. */
const FIRST = "[Content_Types].xml";
const LEVELS = [1, 3, 9] as const;

export function reorderZip(bytes: Uint8Array, random: RandomNumbers): Uint8Array {
  const { entries } = openArchive(bytes, readerLimits);
  const first = entries.filter(({ name }) => name === FIRST);
  const others = entries.filter(({ name }) => name !== FIRST);
  const level = LEVELS[drawIndex(random, LEVELS.length)]!;
  return writeArchive([...first, ...shuffle(others, random)].map(repack), nodeZlib, level);
}

/** Returns an entry to be packed again. An entry that cannot be unpacked is kept. */
function repack(entry: ArchiveEntry): OutputEntry {
  try {
    return { kind: "made", name: entry.name, bytes: readEntry(entry, nodeZlib) };
  } catch {
    return { kind: "kept", entry };
  }
}
