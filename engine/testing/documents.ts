// Makes Word documents from a few strings, for tests: a body and related parts.

import { nodeZlib } from "../platform/node-zlib.ts";
import { openDocument, type WordDocument } from "../src/document/open-document.ts";
import { type Story, storiesOf } from "../src/document/text/stories.ts";
import { wordNames } from "../src/document/word-names.ts";
import { CONTENT_TYPES, relationships, wordParts, zip } from "./packages.ts";

const PNG = '<Default Extension="png" ContentType="image/png"/>';
const MICROSOFT = "http://schemas.microsoft.com/office/word";
const NAMESPACES = [
  ["w", "http://schemas.openxmlformats.org/wordprocessingml/2006/main"],
  ["r", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"],
  ["m", "http://schemas.openxmlformats.org/officeDocument/2006/math"],
  ["mc", "http://schemas.openxmlformats.org/markup-compatibility/2006"],
  ["v", "urn:schemas-microsoft-com:vml"],
  ["wps", `${MICROSOFT}/2010/wordprocessingShape`],
  ["w14", `${MICROSOFT}/2010/wordml`],
  ["w15", `${MICROSOFT}/2012/wordml`],
  ["new", "urn:not-understood"],
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(" ");

/** Maps the kinds of parts that a document may have to their root elements. */
const ROOTS = {
  header: "w:hdr",
  footer: "w:ftr",
  footnotes: "w:footnotes",
  endnotes: "w:endnotes",
  comments: "w:comments",
  settings: "w:settings",
  styles: "w:styles",
  numbering: "w:numbering",
  commentsExtended: "w15:commentsEx",
  theme: "a:theme",
} as const;

type Kind = keyof typeof ROOTS;
/** The name of a part. `header1` is a header with the relationship id `rIdheader1`. */
export type PartName = Kind | `header${number}` | `footer${number}`;

/** Other relationships of the body. Each field maps relationship ids to URLs of links or to contents of images. */
interface Related {
  readonly links?: Readonly<Record<string, string>>;
  readonly images?: Readonly<Record<string, string>>;
}

/** Returns the bytes of a document with a body and some parts. */
export function docx(body: string, parts: Partial<Record<PartName, string>> = {}, related: Related = {}): Uint8Array {
  const images = Object.entries(related.images ?? {});
  const links = Object.entries(related.links ?? {});
  const named = Object.entries(parts).map(([name, content]) => {
    const kind = name.replace(/\d+$/, "") as Kind;
    return { name, kind, xml: part(ROOTS[kind], content ?? "") };
  });
  return zip(
    wordParts({
      "[Content_Types].xml": CONTENT_TYPES.replace("<Override", `${PNG}${named.map(typeOf).join("")}<Override`),
      "word/document.xml": part("w:document", `<w:body>${body}</w:body>`),
      "word/_rels/document.xml.rels": relationships(
        ...named.map(({ name, kind }) => [`rId${name}`, kind, `${name}.xml`] as const),
        ...images.map(([id]) => [id, "image", `media/${id}.png`] as const),
        ...links.map(([id, url]) => [id, "hyperlink", `${url}" TargetMode="External`] as const),
      ).replace(
        /"[^"]*\/commentsExtended"/,
        '"http://schemas.microsoft.com/office/2011/relationships/commentsExtended"',
      ),
      ...Object.fromEntries(named.map(({ name, xml }) => [`word/${name}.xml`, xml])),
      ...Object.fromEntries(images.map(([id, content]) => [`word/media/${id}.png`, content])),
    }),
  );
}

function typeOf({ name, kind }: { name: string; kind: Kind }): string {
  const type = `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`;
  return `<Override PartName="/word/${name}.xml" ContentType="${type}"/>`;
}

export function open(body: string, parts: Partial<Record<PartName, string>> = {}): WordDocument {
  return openDocument(docx(body, parts), { codec: nodeZlib, names: wordNames() });
}

/** Returns the body of a document as a story. */
export function bodyStory(body: string, parts: Partial<Record<PartName, string>> = {}): Story {
  return storiesOf(open(body, parts)).find(({ kind }) => kind === "body")!;
}

function part(root: string, content: string): string {
  const drawing = root.startsWith("a:") ? ` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` : "";
  return `<${root} ${NAMESPACES}${drawing} mc:Ignorable="w14 w15 new">${content}</${root}>`;
}

/** Returns a paragraph of runs. Plain text becomes a run. */
export function p(...content: readonly string[]): string {
  return `<w:p>${content.map((piece) => (piece.startsWith("<") ? piece : r(piece))).join("")}</w:p>`;
}

export function r(text: string): string {
  return `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

/** Returns a run with one mark of a field. */
export function fld(type: "begin" | "separate" | "end"): string {
  return `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
}

export function code(text: string): string {
  return `<w:r><w:instrText>${text}</w:instrText></w:r>`;
}

/** Returns a table of rows of cells. Each cell is the XML of its paragraphs. */
export function tbl(...rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]): string => row.map((cell) => `<w:tc>${cell}</w:tc>`).join("");
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join("")}</w:tbl>`;
}
