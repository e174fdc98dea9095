// Makes files that cost the reader much: small ones, or large ones that are cheap to send.

import { crc32, deflateRawSync } from "node:zlib";
import { oleHeader } from "./word.ts";

export interface Hostile {
  readonly name: string;
  readonly make: () => Buffer;
  /** The reason with which DOCUMENT_UNREADABLE refuses the upload; undefined if only the job can find the fault. */
  readonly reason?: "PACKAGE_INVALID" | "TOO_MANY_PARTS" | "XML_INVALID";
}

const TYPES = "[Content_Types].xml";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
const KB = 1024;
const MB = 1024 * KB;
/** Just below the number of bytes of a part that the upload inspects. */
const LOOKED_AT = 32 * KB;

/** All hostile files that are small to send. */
export const hostilePackages: readonly Hostile[] = [
  {
    name: "2,000 parts, each with a content type, and no relationships of the package",
    make: () => withoutRelationships(2_000, (part) => `<Override PartName="/${part}" ContentType="application/xml"/>`),
  },
  {
    name: "9,990 parts and no relationships of the package",
    make: () => withoutRelationships(9_990, () => ""),
  },
  {
    name: "40,000 records named [Content_Types].xml",
    make: () => archive(records(40_000, () => TYPES)),
    reason: "TOO_MANY_PARTS",
  },
  {
    name: "9,990 records named [Content_Types].xml, in all spellings",
    make: () => archive(records(9_990, (index) => (index % 2 === 0 ? TYPES : TYPES.toUpperCase()), 400)),
  },
  {
    name: "900 records named [Content_Types].xml, in all spellings",
    make: () => archive(records(900, (index) => (index % 2 === 0 ? TYPES : TYPES.toUpperCase()), 400)),
    reason: "PACKAGE_INVALID",
  },
  {
    name: "300 parts, each with a content type, and no relationships of the package",
    make: () => withoutRelationships(300, (part) => `<Override PartName="/${part}" ContentType="application/xml"/>`),
    reason: "PACKAGE_INVALID",
  },
  {
    name: "9,990 names of 200 characters, all different and all deep",
    make: () => archive([...sound(), ...records(9_990, (index) => `${"a/".repeat(97)}${index}`)]),
  },
  {
    name: "64 names of 60,000 characters",
    make: () => archive([...sound(), ...records(64, (index) => `${index}${"a/".repeat(30_000)}x`)]),
  },
  {
    name: "content types of 10 MB",
    make: () => archive(sound({ [TYPES]: types("<a/>".repeat((10 * MB) / 4 - 100)) })),
  },
  {
    name: "content types that are slow to read",
    make: () => archive(sound({ [TYPES]: slowXml("Types", "content-types") })),
    reason: "PACKAGE_INVALID",
  },
  {
    name: "content types that are deep",
    make: () => archive(sound({ [TYPES]: types(`${"<a>".repeat(4_500)}${"</a>".repeat(4_500)}`) })),
    reason: "XML_INVALID",
  },
  {
    name: "content types that are no XML",
    make: () => archive(sound({ [TYPES]: "<".repeat(LOOKED_AT) })),
    reason: "XML_INVALID",
  },
  {
    name: "relationships that are slow to read",
    make: () => archive(sound({ "_rels/.rels": slowXml("Relationships", "relationships") })),
    reason: "PACKAGE_INVALID",
  },
  {
    name: "relationships of 10 MB",
    make: () => archive(sound({ "_rels/.rels": relationships("<a/>".repeat((10 * MB) / 4 - 100)) })),
  },
  {
    name: "a relationship whose target climbs ten thousand folders",
    make: () => archive(sound({ "_rels/.rels": relationships(toMain("a/../".repeat(6_000))) })),
    reason: "PACKAGE_INVALID",
  },
  {
    name: "content types that expand past their size",
    make: () => archive([{ name: TYPES, content: Buffer.alloc(20 * MB), size: LOOKED_AT }, ...sound().slice(1)]),
    reason: "PACKAGE_INVALID",
  },
  {
    name: "a comment full of ends of directories",
    make: () => archive(sound(), { comment: Buffer.from("504b0506".repeat(16_383), "hex") }),
    reason: "PACKAGE_INVALID",
  },
  {
    name: "a directory that is said to be everywhere",
    make: () => endOf({ count: 9_999, size: 0xfffffff0, start: 0 }),
    reason: "PACKAGE_INVALID",
  },
  {
    name: "9,999 records that are said to take no room",
    make: () => endOf({ count: 9_999, size: 0, start: MB }, Buffer.alloc(MB)),
    reason: "PACKAGE_INVALID",
  },
  {
    name: "telling parts that are said to lie past the end",
    make: () => archive(sound(), { offset: 0xfffffff0 }),
    reason: "PACKAGE_INVALID",
  },
  {
    name: "extra fields of 64 KB at each of 30 records",
    make: () => archive([...sound(), ...records(30, (index) => `word/${index}.xml`)], { extra: Buffer.alloc(0xfffe) }),
  },
  { name: "an OLE container of 8 MB", make: () => Buffer.concat([...oleOf(8 * MB)]), reason: "PACKAGE_INVALID" },
  { name: "a megabyte of nothing", make: () => Buffer.alloc(MB), reason: "PACKAGE_INVALID" },
];

/**
 * Returns an OLE container of this size in pieces. According to its header, the directory begins in the given sector.
 * Default: near the end.
 */
export function oleOf(bytes: number, sector = Math.floor(bytes / 512) - 3): Iterable<Uint8Array> {
  return pieces(oleHeader(sector), bytes);
}

function* pieces(start: Buffer, bytes: number): Iterable<Uint8Array> {
  yield start;
  const zeros = Buffer.alloc(MB);
  for (let left = bytes - start.length; left > 0; left -= zeros.length) yield zeros.subarray(0, Math.min(left, MB));
}

interface Entry {
  readonly name: string;
  readonly content: string | Buffer;
  /** The unpacked size that the archive claims. Default: the real size. */
  readonly size?: number;
}

function records(count: number, nameOf: (index: number) => string, bytes = 1): Entry[] {
  return Array.from({ length: count }, (_, index) => ({ name: nameOf(index), content: "x".repeat(bytes) }));
}

function sound(changes: Readonly<Record<string, string>> = {}): Entry[] {
  const parts: Record<string, string> = {
    [TYPES]: types(`<Override PartName="/word/document.xml" ContentType="${MAIN}"/>`),
    "_rels/.rels": relationships(toMain("word/document.xml")),
    "word/document.xml": '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>',
    ...changes,
  };
  return Object.entries(parts).map(([name, content]) => ({ name, content }));
}

function withoutRelationships(count: number, typeOf: (part: string) => string): Buffer {
  const parts = records(count, (index) => `word/part${index}.xml`);
  const lines = parts.map(({ name }) => typeOf(name)).join("");
  return archive([
    { name: TYPES, content: types(lines) },
    { name: "word/_rels/part0.xml.rels", content: "" },
    ...parts,
  ]);
}

function types(lines: string): string {
  return `<Types xmlns="${PACKAGE}/content-types">${lines}</Types>`;
}

function relationships(lines: string): string {
  return `<Relationships xmlns="${PACKAGE}/relationships">${lines}</Relationships>`;
}

function toMain(target: string): string {
  return `<Relationship Id="r1" Type="${OFFICE}" Target="${target}"/>`;
}

/** Returns an element with the most namespaces that fit the inspected size. */
function slowXml(root: string, vocabulary: string): string {
  const declarations = Array.from({ length: 1_450 }, (_, index) => `xmlns:a${index}="x${index}"`).join(" ");
  return `<${root} xmlns="${PACKAGE}/${vocabulary}" ${declarations}/>`;
}

interface Lies {
  readonly comment?: Buffer;
  readonly extra?: Buffer;
  /** The offset that every record claims for its entry. */
  readonly offset?: number;
}

/** Returns a zip archive whose names may repeat and whose fields may lie. */
function archive(
  entries: readonly Entry[],
  { comment = Buffer.alloc(0), extra = Buffer.alloc(0), offset }: Lies = {},
): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const { name, content, size } of entries) {
    const bytes = Buffer.from(content);
    const packed = bytes.length > 64 ? deflateRawSync(bytes) : bytes;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(packed === bytes ? 0 : 8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(size ?? bytes.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("504b0304", "hex"), facts, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset ?? at, 10);
    const central = Buffer.concat([Buffer.from("504b01021400", "hex"), facts, rest, Buffer.from(name), extra]);
    central.writeUInt16LE(extra.length, 30);
    centrals.push(central);
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(centrals);
  return Buffer.concat([
    ...locals,
    directory,
    endOf({ count: entries.length, size: directory.length, start: at, comment: comment.length }),
    comment,
  ]);
}

interface End {
  readonly count: number;
  readonly size: number;
  readonly start: number;
  readonly comment?: number;
}

function endOf({ count, size, start, comment = 0 }: End, before = Buffer.alloc(0)): Buffer {
  const end = Buffer.alloc(22);
  end.write("504b0506", "hex");
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(start, 16);
  end.writeUInt16LE(comment, 20);
  return Buffer.concat([before, end]);
}
