// Makes small Word documents: valid ones, and broken ones of each kind.
//
// Each has words in its properties that must not occur anywhere else.

import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { marker } from "./markers.ts";
import { writeZip } from "./zip.ts";

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/** Returns a document of these paragraphs. */
export function wordDocument(...paragraphs: readonly string[]): Buffer {
  return writeZip(partsOf(bodyOf(...paragraphs.map(paragraph))));
}

/** Returns a document with this body and more parts by name: `styles`, `numbering`, `footnotes`, `header1` … */
export function richDocument(body: string, parts: Readonly<Record<string, string>>): Buffer {
  return writeZip(partsOf(bodyOf(body), parts));
}

/** Returns a document of these paragraphs and a part of so many random bytes. */
export function heavyDocument(bytes: number, ...paragraphs: readonly string[]): Buffer {
  return writeZip({ ...partsOf(bodyOf(...paragraphs.map(paragraph))), "word/media/noise.bin": randomBytes(bytes) });
}

/**
 * Returns a document of these paragraphs and a grey picture with so many pixels per side: a small file that is large
 * when drawn.
 */
export function picturedDocument(pixels: number, ...paragraphs: readonly string[]): Buffer {
  const parts = partsOf(bodyOf(drawing("r-picture"), ...paragraphs.map(paragraph)));
  const types = parts["[Content_Types].xml"]!;
  return writeZip({
    ...parts,
    "[Content_Types].xml": types.replace("<Default", '<Default Extension="png" ContentType="image/png"/><Default'),
    "word/_rels/document.xml.rels": relationships([relationship("r-picture", "image", "media/picture.png")]),
    "word/media/picture.png": greyPicture(pixels),
  });
}

function drawing(id: string): string {
  const drawn = "http://schemas.openxmlformats.org/drawingml/2006";
  const size = 'cx="3600000" cy="3600000"';
  const fill = `<pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`;
  const shape = `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`;
  const names = '<pic:nvPicPr><pic:cNvPr id="1" name="Picture"/><pic:cNvPicPr/></pic:nvPicPr>';
  const picture = `<pic:pic xmlns:pic="${drawn}/picture">${names}${fill}${shape}</pic:pic>`;
  const graphic = `<a:graphic xmlns:a="${drawn}/main"><a:graphicData uri="${drawn}/picture">${picture}</a:graphicData></a:graphic>`;
  const inline = `<wp:inline xmlns:wp="${drawn}/wordprocessingDrawing"><wp:extent ${size}/><wp:docPr id="1" name="Picture"/>${graphic}</wp:inline>`;
  return `<w:p><w:r><w:drawing>${inline}</w:drawing></w:r></w:p>`;
}

const PNG_BEGINNING = Buffer.from("89504e470d0a1a0a", "hex");

/** Returns a PNG with eight bits per pixel; each row is a ramp from black to white. */
function greyPicture(pixels: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  header[8] = 8;
  const row = Buffer.from([0, ...Array.from({ length: pixels }, (_, at) => at % 256)]);
  const rows = deflateSync(Buffer.alloc(row.length * pixels, row), { level: 1 });
  return Buffer.concat([PNG_BEGINNING, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)]);
}

/** Documents that cannot be read. The fault shows at once, or only when they are compared. */
export const broken = {
  /** The package is valid, but its main part is not XML. */
  mainPart: () => writeZip(partsOf(`<w:document xmlns:w="${WORD}"><w:body><w:p><w:r><w:t>${marker("document")}`)),
  /** The XML is valid, but has no body. */
  withoutBody: () => writeZip(partsOf(`<w:document xmlns:w="${WORD}"></w:document>`)),
  /** A zip archive without content types. */
  withoutContentTypes: () => without("[Content_Types].xml"),
  /** A package without its main part. */
  withoutMainPart: () => without("word/document.xml"),
  /** The format of a document with a password: an OLE container instead of a zip archive. */
  encrypted: () => oleContainer("EncryptedPackage"),
  /** The format of Word before 2007. */
  older: () => oleContainer("WordDocument"),
  /** More entries than the service reads. */
  tooManyParts: () => {
    const more = Array.from({ length: 10_001 }, (_, index): [string, string] => [`word/media/${index}.bin`, ""]);
    return writeZip({ ...sound(), ...Object.fromEntries(more) });
  },
  /** A part that expands more than a thousand times. */
  expanding: () => writeZip({ ...sound(), "word/media/zeros.bin": Buffer.alloc(24 * 1024 * 1024) }),
  /** Elements nested more deeply than the service reads. */
  tooDeep: () =>
    writeZip(partsOf(bodyOf(`${"<w:sdt><w:sdtContent>".repeat(300)}${"</w:sdtContent></w:sdt>".repeat(300)}`))),
};

export function paragraph(text: string): string {
  return `<w:p>${run(text)}</w:p>`;
}

export function run(text: string): string {
  return `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
}

function bodyOf(...blocks: readonly string[]): string {
  const page = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
  return `<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}"><w:body>${blocks.join("")}${page}</w:body></w:document>`;
}

function sound(): Record<string, string> {
  return partsOf(bodyOf(paragraph("A.")));
}

function without(name: string): Buffer {
  const { [name]: _, ...parts } = sound();
  return writeZip(parts);
}

function partsOf(main: string, further: Readonly<Record<string, string>> = {}): Record<string, string> {
  const names = Object.keys(further);
  const kindOf = (name: string) => name.replace(/\d+$/, "");
  const overrides = names.map((name) => override(`word/${name}.xml`, kindOf(name)));
  const relations = names.map((name) => relationship(`r-${name}`, kindOf(name), `${name}.xml`));
  const contents = names.map((name): [string, string] => {
    const root = { header: "hdr", footer: "ftr" }[kindOf(name)] ?? name;
    return [`word/${name}.xml`, `<w:${root} xmlns:w="${WORD}">${further[name]}</w:${root}>`];
  });
  return {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="bin" ContentType="application/octet-stream"/>${override("word/document.xml", "document.main")}${overrides.join("")}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    "_rels/.rels": relationships([
      relationship("r-main", "officeDocument", "word/document.xml"),
      `<Relationship Id="r-core" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
    ]),
    "docProps/core.xml": properties(),
    "word/document.xml": main,
    ...(names.length === 0 ? {} : { "word/_rels/document.xml.rels": relationships(relations) }),
    ...Object.fromEntries(contents),
  };
}

function properties(): string {
  const elements = "http://purl.org/dc/elements/1.1/";
  const words = `<dc:title>${marker("document")}</dc:title><dc:creator>${marker("author")}</dc:creator>`;
  return `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="${elements}">${words}</cp:coreProperties>`;
}

function override(part: string, type: string): string {
  return `<Override PartName="/${part}" ContentType="${TYPES}.${type}+xml"/>`;
}

function relationship(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

function relationships(rows: readonly string[]): string {
  return `<Relationships xmlns="${PACKAGE}/relationships">${rows.join("")}</Relationships>`;
}

const SECTOR = 512;

/**
 * Returns a compound file with one stream of this name: header, one sector of its allocation table, one of its
 * directory.
 */
function oleContainer(stream: string): Buffer {
  const file = Buffer.concat([oleHeader(1), Buffer.alloc(SECTOR * 2)]);
  file.fill(0xff, SECTOR, SECTOR * 2);
  file.writeUInt32LE(0xfffffffd, SECTOR);
  file.writeUInt32LE(0xfffffffe, SECTOR + 4);
  writeOleEntry(file, SECTOR * 2, { name: "Root Entry", type: 5, child: 1 });
  writeOleEntry(file, SECTOR * 2 + 128, { name: stream, type: 2, child: 0xffffffff });
  return file;
}

/** Returns the header of a compound file whose directory begins in this sector. */
export function oleHeader(directory: number): Buffer {
  const header = Buffer.alloc(SECTOR);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(0xfffffffe, 60);
  header.writeUInt32LE(0xfffffffe, 68);
  header.fill(0xff, 76, SECTOR);
  header.writeUInt32LE(0, 76);
  return header;
}

interface OleEntry {
  readonly name: string;
  readonly type: number;
  readonly child: number;
}

function writeOleEntry(file: Buffer, at: number, { name, type, child }: OleEntry): void {
  file.write(name, at, "utf16le");
  file.writeUInt16LE((name.length + 1) * 2, at + 64);
  file[at + 66] = type;
  file.writeUInt32LE(0xffffffff, at + 68);
  file.writeUInt32LE(0xffffffff, at + 72);
  file.writeUInt32LE(child, at + 76);
  file.writeUInt32LE(0xfffffffe, at + 116);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
