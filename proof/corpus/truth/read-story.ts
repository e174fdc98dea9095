// Reads the pieces of one story in document order.
//
// Elements that wrap runs are transparent. The innermost mark around something is its mark. In an inserted or deleted
// row or cell, everything has the mark of the row or cell, whatever is marked inside. Only the result of a field has
// characters; its code and its ends are objects.

import { childNamed, type Element, elementsIn, textOf } from "../../reading/xml-tree.ts";
import { changedProperties } from "./changed-properties.ts";
import { isAfter, isBefore, type Mark, type Piece, SYMBOL } from "./pieces.ts";

const MARKS: ReadonlyMap<string, Mark> = new Map([
  ["w:ins", "inserted"],
  ["w:del", "deleted"],
  ["w:moveFrom", "moved-from"],
  ["w:moveTo", "moved-to"],
  ["w:cellIns", "inserted"],
  ["w:cellDel", "deleted"],
]);

/** Elements of a run that always show the same character. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["w:tab", "\t"],
  ["w:ptab", "\t"],
  ["w:cr", "\n"],
  ["w:noBreakHyphen", "\u2011"],
  ["w:softHyphen", "\u00ad"],
]);

/** Elements that are not part of the text. */
const PASSED =
  /^w:(?:pPr|rPr|tblPr|tblGrid|trPr|tcPr|tblPrEx|sdtPr|sdtEndPr|customXmlPr|smartTagPr|sectPr|proofErr|lastRenderedPageBreak|bookmark\w+|comment\w+|perm\w+|annotationRef)$|Range(?:Start|End)$/;

const BOX = "w:txbxContent";

const SYMBOLS = "http://schemas.microsoft.com/office/word/2015/wordml/symex";
const EXTENDED_SYMBOL = `{${SYMBOLS}}symEx`;
const SYMBOL_CODE = `{${SYMBOLS}}char`;

/**
 * The mark and the move around a story: a text box belongs to its drawing and so to the move that contains the
 * drawing.
 */
export interface Around {
  readonly mark: Mark;
  /** The name of the move, or empty. */
  readonly move: string;
}

export class StoryReader {
  readonly pieces: Piece[] = [];
  /** Contents of text boxes, which are separate stories. */
  readonly boxes: ({ readonly content: Element } & Around)[] = [];
  readonly #around: Mark;
  #before = 0;
  #after = 0;
  #tables = 0;
  /** The names of moves with an open range, by range, and the name of the last one that began. */
  readonly #moves = new Map<string, string>();
  #move = "";
  /** For each open field: true if its result has begun. */
  readonly #fields: boolean[] = [];

  constructor({ mark, move }: Around = { mark: "kept", move: "" }) {
    this.#around = mark;
    this.#move = move;
  }

  readBlocks(container: Element, around: Mark = this.#around): void {
    for (const child of elementsIn(container)) {
      if (this.#readRange(child)) continue;
      if (child.name === "w:p") this.#readParagraph(child, around);
      else if (child.name === "w:tbl") this.#readTable(child, around);
      else if (child.name === "w:sectPr") this.#readSection(child, around);
      else if (!PASSED.test(child.name)) this.readBlocks(child, MARKS.get(child.name) ?? around);
    }
  }

  #readParagraph(paragraph: Element, around: Mark): void {
    const properties = childNamed(paragraph, "w:pPr");
    const ofMark = childNamed(properties, "w:rPr");
    this.#readInlines(paragraph, around);
    const section = childNamed(properties, "w:sectPr");
    if (section !== undefined) this.#readSection(section, around);
    const formats = [...changedProperties(properties), ...changedProperties(ofMark)];
    this.#add({ kind: "paragraph", mark: around === "kept" ? markIn(ofMark) : around, formats });
  }

  #readSection(section: Element, mark: Mark): void {
    const formats = changedProperties(section);
    if (formats.length > 0) this.#add({ kind: "section", mark, formats });
  }

  #readTable(table: Element, around: Mark): void {
    const number = this.#tables;
    this.#tables += 1;
    const formats = changedProperties(childNamed(table, "w:tblPr"));
    if (formats.length > 0) this.#add({ kind: "table", mark: around, formats });
    for (const [index, row] of below(table, "w:tr", (range) => this.#readRange(range)).entries()) {
      const properties = childNamed(row, "w:trPr");
      const mark = around === "kept" ? markIn(properties) : around;
      const changed = [...changedProperties(properties), ...changedProperties(childNamed(row, "w:tblPrEx"))];
      this.#add({ kind: "row", mark, formats: changed, detail: `${number} ${index}` });
      for (const [column, cell] of below(row, "w:tc", (range) => this.#readRange(range)).entries()) {
        this.#readCell(cell, mark, `${number} ${index} ${column}`);
      }
    }
  }

  #readCell(cell: Element, around: Mark, detail: string): void {
    const properties = childNamed(cell, "w:tcPr");
    const mark = around === "kept" ? markIn(properties) : around;
    this.#add({ kind: "cell", mark, formats: changedProperties(properties), detail });
    this.readBlocks(cell, mark);
  }

  #readInlines(container: Element, around: Mark): void {
    for (const child of elementsIn(container)) {
      if (this.#readRange(child) || PASSED.test(child.name)) continue;
      if (child.name === "w:r") this.#readRun(child, around);
      else if (child.name === "m:oMath") this.#add({ kind: "object", mark: around, detail: child.name });
      else if (child.name === "w:fldSimple") this.#readSimpleField(child, around);
      else this.#readInlines(child, MARKS.get(child.name) ?? around);
    }
  }

  #readSimpleField(field: Element, mark: Mark): void {
    this.#add({ kind: "object", mark, detail: "field" });
    this.#readInlines(field, mark);
  }

  #readRun(run: Element, mark: Mark): void {
    const formats = changedProperties(childNamed(run, "w:rPr"));
    for (const item of elementsIn(run)) {
      if (PASSED.test(item.name)) continue;
      if (item.name === "w:ruby") this.#readInlines(childNamed(item, "w:rubyBase") ?? item, mark);
      else if (item.name === "w:fldChar") this.#readFieldEnd(item, mark);
      else this.#readRunItem(item, mark, formats);
    }
  }

  #readFieldEnd(end: Element, mark: Mark): void {
    const type = end.attributes.get("w:fldCharType");
    if (type === "begin") this.#fields.push(false);
    if (type === "separate" && this.#fields.length > 0) this.#fields[this.#fields.length - 1] = true;
    if (type === "end") this.#fields.pop();
    this.#add({ kind: "object", mark, detail: "field" });
  }

  #readRunItem(item: Element, mark: Mark, formats: readonly string[]): void {
    const text = this.#fields.every((hasResult) => hasResult) ? charactersOf(item) : undefined;
    if (text !== undefined) {
      if (text !== "") this.#add({ kind: "text", mark, formats, text });
      return;
    }
    for (const content of boxesIn(item)) this.boxes.push({ content, mark, move: this.#openMove() });
    const id = item.attributes.get("w:id");
    this.#add({ kind: "object", mark, formats, detail: id === undefined ? item.name : `${item.name} ${id}` });
  }

  /** True if an element begins or ends a range. Ranges of moves are recorded. */
  #readRange({ name, attributes }: Element): boolean {
    const id = attributes.get("w:id") ?? "";
    if (/^w:move(?:From|To)RangeStart$/.test(name)) {
      this.#move = attributes.get("w:name") ?? "";
      this.#moves.set(`${name.includes("From")} ${id}`, this.#move);
    }
    if (/^w:move(?:From|To)RangeEnd$/.test(name)) this.#moves.delete(`${name.includes("From")} ${id}`);
    return /Range(?:Start|End)$/.test(name);
  }

  #openMove(): string {
    return [...this.#moves.values()].at(-1) ?? this.#move;
  }

  #add(piece: Pick<Piece, "kind" | "mark"> & Partial<Piece>): void {
    const place = { before: this.#before, after: this.#after };
    const isMoved = piece.mark === "moved-from" || piece.mark === "moved-to";
    const isInside = this.#moves.size > 0;
    const move = isMoved || isInside ? this.#openMove() : undefined;
    this.pieces.push({ text: "", formats: [], detail: "", move, ...place, ...piece });
    if (piece.kind !== "paragraph") return;
    if (isBefore(piece)) this.#before += 1;
    if (isAfter(piece)) this.#after += 1;
  }
}

/** Returns the mark in the properties of a paragraph mark, a row or a cell. */
function markIn(properties: Element | undefined): Mark {
  const found = properties === undefined ? [] : elementsIn(properties).filter(({ name }) => MARKS.has(name));
  return found.length === 0 ? "kept" : MARKS.get(found[0]!.name)!;
}

/** Returns the rows of a table or the cells of a row; wrapping elements are transparent. */
function below(container: Element, name: string, onRange: (element: Element) => boolean): Element[] {
  return elementsIn(container).flatMap((child) => {
    if (onRange(child) || PASSED.test(child.name)) return [];
    return child.name === name ? [child] : below(child, name, onRange);
  });
}

/** Returns the characters that an element of a run shows; undefined for an object. */
function charactersOf(item: Element): string | undefined {
  if (item.name === "w:t" || item.name === "w:delText") return textOf(item);
  if (item.name === "w:br") return /^(?:page|column)$/.test(item.attributes.get("w:type") ?? "") ? "\f" : "\n";
  if (item.name === "w:sym") return SYMBOL;
  if (item.name === EXTENDED_SYMBOL) return String.fromCodePoint(parseInt(item.attributes.get(SYMBOL_CODE) ?? "", 16));
  return CHARACTERS.get(item.name);
}

/** Returns the contents of text boxes, without boxes inside other boxes. */
function boxesIn(element: Element): Element[] {
  return elementsIn(element).flatMap((child) => (child.name === BOX ? [child] : boxesIn(child)));
}
