// Reads a story, a cell or a text box as items: paragraphs and tables with what comparing needs.
//
// Every item has a key, which is equal for equal content without formatting. It makes tokens and a bag only at their
// first use, because most paragraphs of two versions are equal.

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
import { type TokenPlace, type Tokens, tokenContent, tokensOf } from "./tokens.ts";
import { type Unit, unitsOf } from "./units.ts";

/** An element that contains blocks: the root of a story, a cell or a text box. */
export interface Container {
  readonly source: Source;
  readonly story: Story;
  readonly node: NodeId;
  readonly items: readonly Item[];
}

export type Item = ParagraphItem | TableItem;

export class ParagraphItem {
  readonly kind = "paragraph";
  readonly source: Source;
  readonly story: Story;
  readonly node: NodeId;
  /** Equal for paragraphs with the same bytes. `NO_PRINT` if the bytes do not identify the content. */
  readonly print: Fingerprint;
  readonly key: Key;
  /** True if the paragraph shows nothing, or only white space. */
  readonly isBlank: boolean;
  /** Number of its characters. An object counts as 8 (`OBJECT_LETTERS`), adjacent white space as one. */
  readonly letters: number;
  /** True if a section ends with this paragraph. */
  readonly endsSection: boolean;
  #units: readonly Unit[] | undefined;
  #tokens: Tokens | undefined;
  #bag: Bag | undefined;
  #lead: Lead | undefined | null = null;
  #surroundings: Surroundings | undefined;
  /** The number of blocks compared by their markup when the surroundings were read. */
  #readWith = 0;

  constructor(source: Source, story: Story, node: NodeId) {
    this.source = source;
    this.story = story;
    this.node = node;
    this.print = source.fingerprints.of(story.tree, node);
    this.endsSection = this.print === NO_PRINT && sectionOf(story, node) !== NONE;
    const { key, isBlank, letters } = source.lexicon.paragraph(this.print) ?? this.#read();
    this.key = key;
    this.isBlank = isBlank;
    this.letters = letters;
  }

  /** Reads the content, once for all paragraphs with the same bytes. */
  #read(): ParagraphContent {
    const { lexicon } = this.source;
    const content = lexicon.newContent(this);
    const isPlain = this.print !== NO_PRINT && !lexicon.isFolding;
    if (!isPlain || !addPlainText(this.story.tree, this.node, content)) return this.#readUnits();
    const { isBlank, letters } = content;
    const read = { key: lexicon.contentKey(), isBlank, letters };
    lexicon.rememberParagraph(this.print, read);
    return read;
  }

  #readUnits(): ParagraphContent {
    const { lexicon } = this.source;
    const text = tokenContent(this.units, lexicon);
    const objects = this.units.filter(({ kind }) => kind === "object").length;
    const shown = this.units.map((unit) => (unit.kind === "object" ? "" : unit.text)).join("");
    const letters = OBJECT_LETTERS * objects + shown.replace(SPACES, " ").length;
    lexicon.newContent(this).addText(text);
    const read = { key: lexicon.contentKey(), isBlank: !/\S/.test(text), letters };
    lexicon.rememberParagraph(this.print, read);
    return read;
  }

  get units(): readonly Unit[] {
    this.#units ??= unitsOf(this.source, this.story, this.node);
    return this.#units;
  }

  get tokens(): Tokens {
    this.#tokens ??= tokensOf(this.units, this.source.lexicon);
    return this.#tokens;
  }

  /** The position after all content. */
  get end(): TokenPlace {
    return { unit: this.units.length, offset: 0 };
  }

  /** The first words of the paragraph, if they identify it. */
  get lead(): Lead | undefined {
    if (this.#lead === null) this.#lead = leadOf(startOf(this.units));
    return this.#lead;
  }

  /** The w:pPr, or NONE. */
  get properties(): NodeId {
    return this.story.tree.child(this.node, W.pPr);
  }

  /** The id in its w:pStyle; empty without w:pStyle. */
  get style(): string {
    const { tree } = this.story;
    return this.properties === NONE ? "" : (childValue(tree, this.properties, W.pStyle) ?? "");
  }

  /** The list and level in its own properties; undefined if it has none. */
  get listLevel(): ListAndLevel | undefined {
    if (this.print !== NO_PRINT && !this.source.fingerprints.isNumbered(this.print)) return undefined;
    return listLevelIn(this.story.tree, this.properties);
  }

  /** The label that the paragraph shows, such as 4.2; empty without one. */
  get label(): string {
    return this.source.labels.of(this.story.tree, this.node);
  }

  /** The paragraph's context that its formatting depends on. */
  get surroundings(): Surroundings {
    const { markupBlocks } = this.source.reader;
    if (this.#surroundings === undefined || markupBlocks > this.#readWith) {
      this.#surroundings = this.#readSurroundings();
      this.#readWith = markupBlocks;
    }
    return this.#surroundings;
  }

  #readSurroundings(): Surroundings {
    const { source, story, node, properties } = this;
    const isInTable = isInCell(story, node);
    return source.reader.surroundings({ story, node, properties, view: "accepted", isInTable });
  }

  get bag(): Bag {
    this.#bag ??= bagOf(this.tokens.kinds, (key) => this.source.lexicon.weightOf(key));
    return this.#bag;
  }
}

/** Returns at least the first `LEAD_LENGTH` characters that the units show. */
function startOf(units: readonly Unit[]): string {
  let text = "";
  for (let at = 0; at < units.length && text.length < LEAD_LENGTH; at += 1) text += units[at]!.text;
  return text;
}

export interface ListAndLevel {
  readonly list: string;
  readonly level: string;
}

/** Returns the list and level that paragraph properties name; undefined if they name none. */
export function listLevelIn(tree: Tree, properties: NodeId): ListAndLevel | undefined {
  const numbering = properties === NONE ? NONE : tree.child(properties, W.numPr);
  if (numbering === NONE) return undefined;
  return { list: childValue(tree, numbering, W.numId) ?? "", level: childValue(tree, numbering, W.ilvl) ?? "0" };
}

/** The number of letters that an object counts as. */
const OBJECT_LETTERS = 8;
const SPACES = /[\0-\x20]+/g;

/** True if the paragraph is in a table cell of its story. */
export function isInCell(story: Story, paragraph: NodeId): boolean {
  const { tree, root } = story;
  for (let at = tree.parent(paragraph); at !== NONE && at !== root; at = tree.parent(at)) {
    if (tree.name(at) === W.tc) return true;
  }
  return false;
}

/** Returns the w:sectPr in a paragraph's properties, or NONE. */
export function sectionOf({ tree }: Story, paragraph: NodeId): NodeId {
  const properties = tree.child(paragraph, W.pPr);
  return properties === NONE ? NONE : tree.child(properties, W.sectPr);
}

export class TableItem {
  readonly kind = "table";
  readonly source: Source;
  readonly story: Story;
  readonly node: NodeId;
  readonly rows: readonly RowItem[];
  readonly key: Key;
  readonly isBlank = false;
  #bag: Bag | undefined;

  constructor(source: Source, story: Story, node: NodeId) {
    this.source = source;
    this.story = story;
    this.node = node;
    this.rows = readTable(story, node).rows.map((row) => new RowItem(source, story, row));
    this.key = source.lexicon.key(`\u0007table ${this.rows.map(({ key }) => key).join(" ")}`);
  }

  get bag(): Bag {
    this.#bag ??= joinedBag(this.rows, this.source.lexicon);
    return this.#bag;
  }
}

export class RowItem {
  readonly source: Source;
  readonly story: Story;
  readonly row: TableRow;
  readonly cells: readonly CellItem[];
  readonly key: Key;
  #bag: Bag | undefined;

  constructor(source: Source, story: Story, row: TableRow) {
    this.source = source;
    this.story = story;
    this.row = row;
    this.cells = row.cells.map((cell) => new CellItem(source, story, cell));
    const content = this.cells.map(({ shapeKey }) => shapeKey).join(" ");
    this.key = source.lexicon.key(`\u0007row ${row.gridBefore} ${row.gridAfter} ${content}`);
  }

  get bag(): Bag {
    this.#bag ??= joinedBag(this.cells, this.source.lexicon);
    return this.#bag;
  }
}

export class CellItem {
  readonly cell: TableCell;
  readonly container: Container;
  /** The key of its content. */
  readonly key: Key;
  /** The key of its content and of how it is merged with other cells. */
  readonly shapeKey: Key;
  #bag: Bag | undefined;

  constructor(source: Source, story: Story, cell: TableCell) {
    this.cell = cell;
    this.container = readContainer(source, story, cell.node);
    const content = this.container.items.map(({ key }) => key).join(" ");
    this.key = source.lexicon.key(`\u0007cell ${content}`);
    this.shapeKey = source.lexicon.key(`\u0007cell ${cell.gridSpan} ${cell.vMerge} ${cell.hMerge} ${content}`);
  }

  get bag(): Bag {
    const { source, items } = this.container;
    this.#bag ??= joinedBag(items, source.lexicon);
    return this.#bag;
  }
}

export function readContainer(source: Source, story: Story, node: NodeId): Container {
  const items = blocksOf(story, node).map((block) =>
    story.tree.name(block) === W.p ? new ParagraphItem(source, story, block) : new TableItem(source, story, block),
  );
  return { source, story, node, items };
}

/**
 * Returns all tokens of some bags as one bag. A single bag is returned itself, so that tables nested in each other
 * share it at every depth.
 */
export function joinedBag(held: readonly { readonly bag: Bag }[], lexicon: Source["lexicon"]): Bag {
  const bags = held.map(({ bag }) => bag);
  if (bags.length === 1) return bags[0]!;
  const all = new Int32Array(bags.reduce((sum, { tokens }) => sum + tokens.length, 0));
  let end = 0;
  for (const { tokens } of bags) {
    all.set(tokens, end);
    end += tokens.length;
  }
  return bagOf(all, (key) => lexicon.weightOf(key));
}

/** Returns the paragraphs of items in order, including those in tables. */
export function paragraphsIn(items: readonly Item[]): ParagraphItem[] {
  const paragraphs: ParagraphItem[] = [];
  addParagraphs(items, paragraphs);
  return paragraphs;
}

function addParagraphs(items: readonly Item[], paragraphs: ParagraphItem[]): void {
  for (const item of items) {
    if (item.kind === "paragraph") paragraphs.push(item);
    else
      for (const { cells } of item.rows) for (const { container } of cells) addParagraphs(container.items, paragraphs);
  }
}
