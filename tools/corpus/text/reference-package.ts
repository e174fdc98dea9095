// The parts of a document that hold text, for the reference reader: found by XPath over relationships.

import { openArchive, readEntry, readerLimits, type StoryKind } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { ParseOption, type XmlAttribute, XmlDocument } from "libxml2-wasm";

export interface TextPart {
  readonly bytes: Uint8Array;
  readonly kind: StoryKind;
}

const OFFICE = ["http://schemas.openxmlformats.org/officeDocument/2006", "http://purl.oclc.org/ooxml/officeDocument"];
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const KINDS: readonly (readonly [relationship: string, kind: StoryKind])[] = [
  ["header", "header"],
  ["footer", "footer"],
  ["footnotes", "footnote"],
  ["endnotes", "endnote"],
  ["comments", "comment"],
];

/** The main part, then headers, footers, notes and comments, each once. */
export function textParts(file: Uint8Array): TextPart[] {
  const entries = new Map(openArchive(file, readerLimits).entries.map((entry) => [entry.name.toLowerCase(), entry]));
  const read = (name: string): Uint8Array => readEntry(entries.get(name)!, nodeZlib);
  const relationships = (name: string, type: string): string[] =>
    entries.has(name) ? targets(read(name), type).map((target) => resolve(name, target)) : [];
  const main = relationships("_rels/.rels", "officeDocument")[0] ?? mainByType(read("[content_types].xml"));
  const own = main.replace(/([^/]+)$/, "_rels/$1.rels");
  const names = new Map<string, StoryKind>([[main, "body"]]);
  for (const [relationship, kind] of KINDS) {
    for (const name of relationships(own, relationship)) {
      if (entries.has(name) && !names.has(name)) names.set(name, kind);
    }
  }
  return [...names].map(([name, kind]) => ({ bytes: read(name), kind }));
}

export function parseXml(bytes: Uint8Array): XmlDocument {
  return XmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_HUGE });
}

function targets(bytes: Uint8Array, type: string): string[] {
  const types = OFFICE.map((root) => `@Type = "${root}/relationships/${type}"`).join(" or ");
  return values(
    bytes,
    `/*/p:Relationship[not(@TargetMode = "External")][${types}]/@Target`,
    `${PACKAGE}/relationships`,
  );
}

/** The part that its content type calls a document, in a package that lost its relationships. */
function mainByType(bytes: Uint8Array): string {
  const path = `//p:Override[contains(@ContentType, "main+xml")]/@PartName`;
  return values(bytes, path, `${PACKAGE}/content-types`)[0]!.slice(1).toLowerCase();
}

function values(bytes: Uint8Array, path: string, p: string): string[] {
  const document = parseXml(bytes);
  try {
    return (document.root.find(path, { p }) as unknown as XmlAttribute[]).map(({ value }) => value);
  } finally {
    document.dispose();
  }
}

/** A target seen from the part that the relationships belong to, in lower case. */
function resolve(relationships: string, target: string): string {
  const base = new URL(relationships.replace(/_rels\/([^/]*)\.rels$/, "$1"), "file:///");
  return decodeURI(new URL(target.replaceAll("\\", "/"), base).pathname)
    .slice(1)
    .toLowerCase();
}
