// Writes a small document with tracked changes, as text and as the bytes of a file.

import type { Random } from "../../runner/random.ts";
import { Choices } from "../choices.ts";
import { OFFICE, packageBytes, relationshipType, WORD_TYPE } from "../word-package.ts";
import type { TrackedFeature } from "./tracked-features.ts";
import { TrackedMarks } from "./tracked-marks.ts";
import { BlockWriter } from "./write-blocks.ts";

export interface TrackedDocument {
  readonly body: string;
  readonly section: string;
  readonly header: string | undefined;
  readonly notes: readonly string[];
  /** Names of the chosen features. */
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

const MICROSOFT = "http://schemas.microsoft.com/office/word";
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

/** Returns the parts of the document with their relationship kind, by file name. */
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

/** Maps a part to its relationship id. The section refers to the header's id. */
const IDS: Readonly<Record<string, string>> = { numbering: "rId1", header: "rId2", footnotes: "rId3" };

export function trackedBytes(document: TrackedDocument): Uint8Array {
  const parts = Object.entries(partsOf(document));
  const related = parts
    .filter(([name]) => IDS[name] !== undefined)
    .map(([name, { kind }]) => ({ id: IDS[name]!, type: relationshipType(kind), target: `${name}.xml` }));
  return packageBytes(
    parts.map(([name, { kind, xml }]) => ({ name, type: `${WORD_TYPE}.${kind}+xml`, xml })),
    related,
  );
}
