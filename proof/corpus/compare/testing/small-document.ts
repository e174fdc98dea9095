// Makes small documents for the judge's own tests: a body and its related parts.

import { writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const NAMESPACES = [
  ["w", "http://schemas.openxmlformats.org/wordprocessingml/2006/main"],
  ["r", `${OFFICE}/relationships`],
  ["m", `${OFFICE}/math`],
  ["mc", "http://schemas.openxmlformats.org/markup-compatibility/2006"],
  ["wps", "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"],
  ["a", "http://schemas.openxmlformats.org/drawingml/2006/main"],
  ["c", "http://schemas.openxmlformats.org/drawingml/2006/chart"],
  ["v", "urn:schemas-microsoft-com:vml"],
  ["o", "urn:schemas-microsoft-com:office:office"],
  ["new", "urn:not-understood"],
].map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);

/** A part that the main part refers to: its id, its kind and its content. */
export interface RelatedPart {
  readonly id: string;
  readonly kind: string;
  /** The content of a part, or an address outside of the package. */
  readonly content: { readonly xml: string } | { readonly bytes: string } | { readonly url: string };
}

/**
 * Returns a document with this body. In the XML of related parts, `<root>` represents the element with all
 * declarations.
 */
export function smallDocument(body: string, related: readonly RelatedPart[] = []): Uint8Array {
  const parts: Record<string, string> = {
    "[Content_Types].xml": contentTypes(related),
    "_rels/.rels": relationships([relationship("rId1", "officeDocument", "word/document.xml")]),
    "word/document.xml": element("w:document", `<w:body>${body}</w:body>`),
    "word/_rels/document.xml.rels": relationships(
      related.map(({ id, kind, content }) =>
        "url" in content
          ? relationship(id, kind, content.url, ' TargetMode="External"')
          : relationship(id, kind, targetOf(id, content)),
      ),
    ),
  };
  for (const { id, content } of related) {
    if ("xml" in content) parts[`word/${targetOf(id, content)}`] = content.xml;
    if ("bytes" in content) parts[`word/${targetOf(id, content)}`] = content.bytes;
  }
  const entries = Object.entries(parts).map(
    ([name, text]) => ({ kind: "made", name, bytes: new TextEncoder().encode(text) }) as const,
  );
  return writeArchive(entries, nodeZlib, 6);
}

/** Returns an element that declares all namespaces, for the root of a part. */
export function element(name: string, content: string): string {
  return `<${name} ${NAMESPACES.join(" ")}>${content}</${name}>`;
}

function targetOf(id: string, content: RelatedPart["content"]): string {
  return "xml" in content ? `${id}.xml` : `media/${id}.bin`;
}

function relationships(list: readonly string[]): string {
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join("")}</Relationships>`;
}

function relationship(id: string, kind: string, target: string, more = ""): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/relationships/${kind}" Target="${target}"${more}/>`;
}

function contentTypes(related: readonly RelatedPart[]): string {
  const defaults = [
    ["rels", "application/vnd.openxmlformats-package.relationships+xml"],
    ["xml", "application/xml"],
    ["bin", "image/png"],
  ].map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`);
  const overrides = [
    override("/word/document.xml", `${WORD}.document.main+xml`),
    ...related.flatMap(({ id, kind, content }) =>
      "xml" in content ? override(`/word/${id}.xml`, `${WORD}.${kind}+xml`) : [],
    ),
  ];
  return `<Types xmlns="${PACKAGE}/content-types">${[...defaults, ...overrides].join("")}</Types>`;
}

function override(part: string, type: string): string {
  return `<Override PartName="${part}" ContentType="${type}"/>`;
}
