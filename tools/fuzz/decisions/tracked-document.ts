// A small document with tracked changes, as text and as the bytes of a file.

import { writeArchive } from "@versus/engine";
import { nodeZlib } from "@versus/engine/node-zlib";
import { Choices } from "../choices.ts";
import type { Random } from "../random.ts";
import type { TrackedFeature } from "./tracked-features.ts";
import { TrackedMarks } from "./tracked-marks.ts";
import { BlockWriter } from "./write-blocks.ts";

export interface TrackedDocument {
  readonly body: string;
  readonly section: string;
  readonly header: string | undefined;
  readonly notes: readonly string[];
  /** The features that were chosen. */
  readonly features: readonly string[];
}

export function writeTracked(random: Random, focus: string | undefined): TrackedDocument {
  const choices = new Choices<TrackedFeature>(random, focus);
  const writer = new BlockWriter({ choices, marks: new TrackedMarks(random) });
  const body = writer.body();
  const hasHeader = choices.takes("changed header", 0.1);
  const header = hasHeader ? `<w:p>${writer.content.run()}${writer.content.tracked("ins")}</w:p>` : undefined;
  const section = writer.section(hasHeader ? '<w:headerReference w:type="default" r:id="rId2"/>' : "");
  return { body, section, header, notes: writer.content.notes, features: [...choices.taken] };
}

const OFFICE = "http://schemas.openxmlformats.org";
const MICROSOFT = "http://schemas.microsoft.com/office/word";
const WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const NAMESPACES = Object.entries({
  w: `${OFFICE}/wordprocessingml/2006/main`,
  r: `${OFFICE}/officeDocument/2006/relationships`,
  m: `${OFFICE}/officeDocument/2006/math`,
  mc: `${OFFICE}/markup-compatibility/2006`,
  wp: `${OFFICE}/drawingml/2006/wordprocessingDrawing`,
  a: `${OFFICE}/drawingml/2006/main`,
  v: "urn:schemas-microsoft-com:vml",
  wps: `${MICROSOFT}/2010/wordprocessingShape`,
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(" ");

const SEPARATORS = ["separator", "continuationSeparator"]
  .map((type, id) => `<w:footnote w:type="${type}" w:id="${id}"><w:p><w:r><w:${type}/></w:r></w:p></w:footnote>`)
  .join("");
const NUMBERING =
  '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>' +
  '<w:lvlText w:val="%1."/><w:lvlJc w:val="left"/></w:lvl></w:abstractNum>' +
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';

/** The parts of the document with their kind of relationship, by file name. */
function partsOf({ body, section, header, notes }: TrackedDocument): Record<string, { kind: string; xml: string }> {
  const part = (root: string, content: string): string => `<w:${root} ${NAMESPACES}>${content}</w:${root}>`;
  return {
    document: { kind: "document.main", xml: part("document", `<w:body>${body}${section}</w:body>`) },
    numbering: { kind: "numbering", xml: part("numbering", NUMBERING) },
    ...(header === undefined ? {} : { header: { kind: "header", xml: part("hdr", header) } }),
    ...(notes.length === 0
      ? {}
      : { footnotes: { kind: "footnotes", xml: part("footnotes", SEPARATORS + notes.join("")) } }),
  };
}

/** The ids of relationships: the header's is written in the section. */
const IDS: Readonly<Record<string, string>> = { numbering: "rId1", header: "rId2", footnotes: "rId3" };

export function trackedBytes(document: TrackedDocument): Uint8Array {
  const parts = Object.entries(partsOf(document));
  const overrides = parts.map(
    ([name, { kind }]) => `<Override PartName="/word/${name}.xml" ContentType="${WORD_TYPE}.${kind}+xml"/>`,
  );
  const related = parts
    .filter(([name]) => IDS[name] !== undefined)
    .map(([name, { kind }]) => relationship(IDS[name]!, kind, `${name}.xml`));
  const files = {
    "[Content_Types].xml": contentTypes(overrides.join("")),
    "_rels/.rels": relationships(relationship("rId1", "officeDocument", "word/document.xml")),
    "word/_rels/document.xml.rels": relationships(related.join("")),
    ...Object.fromEntries(parts.map(([name, { xml }]) => [`word/${name}.xml`, xml])),
  };
  const encoder = new TextEncoder();
  const entries = Object.entries(files).map(
    ([name, text]) => ({ kind: "made", name, bytes: encoder.encode(text) }) as const,
  );
  return writeArchive(entries, nodeZlib, 1);
}

function contentTypes(overrides: string): string {
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>';
  return `<Types xmlns="${OFFICE}/package/2006/content-types">${defaults}${overrides}</Types>`;
}

function relationships(content: string): string {
  return `<Relationships xmlns="${OFFICE}/package/2006/relationships">${content}</Relationships>`;
}

function relationship(id: string, kind: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;
}
