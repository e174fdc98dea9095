// Inspects a .doc without a converter: checks that it is one, and if it has a password (CNV-9).
//
// A .doc is an OLE container (MS-CFB) with a stream named WordDocument, which begins with the file information block
// (MS-DOC, 2.5.1). LibreOffice gives no reason if it does not open a file, so protection is detected here first. Names
// of streams compare without regard to case. The file may be hostile: the number of its sectors limits the steps along
// every chain, and inconsistent data counts as damage.

export type WordBinary = "readable" | "protected" | "unreadable";

const signature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const entryBytes = 128;
const headerFatSectors = 109;
const smallStreamBytes = 4096;
const miniSectorBytes = 64;
const streamEntry = 2;
const rootEntry = 5;
/** Offset and bit of fEncrypted in the file information block (MS-DOC, 2.5.2). */
const flagsOffset = 10;
const encryptedFlag = 0x0100;
/** Offset of the size of the list of comment references (lcbPlcfandRef of FibRgFcLcb97, MS-DOC, 2.5.6). */
const commentsOffset = 190;
/** Magic numbers of Word 6 and later. Word 2 has no container. */
const wordMagic = [0xa5ec, 0xa5dc];
/** Streams of documents under rights management, and of encrypted .docx files that were renamed. */
const sealedStreams: ReadonlySet<string> = new Set(["\tdrmcontent", "encryptedpackage"]);

export function isOleContainer(start: Uint8Array): boolean {
  return signature.equals(start.subarray(0, signature.length));
}

export function examineWordBinary(bytes: Uint8Array): WordBinary {
  const container = containerOf(bytes);
  if (container?.entries.some(({ name }) => sealedStreams.has(name)) === true) return "protected";
  const block = container && informationOf(container);
  if (block === undefined) return "unreadable";
  return (block.readUInt16LE(flagsOffset) & encryptedFlag) === 0 ? "readable" : "protected";
}

/** True if the .doc has comments; false if the file is not a .doc. */
export function hasComments(bytes: Uint8Array): boolean {
  const container = containerOf(bytes);
  const block = container && informationOf(container);
  // Files of Word 95 and older have a different block, in which comments are not detected.
  if (block === undefined || block.length < commentsOffset + 4 || block.readUInt16LE(0) !== wordMagic[0]) return false;
  return block.readUInt32LE(commentsOffset) > 0;
}

/** Returns the start of the file information block; undefined without one. */
function informationOf({ entries, beginning }: Container): Buffer | undefined {
  const word = entries.find(({ name, type }) => name === "worddocument" && type === streamEntry);
  const block = word && beginning(word);
  return block !== undefined && block.length > flagsOffset + 1 && wordMagic.includes(block.readUInt16LE(0))
    ? block
    : undefined;
}

/** Returns undefined if the file is damaged: its chains lead outside the file. */
function containerOf(bytes: Uint8Array): Container | undefined {
  try {
    return readContainer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  } catch (problem) {
    if (problem instanceof RangeError) return undefined;
    throw problem;
  }
}

interface Entry {
  /** In lower case. */
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly size: number;
}

interface Container {
  readonly entries: readonly Entry[];
  /** Returns the first bytes of a stream; undefined if it is outside the file. */
  readonly beginning: (entry: Entry) => Buffer | undefined;
}

/** Reads the directory of the container. Throws RangeError if the file ends early. */
function readContainer(file: Buffer): Container {
  const sectorBytes = file.readUInt16LE(30) === 12 ? 4096 : 512;
  const sectors = Math.floor(file.length / sectorBytes);
  const sector = (number: number): Buffer => {
    const from = (number + 1) * sectorBytes;
    if (from >= file.length) throw new RangeError("a sector outside of the file");
    return file.subarray(from, from + sectorBytes);
  };
  const fat = fatSectors(file, sector, sectors);
  const perSector = sectorBytes / 4;
  const next = (number: number): number => {
    const table = fat[Math.floor(number / perSector)];
    if (table === undefined) throw new RangeError("a sector without an entry");
    return sector(table).readUInt32LE((number % perSector) * 4);
  };
  const chain = (first: number): number[] => {
    const found: number[] = [];
    for (let at = first; at < sectors && found.length <= sectors; at = next(at)) found.push(at);
    return found;
  };
  const directory = Buffer.concat(chain(file.readUInt32LE(48)).map(sector));
  const entries = Array.from({ length: Math.floor(directory.length / entryBytes) }, (_, at) =>
    readEntry(directory.subarray(at * entryBytes, (at + 1) * entryBytes)),
  );
  const root = entries.find(({ type }) => type === rootEntry);
  const beginning = ({ start, size }: Entry): Buffer | undefined => {
    const isSmall = size < smallStreamBytes && root !== undefined;
    const place = isSmall ? start * miniSectorBytes : 0;
    const holder = isSmall ? chain(root.start)[Math.floor(place / sectorBytes)] : start;
    const from = (holder === undefined ? Number.POSITIVE_INFINITY : holder + 1) * sectorBytes + (place % sectorBytes);
    return from < file.length ? file.subarray(from, from + sectorBytes) : undefined;
  };
  return { entries, beginning };
}

/**
 * Returns the numbers of the sectors with the allocation table. The header contains the first 109, and a chain of
 * sectors contains the others.
 */
function fatSectors(file: Buffer, sector: (number: number) => Buffer, sectors: number): number[] {
  const count = Math.min(file.readUInt32LE(44), sectors);
  const found: number[] = [];
  for (let at = 0; at < Math.min(count, headerFatSectors); at++) found.push(file.readUInt32LE(76 + at * 4));
  let further = file.readUInt32LE(68);
  for (let steps = 0; found.length < count && steps < sectors; steps++) {
    const table = sector(further);
    const last = table.length - 4;
    for (let at = 0; at < last && found.length < count; at += 4) found.push(table.readUInt32LE(at));
    further = table.readUInt32LE(last);
  }
  return found;
}

function readEntry(entry: Buffer): Entry {
  const nameBytes = Math.max(0, Math.min(entry.readUInt16LE(64), 64) - 2);
  return {
    name: entry.toString("utf16le", 0, nameBytes).toLowerCase(),
    type: entry.readUInt8(66),
    start: entry.readUInt32LE(116),
    size: entry.readUInt32LE(120),
  };
}
