// Writes a schedule of changes as a Word document: one table on landscape paper (UNT-5c).

import { defaultDocument } from "../create/default-document.ts";
import { bodyOf } from "../document/text/stories.ts";
import { W, wordNames } from "../document/word-names.ts";
import { graftSnippet } from "../document/xml-snippet.ts";
import { escapeText } from "../ooxml/xml/text.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { RedlineJson } from "../render/redline.ts";
import { SCHEDULE_HEADS, scheduleRows, scheduleValues } from "../render/schedule/schedule-rows.ts";
import type { Document } from "./documents.ts";

/** The widths of the columns, in twentieths of a point. They fill A4 landscape between margins of 15 mm. */
const WIDTHS = [600, 2600, 1450, 3850, 3850, 1500, 1287] as const;
const PAPER = { width: "16838", height: "11906", margin: "850" } as const;

/** The time of creation if no change has a date: the same input gives the same bytes. */
const NO_DATE = "2000-01-01T00:00:00Z";

/** Returns a new document with the schedule of a redline. */
export function scheduleDocument(redline: RedlineJson, codec: Codec): Document {
  const date = redline.units.find((unit) => unit.date !== undefined)?.date ?? NO_DATE;
  const document = defaultDocument({ date, title: TITLE }, { codec, names: wordNames() });
  const { tree, root } = bodyOf(document)!;
  const section = tree.child(root, W.sectPr);
  for (const node of graftSnippet(tree, content(redline))) tree.insertBefore(root, node, section);
  const size = tree.child(section, W.pgSz);
  tree.setAttribute(size, W.w, PAPER.width);
  tree.setAttribute(size, W.h, PAPER.height);
  tree.setAttribute(size, W.orient, "landscape");
  const margins = tree.child(section, W.pgMar);
  tree.setAttribute(margins, W.left, PAPER.margin);
  tree.setAttribute(margins, W.right, PAPER.margin);
  tree.setAttribute(margins, W.top, PAPER.margin);
  tree.setAttribute(margins, W.bottom, PAPER.margin);
  return document;
}

const TITLE = "Schedule of changes";

function content(redline: RedlineJson): string {
  const names = redline.documents.map(({ name }) => name).filter((name) => name !== "");
  const { changes, conflicts } = redline.summary;
  const counts = [countOf(changes, "change"), ...(conflicts === 0 ? [] : [countOf(conflicts, "conflict")])].join(", ");
  const heading = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run(TITLE)}</w:p>`;
  const about = `<w:p>${run([names.join(", "), counts].filter((part) => part !== "").join(": "))}</w:p>`;
  return `${heading}${about}${table(redline)}<w:p/>`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function table(redline: RedlineJson): string {
  const sides = ["top", "left", "bottom", "right", "insideH", "insideV"]
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="A6A6A6"/>`)
    .join("");
  const grid = WIDTHS.map((width) => `<w:gridCol w:w="${width}"/>`).join("");
  const rows = [row(SCHEDULE_HEADS, true), ...scheduleRows(redline).map((one) => row(scheduleValues(one), false))];
  const total = WIDTHS.reduce((sum, width) => sum + width, 0);
  return `<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/><w:tblBorders>${sides}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows.join("")}</w:tbl>`;
}

/** The row of heads is repeated on every page. */
function row(values: readonly string[], isHead: boolean): string {
  const properties = isHead ? "<w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>" : "";
  const cells = values.map((value, at) => {
    const shade = isHead ? '<w:shd w:val="clear" w:color="auto" w:fill="EDEFF2"/>' : "";
    const paragraphs = value.split("\n").map((line) => `<w:p>${SMALL}${run(line, isHead)}</w:p>`);
    return `<w:tc><w:tcPr><w:tcW w:w="${WIDTHS[at]}" w:type="dxa"/>${shade}</w:tcPr>${paragraphs.join("")}</w:tc>`;
  });
  return `<w:tr>${properties}${cells.join("")}</w:tr>`;
}

const SMALL = '<w:pPr><w:spacing w:before="20" w:after="20"/></w:pPr>';

/** Characters that are left out: control characters, and others that XML cannot contain. */
const UNWRITABLE = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

function run(text: string, isBold = false): string {
  if (text === "") return "";
  const pieces = text.split("\t").map((piece) => escapeText(piece.replace(UNWRITABLE, "")));
  const content = pieces.map((piece) => `<w:t xml:space="preserve">${piece}</w:t>`).join("<w:tab/>");
  return `<w:r><w:rPr>${isBold ? "<w:b/><w:bCs/>" : ""}<w:sz w:val="18"/><w:szCs w:val="18"/></w:rPr>${content}</w:r>`;
}
