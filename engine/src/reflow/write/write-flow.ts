// Writes blocks as a new Word document (RFL-60..66).
//
// Headings have styles, lists are real lists, and tables, footnotes, headers and footers are written too.

import { defaultDocument, type FileFacts } from "../../create/default-document.ts";
import { makePart, partOfKind } from "../../document/made-parts.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { bodyOf } from "../../document/text/stories.ts";
import { R, W, wordNames } from "../../document/word-names.ts";
import { graftSnippet } from "../../document/xml-snippet.ts";
import { type NewNote, NotePlaces } from "../../language/content-runs/write-notes.ts";
import { escapeText } from "../../ooxml/xml/text.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { Codec } from "../../ooxml/zip/archive.ts";
import type { FlowBlock, FlowCell, FlowNote, FlowParagraph, FlowRun, FlowTable } from "../blocks.ts";
import type { PageShape, ReflowedDocument } from "../reflow.ts";
import { type ListDefinition, ListNumbers } from "./list-numbers.ts";

export function writeFlow(flow: ReflowedDocument, facts: FileFacts, codec: Codec): WordDocument {
  const document = defaultDocument(facts, { codec, names: wordNames() });
  const places = new NotePlaces(document);
  const notes = flow.notes.map(({ kind }) => places.add(kind));
  const writer = new FlowWriter(flow.size, notes);
  const { tree, root } = bodyOf(document)!;
  const section = tree.child(root, W.sectPr);
  const body = flow.blocks.length === 0 ? "<w:p/>" : writer.blocks(flow.blocks);
  for (const node of graftSnippet(tree, body)) tree.insertBefore(root, node, section);
  for (const [at, note] of notes.entries()) {
    for (const node of graftSnippet(note.tree, writer.note(flow.notes[at]!))) note.tree.append(note.root, node);
  }
  writeSection(tree, section, flow.page);
  writeMargin(document, { tree, section, kind: "footer" }, writer.blocks(flow.footer));
  writeMargin(document, { tree, section, kind: "header" }, writer.blocks(flow.header));
  writeLists(document, writer.lists.definitions);
  return document;
}

/** Converts points to twentieths of a point. */
function twips(points: number): number {
  return Math.round(points * 20);
}

/** Limits of a side margin, in twentieths of a point: at least `LEAST_MARGIN`, at most twice `MARGIN`. */
const MARGIN = 1440;
const LEAST_MARGIN = 360;

function writeSection(tree: Tree, section: NodeId, { width, height, left, right }: PageShape): void {
  const size = tree.child(section, W.pgSz);
  tree.setAttribute(size, W.w, String(twips(width)));
  tree.setAttribute(size, W.h, String(twips(height)));
  if (width > height) tree.setAttribute(size, W.orient, "landscape");
  const margins = tree.child(section, W.pgMar);
  const margin = (points: number): string => String(Math.min(MARGIN * 2, Math.max(LEAST_MARGIN, twips(points))));
  tree.setAttribute(margins, W.left, margin(left));
  tree.setAttribute(margins, W.right, margin(right));
}

interface MarginPlace {
  readonly tree: Tree;
  readonly section: NodeId;
  readonly kind: "header" | "footer";
}

function writeMargin(document: WordDocument, { tree, section, kind }: MarginPlace, content: string): void {
  if (content === "") return;
  const part = makePart(document, kind, content);
  const id = document.package.relate(document.main, kind, part);
  const name = kind === "header" ? W.headerReference : W.footerReference;
  const reference = tree.element(name, [
    [W.type, "default"],
    [R.id, id],
  ]);
  tree.insertBefore(section, reference, tree.firstChild(section));
}

function writeLists(document: WordDocument, lists: readonly ListDefinition[]): void {
  if (lists.length === 0) return;
  const tree = document.package.tree(partOfKind(document, "numbering"));
  const definitions = lists.map(
    ({ format, text, start }, at) =>
      `<w:abstractNum w:abstractNumId="${at}"><w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${escapeAttribute(text)}"/><w:lvlJc w:val="left"/></w:lvl></w:abstractNum>`,
  );
  const numbers = lists.map((_, at) => `<w:num w:numId="${at + 1}"><w:abstractNumId w:val="${at}"/></w:num>`);
  for (const node of graftSnippet(tree, [...definitions, ...numbers].join(""))) tree.append(tree.root, node);
}

function escapeAttribute(text: string): string {
  return escapeText(text).replace(/"/g, "&quot;");
}

/** Characters that are left out: control characters, and others that XML cannot contain. */
const UNWRITABLE = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

class FlowWriter {
  readonly lists = new ListNumbers();
  readonly #size: number;
  readonly #notes: readonly NewNote[];

  constructor(size: number, notes: readonly NewNote[]) {
    this.#size = size;
    this.#notes = notes;
  }

  blocks(blocks: readonly FlowBlock[]): string {
    return blocks.map((block) => (block.kind === "paragraph" ? this.#paragraph(block) : this.#table(block))).join("");
  }

  /** Returns the paragraphs of a note. The first begins with the note's mark. */
  note({ kind, paragraphs }: FlowNote): string {
    const mark = `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:${kind}Ref/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>`;
    const written = paragraphs.map((paragraph, at) => {
      return `<w:p>${at === 0 ? mark : ""}${paragraph.runs.map((run) => this.#run(run, paragraph)).join("")}</w:p>`;
    });
    return written.join("") || `<w:p>${mark}</w:p>`;
  }

  #paragraph(paragraph: FlowParagraph): string {
    const runs = paragraph.runs.map((run) => this.#run(run, paragraph)).join("");
    return `<w:p>${this.#paragraphProperties(paragraph)}${runs}</w:p>`;
  }

  #paragraphProperties({ heading, label, alignment, gap, isRightToLeft, ...paragraph }: FlowParagraph): string {
    const indent = twips(paragraph.indent);
    const first = twips(paragraph.firstIndent) - indent;
    const hanging = first < 0 ? ` w:hanging="${-first}"` : first > 0 ? ` w:firstLine="${first}"` : "";
    const isIndented = indent > 0 || hanging !== "" || label !== undefined;
    const properties = [
      heading === undefined ? "" : `<w:pStyle w:val="Heading${heading}"/>`,
      label === undefined ? "" : `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${this.lists.listOf(label)}"/></w:numPr>`,
      isRightToLeft ? "<w:bidi/>" : "",
      heading === undefined ? `<w:spacing w:before="${twips(Math.min(gap, MOST_GAP))}" w:after="0"/>` : "",
      isIndented ? `<w:ind w:left="${indent}"${hanging}/>` : "",
      alignment === "left" ? "" : `<w:jc w:val="${alignment === "justify" ? "both" : alignment}"/>`,
    ].join("");
    return properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`;
  }

  #run(run: FlowRun, { heading, isRightToLeft }: Pick<FlowParagraph, "heading" | "isRightToLeft">): string {
    const size = heading === undefined && run.size > 0 ? Math.round(run.size * 2) : 0;
    const properties = [
      run.isBold && heading === undefined ? "<w:b/><w:bCs/>" : "",
      run.isItalic ? "<w:i/><w:iCs/>" : "",
      size > 0 ? `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>` : "",
      run.raise === "none" ? "" : `<w:vertAlign w:val="${run.raise}"/>`,
      isRightToLeft ? "<w:rtl/>" : "",
    ].join("");
    const format = properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`;
    if (run.note !== undefined) {
      const { kind, id } = this.#notes[run.note]!;
      return `<w:r>${format}<w:${kind}Reference w:id="${id}"/></w:r>`;
    }
    return `<w:r>${format}${contentOf(run.text)}</w:r>`;
  }

  #table({ widths, rows, hasBorders }: FlowTable): string {
    const grid = widths.map((width) => `<w:gridCol w:w="${twips(width)}"/>`).join("");
    const sides = ["top", "left", "bottom", "right", "insideH", "insideV"]
      .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`)
      .join("");
    const borders = hasBorders ? `<w:tblBorders>${sides}</w:tblBorders>` : "";
    const written = rows.map((row, at) => this.#row(row, rows, { at, widths }));
    return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/>${borders}<w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${written.join("")}</w:tbl><w:p/>`;
  }

  #row(
    row: readonly (FlowCell | null)[],
    rows: FlowTable["rows"],
    { at, widths }: { readonly at: number; readonly widths: readonly number[] },
  ): string {
    let cells = "";
    for (let column = 0; column < widths.length; ) {
      const cell = row[column] ?? null;
      const above = cell === null ? cellAbove(rows, at, column) : undefined;
      const columns = cell?.columns ?? above?.columns ?? 1;
      const width = widths.slice(column, column + columns).reduce((sum, own) => sum + own, 0);
      const span = columns > 1 ? `<w:gridSpan w:val="${columns}"/>` : "";
      const merge =
        cell === null ? (above === undefined ? "" : "<w:vMerge/>") : cell.rows > 1 ? '<w:vMerge w:val="restart"/>' : "";
      const blocks = cell === null ? "" : this.blocks(cell.blocks);
      const content = blocks === "" ? "<w:p/>" : blocks;
      cells += `<w:tc><w:tcPr><w:tcW w:w="${twips(width)}" w:type="dxa"/>${span}${merge}</w:tcPr>${content}</w:tc>`;
      column += columns;
    }
    return `<w:tr>${cells}</w:tr>`;
  }
}

/** Maximum space above a paragraph, in points. More is empty space on the page. */
const MOST_GAP = 36;

/** Returns the cell above that spans into a position. */
function cellAbove(rows: FlowTable["rows"], row: number, column: number): FlowCell | undefined {
  for (let at = row - 1; at >= 0; at -= 1) {
    const cell = rows[at]![column] ?? null;
    if (cell !== null) return at + cell.rows > row ? cell : undefined;
  }
  return undefined;
}

function contentOf(text: string): string {
  const pieces = text.split(/(\t)/).filter((piece) => piece !== "");
  return pieces
    .map((piece) =>
      piece === "\t" ? "<w:tab/>" : `<w:t xml:space="preserve">${escapeText(piece.replace(UNWRITABLE, ""))}</w:t>`,
    )
    .join("");
}
