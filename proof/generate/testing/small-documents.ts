// Makes small Word documents from strings, with the parts that edits need.

import { writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { makePng } from "../edits/make-png.ts";

const OFFICE = "http://schemas.openxmlformats.org";
const PACKAGE = `${OFFICE}/package/2006`;
const TYPE = `${OFFICE}/officeDocument/2006/relationships`;
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";

const NAMESPACES = [
  ["w", `${OFFICE}/wordprocessingml/2006/main`],
  ["r", TYPE],
  ["mc", `${OFFICE}/markup-compatibility/2006`],
  ["wp", `${OFFICE}/drawingml/2006/wordprocessingDrawing`],
  ["a", `${OFFICE}/drawingml/2006/main`],
  ["pic", `${OFFICE}/drawingml/2006/picture`],
  ["v", "urn:schemas-microsoft-com:vml"],
  ["wps", "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"],
  ["w14", "http://schemas.microsoft.com/office/word/2010/wordml"],
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(" ");

/** The parts that a document may have, with the root element of each. */
const ROOTS = {
  header: "w:hdr",
  footer: "w:ftr",
  footnotes: "w:footnotes",
  styles: "w:styles",
  numbering: "w:numbering",
} as const;
type PartName = keyof typeof ROOTS;
export type SmallParts = Partial<Record<PartName, string>>;

/** Returns a document with a body, some parts (related by ids such as `rIdheader`), a picture and a link. */
export function docx(body: string, parts: SmallParts = {}): Uint8Array {
  const named = Object.entries(parts) as [PartName, string][];
  const overrides = named.map(([name]) => override(`word/${name}.xml`, name)).join("");
  const related = named.map(([name]) => relationship(`rId${name}`, name, `${name}.xml`)).join("");
  const entries: [string, string | Uint8Array][] = [
    ["[Content_Types].xml", contentTypes(override("word/document.xml", "document.main") + overrides)],
    ["_rels/.rels", relationships(relationship("rId1", "officeDocument", "word/document.xml"))],
    ["word/document.xml", part("w:document", `<w:body>${body}</w:body>`)],
    ["word/_rels/document.xml.rels", relationships(related + PICTURE + LINK)],
    ...named.map(([name, content]): [string, string] => [`word/${name}.xml`, part(ROOTS[name], content)]),
    ["word/media/image1.png", makePng(() => 0)],
  ];
  const outputs = entries.map(([name, content]) => {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    return { kind: "made", name, bytes } as const;
  });
  return writeArchive(outputs, nodeZlib, 6);
}

const PICTURE = relationship("rIdpicture", "image", "media/image1.png");
const LINK = relationship("rIdlink", "hyperlink", "https://example.com/old").replace("/>", ' TargetMode="External"/>');

function override(part: string, type: string): string {
  return `<Override PartName="/${part}" ContentType="${WORD}.${type}+xml"/>`;
}

function contentTypes(overrides: string): string {
  const defaults = [
    ["rels", "application/vnd.openxmlformats-package.relationships+xml"],
    ["xml", "application/xml"],
    ["png", "image/png"],
  ].map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`);
  return `<Types xmlns="${PACKAGE}/content-types">${defaults.join("")}${overrides}</Types>`;
}

function relationship(id: string, kind: string, target: string): string {
  return `<Relationship Id="${id}" Type="${TYPE}/${kind}" Target="${target}"/>`;
}

function relationships(content: string): string {
  return `<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;
}

function part(root: string, content: string): string {
  return `<${root} ${NAMESPACES} mc:Ignorable="w14">${content}</${root}>`;
}

/** Returns a paragraph. Content that is not markup becomes a run with that text; `<w:pPr>` must be first. */
export function p(...content: readonly string[]): string {
  return `<w:p>${content.map((piece) => (piece.startsWith("<") ? piece : r(piece))).join("")}</w:p>`;
}

export function r(text: string, properties = ""): string {
  return `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;
}

/** Returns a table with a grid; each cell is a text, or blocks. */
export function tbl(...rows: readonly (readonly string[])[]): string {
  const columns = rows[0]!.map(() => '<w:gridCol w:w="1000"/>').join("");
  const cell = (content: string): string =>
    `<w:tc><w:tcPr><w:tcW w:w="1000" w:type="dxa"/></w:tcPr>${content.startsWith("<") ? content : p(content)}</w:tc>`;
  const made = rows.map((row) => `<w:tr>${row.map(cell).join("")}</w:tr>`).join("");
  return `<w:tbl><w:tblPr/><w:tblGrid>${columns}</w:tblGrid>${made}</w:tbl>`;
}

export const SECTION = '<w:sectPr><w:pgMar w:top="1000" w:right="1000" w:bottom="1000" w:left="1000"/></w:sectPr>';

/** A picture in a run. */
export const IMAGE =
  '<w:r><w:drawing><wp:inline><wp:extent cx="1" cy="1"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="u">' +
  '<pic:pic><pic:blipFill><a:blip r:embed="rIdpicture"/></pic:blipFill></pic:pic></a:graphicData></a:graphic>' +
  "</wp:inline></w:drawing></w:r>";

/** Returns a run with a text box, twice: for new and for old readers. */
export function textBox(content: string): string {
  const box = `<w:txbxContent>${content}</w:txbxContent>`;
  const drawn = `<w:drawing><wps:wsp><wps:txbx>${box}</wps:txbx></wps:wsp></w:drawing>`;
  const old = `<w:pict><v:shape><v:textbox>${box}</v:textbox></v:shape></w:pict>`;
  return `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${drawn}</mc:Choice><mc:Fallback>${old}</mc:Fallback></mc:AlternateContent></w:r>`;
}

/** Returns the content of the footnotes part with one note. */
export function footnotes(text: string): string {
  const mark = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>';
  return `<w:footnote w:type="separator" w:id="0">${p("<w:r><w:separator/></w:r>")}</w:footnote><w:footnote w:id="2">${p(mark, text)}</w:footnote>`;
}

export const NOTE_REFERENCE = '<w:r><w:footnoteReference w:id="2"/></w:r>';

/** Two paragraph styles. */
export const STYLES =
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/></w:style>';

/** A list of two levels. */
export const NUMBERING =
  '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>' +
  '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%2)"/></w:lvl></w:abstractNum>' +
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';

export const LIST_ITEM = '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>';
