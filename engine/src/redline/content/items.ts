// The content of a story, a cell or a text box as items: paragraphs and tables with what comparing needs.
//
// An item knows its key (equal for equal content, formatting apart), and makes tokens and a bag of them when it
// is first asked: most paragraphs of two versions are equal, and their tokens are never needed.

import { type Bag, bagOf } from "../../align/bags.ts";
import { readTable, type TableCell, type TableRow } from "../../document/tables.ts";
import { blocksOf } from "../../document/text/blocks.ts";
import type { Story } from "../../document/text/stories.ts";
import { childValue } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { Surroundings } from "../formatting/formats.ts";
import { type Fingerprint, NO_PRINT } from "./fingerprints.ts";
import { LEAD_LENGTH, type Lead, leadOf } from "./leads.ts";
import type { Key, ParagraphContent } from "./lexicon.ts";
import { addPlainText } from "./plain-text.ts";
import type { Source } from "./source.ts";
import { contentOf, type TokenPlace, type Tokens, tokensOf } from "./tokens.ts";
import { type Unit, unitsOf } from "./units.ts";

/** Something that holds blocks: a story, a cell, a text box. */
export interface Container {
  readonly side: Source;
  readonly story: Story;
  readonly node: NodeId;
  readonly items: readonly Item[];
}

export type Item = ParagraphItem | TableItem;

export class ParagraphItem {
  readonly kind = "paragraph";
  readonly side: Source;
  readonly story: Story;
  readonly node: NodeId;
  /** Equal for paragraphs of the same bytes. */
  readonly print: Fingerprint;
  readonly key: Key;
  /** Whether it shows nothing, or white space alone. */
  readonly isBlank: boolean;
  /** Its letters; an object counts as a few, white space in a row as one. */
  readonly letters: number;
  /** True if a section ends with it. */
  readonly endsSection: boolean;
  #units: readonly Unit[] | undefined;
  #tokens: Tokens | undefined;
  #bag: Bag | undefined;
  #lead: Lead | undefined | null = null;
  #surroundings: Surroundings | undefined;

  constructor(side: Source, story: Story, node: NodeId) {
    this.side = side;
    this.story = story;
    this.node = node;
    this.print = side.fingerprints.of(story.tree, node);
    this.endsSection = this.print === NO_PRINT && sectionOf(story, node) !== NONE;
    const { key, isBlank, letters } = side.lexicon.paragraph(this.print) ?? this.#read();
    this.key = key;
    this.isBlank = isBlank;
    this.letters = letters;
  }

  /** What it says: read once for all paragraphs of the same bytes. */
  #read(): ParagraphContent {
    const { lexicon } = this.side;
    const content = lexicon.newContent(this);
    const isPlain = this.print !== NO_PRINT && !lexicon.isFolding;
    if (!isPlain || !addPlainText(this.story.tree, this.node, content)) return this.#readUnits();
    const { isBlank, letters } = content;
    const read = { key: lexicon.contentKey(), isBlank, letters };
    lexicon.rememberParagraph(this.print, read);
    return read;
  }

  #readUnits(): ParagraphContent {
    const { lexicon } = this.side;
    const text = contentOf(this.units, lexicon);
    const objects = this.units.filter(({ kind }) => kind === "object").length;
    const shown = this.units.map((unit) => (unit.kind === "object" ? "" : unit.text)).join("");
    const letters = OBJECT_LETTERS * objects + shown.replace(SPACES, " ").length;
    lexicon.newContent(this).addText(text);
    const read = { key: lexicon.contentKey(), isBlank: !/\S/.test(text), letters };
    lexicon.rememberParagraph(this.print, read);
    return read;
  }

  get units(): readonly Unit[] {
    this.#units ??= unitsOf(this.side, this.story, this.node);
    return this.#units;
  }

  get tokens(): Tokens {
    this.#tokens ??= tokensOf(this.units, this.side.lexicon);
    return this.#tokens;
  }

  /** The place behind all that it holds. */
  get end(): TokenPlace {
    return { unit: this.units.length, offset: 0 };
  }

  /** The words that the paragraph begins with, if they tell it from others. */
  get lead(): Lead | undefined {
    if (this.#lead === null) this.#lead = leadOf(startOf(this.units));
    return this.#lead;
  }

  /** The w:pPr, or NONE. */
  get properties(): NodeId {
    return this.story.tree.child(this.node, W.pPr);
  }

  /** The id of the style that it names. */
  get style(): string {
    const { tree } = this.story;
    return this.properties === NONE ? "" : (childValue(tree, this.properties, W.pStyle) ?? "");
  }

  /** The place in a list that it names itself. */
  get listLevel(): ListAndLevel | undefined {
    if (this.print !== NO_PRINT && !this.side.fingerprints.isNumbered(this.print)) return undefined;
    return listLevelIn(this.story.tree, this.properties);
  }

  /** What its formatting stands in. */
  get surroundings(): Surroundings {
    const isInTable = isInCell(this.story, this.node);
    this.#surroundings ??= this.side.reader.surroundings(this.story.tree, this.properties, isInTable);
    return this.#surroundings;
  }

  get bag(): Bag {
    this.#bag ??= bagOf(this.tokens.kinds, (key) => this.side.lexicon.weightOf(key));
    return this.#bag;
  }
}

/** The first characters that some units show. */
function startOf(units: readonly Unit[]): string {
  let text = "";
  for (let at = 0; at < units.length && text.length < LEAD_LENGTH; at += 1) text += units[at]!.text;
  return text;
}

/** A list, and a level of it. */
export interface ListAndLevel {
  readonly list: string;
  readonly level: string;
}

/** The place in a list that paragraph properties name. */
export function listLevelIn(tree: Tree, properties: NodeId): ListAndLevel | undefined {
  const numbering = properties === NONE ? NONE : tree.child(properties, W.numPr);
  if (numbering === NONE) return undefined;
  return { list: childValue(tree, numbering, W.numId) ?? "", level: childValue(tree, numbering, W.ilvl) ?? "0" };
}

/** As many letters as an object is worth. */
const OBJECT_LETTERS = 8;
const SPACES = /[\0-\x20]+/g;

/** True if a paragraph stands in a cell of its story. */
export function isInCell(story: Story, paragraph: NodeId): boolean {
  const { tree, root } = story;
  for (let at = tree.parent(paragraph); at !== NONE && at !== root; at = tree.parent(at)) {
    if (tree.name(at) === W.tc) return true;
  }
  return false;
}

/** The w:sectPr in a paragraph's properties, or NONE. */
export function sectionOf({ tree }: Story, paragraph: NodeId): NodeId {
  const properties = tree.child(paragraph, W.pPr);
  return properties === NONE ? NONE : tree.child(properties, W.sectPr);
}

export class TableItem {
  readonly kind = "table";
  readonly side: Source;
  readonly story: Story;
  readonly node: NodeId;
  readonly rows: readonly RowItem[];
  readonly key: Key;
  readonly isBlank = false;
  #bag: Bag | undefined;

  constructor(side: Source, story: Story, node: NodeId) {
    this.side = side;
    this.story = story;
    this.node = node;
    this.rows = readTable(story, node).rows.map((row) => new RowItem(side, story, row));
    this.key = side.lexicon.key(`\u0007table ${this.rows.map(({ key }) => key).join(" ")}`);
  }

  get bag(): Bag {
    this.#bag ??= bagOfItems(
      this.side,
      this.rows.flatMap((row) => row.items),
    );
    return this.#bag;
  }
}

export class RowItem {
  readonly side: Source;
  readonly story: Story;
  readonly row: TableRow;
  readonly cells: readonly CellItem[];
  readonly key: Key;
  #bag: Bag | undefined;

  constructor(side: Source, story: Story, row: TableRow) {
    this.side = side;
    this.story = story;
    this.row = row;
    this.cells = row.cells.map((cell) => new CellItem(side, story, cell));
    const content = this.cells.map(({ shapeKey }) => shapeKey).join(" ");
    this.key = side.lexicon.key(`\u0007row ${row.gridBefore} ${row.gridAfter} ${content}`);
  }

  get items(): Item[] {
    return this.cells.flatMap(({ container }) => container.items);
  }

  get bag(): Bag {
    this.#bag ??= bagOfItems(this.side, this.items);
    return this.#bag;
  }
}

export class CellItem {
  readonly cell: TableCell;
  readonly container: Container;
  /** Its content. */
  readonly key: Key;
  /** Its content and how it is merged with others. */
  readonly shapeKey: Key;
  #bag: Bag | undefined;

  constructor(side: Source, story: Story, cell: TableCell) {
    this.cell = cell;
    this.container = readContainer(side, story, cell.node);
    const content = this.container.items.map(({ key }) => key).join(" ");
    this.key = side.lexicon.key(`\u0007cell ${content}`);
    this.shapeKey = side.lexicon.key(`\u0007cell ${cell.gridSpan} ${cell.vMerge} ${cell.hMerge} ${content}`);
  }

  get bag(): Bag {
    this.#bag ??= bagOfItems(this.container.side, this.container.items);
    return this.#bag;
  }
}

export function readContainer(side: Source, story: Story, node: NodeId): Container {
  const items = blocksOf(story, node).map((block) =>
    story.tree.name(block) === W.p ? new ParagraphItem(side, story, block) : new TableItem(side, story, block),
  );
  return { side, story, node, items };
}

/** All tokens of some items together. */
function bagOfItems(side: Source, items: readonly Item[]): Bag {
  const kinds = paragraphsIn(items).map((paragraph) => paragraph.tokens.kinds);
  const all = new Int32Array(kinds.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const some of kinds) {
    all.set(some, end);
    end += some.length;
  }
  return bagOf(all, (key) => side.lexicon.weightOf(key));
}

/** The paragraphs of items, those in tables included, in order. */
export function paragraphsIn(items: readonly Item[]): ParagraphItem[] {
  return items.flatMap((item) =>
    item.kind === "paragraph" ? [item] : paragraphsIn(item.rows.flatMap((row) => row.items)),
  );
}
