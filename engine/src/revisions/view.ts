// Reads a story as it would be with its tracked changes decided as a view says, without changing it.
//
// Paragraphs whose mark goes hand their content on to the paragraph they join, rows and cells that
// go are skipped: by the same rules as deciding, so the view equals the change (joins.ts).

import { BLOCKS } from "../document/grammar.ts";
import { cellsOf, paragraphsOf, rowsOf, unwrapped } from "../document/text/blocks.ts";
import { ParagraphReader, type ParagraphText } from "../document/text/inlines.ts";
import type { Story } from "../document/text/stories.ts";
import { isDropped, isHidden, type View } from "../document/text/views.ts";
import { W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { fateOf } from "./joins.ts";
import { descendants } from "./markup.ts";
import { EMPTIED, isBetween, isReferenceRun } from "./paragraph-content.ts";

/** The paragraphs of a story as they show in a view, each under the node whose mark it keeps. */
export function readView(story: Story, view: View): ParagraphText[] {
  const paragraphs: ParagraphText[] = [];
  new ViewReader(story, view, { paragraph: (paragraph) => paragraphs.push(paragraph) }).read();
  return paragraphs;
}

/** Told what a view shows, in order; tables, rows and cells before what is in them. */
export interface ViewVisitor {
  /** `isWhole` is false for one that other paragraphs hand their content on to, or that has to stay without its mark. */
  paragraph(paragraph: ParagraphText, isWhole: boolean): void;
  table?(table: NodeId): void;
  row?(row: NodeId): void;
  cell?(cell: NodeId): void;
  /** The end of a table. */
  end?(table: NodeId): void;
  /** Asked about paragraphs that keep their mark and join no other: whether it need not be read and told. */
  takes?(paragraph: NodeId): boolean;
}

/** Reads a story as a view shows it, its tables with it. */
export function visitView(story: Story, view: View, visitor: ViewVisitor): void {
  new ViewReader(story, view, visitor).read();
}

interface Carried {
  readonly paragraph: ParagraphText;
  readonly hasContent: boolean;
}

/** What a paragraph is handed, then what it says itself. */
function joined(carried: ParagraphText, { node, inlines, text }: ParagraphText): ParagraphText {
  return { node, inlines: [...carried.inlines, ...inlines], text: carried.text + text };
}

/** By the half of a move: the end of its range. */
// policy: a row moves whole when the range of its move goes on behind it
const RANGE_ENDS: ReadonlyMap<NameId, NameId> = new Map([
  [W.moveFrom, W.moveFromRangeEnd],
  [W.moveTo, W.moveToRangeEnd],
]);

class ViewReader {
  readonly #story: Story;
  readonly #tree: Tree;
  readonly #reader: ParagraphReader;
  readonly #view: View;
  /** By the paragraph they join: what paragraphs before it hand on. */
  readonly #carried = new Map<NodeId, Carried>();
  readonly #gone = new Set<NodeId>();
  readonly #visitor: ViewVisitor;

  constructor(story: Story, view: View, visitor: ViewVisitor) {
    this.#visitor = visitor;
    this.#story = story;
    this.#tree = story.tree;
    this.#reader = new ParagraphReader(story, view);
    this.#view = view;
  }

  read(): void {
    this.#readBlocks(this.#story.root);
  }

  #readBlocks(container: NodeId): void {
    for (const block of unwrapped(this.#story, container, BLOCKS)) {
      if (this.#tree.name(block) === W.p) this.#readParagraph(block);
      else this.#readTable(block);
    }
  }

  #readTable(table: NodeId): void {
    const rows = rowsOf(this.#story, table).filter((row) => !this.#goes(row));
    if (rows.length === 0) return;
    this.#visitor.table?.(table);
    for (const row of rows) this.#readRow(row);
    this.#visitor.end?.(table);
  }

  #readRow(row: NodeId): void {
    this.#visitor.row?.(row);
    for (const cell of cellsOf(this.#story, row)) {
      if (this.#isMarked(cell, W.tcPr)) continue;
      this.#visitor.cell?.(cell);
      this.#readBlocks(cell);
    }
  }

  #readParagraph(paragraph: NodeId): void {
    const carried = this.#carried.get(paragraph);
    if (carried === undefined && this.#visitor.takes?.(paragraph) === true) return;
    const read = this.#reader.read(paragraph);
    const whole = carried === undefined ? read : joined(carried.paragraph, read);
    if (this.#losesMark(paragraph)) this.#passOn(whole, carried?.hasContent === true);
    else this.#visitor.paragraph(whole, carried === undefined);
  }

  #passOn(paragraph: ParagraphText, hasCarried: boolean): void {
    const { node } = paragraph;
    const hasContent = hasCarried || this.#hasContent(node);
    const isGone = (block: NodeId) => this.#gone.has(block) || this.#isEmptyTable(block);
    const fate = fateOf(this.#tree, node, { isGone, isEmpty: !hasContent });
    if (fate.kind === "stays") this.#visitor.paragraph(paragraph, false);
    else this.#gone.add(node);
    // Nothing is handed on by one of which nothing is left: the next is as if it were not there.
    const handsOn = hasContent || paragraph.inlines.length > 0;
    if (fate.kind === "joins" && handsOn) this.#carried.set(fate.next, { paragraph, hasContent });
  }

  #losesMark(paragraph: NodeId): boolean {
    const properties = this.#tree.child(paragraph, W.pPr);
    return properties !== NONE && this.#isMarked(properties, W.rPr);
  }

  /** True if a row, a cell or a paragraph mark is marked, in its properties, as one that goes. */
  #isMarked(node: NodeId, properties: NameId): boolean {
    const marks = this.#tree.child(node, properties);
    return marks !== NONE && this.#tree.children(marks).some((child) => isDropped(this.#tree, child, this.#view));
  }

  #isEmptyTable(block: NodeId): boolean {
    if (this.#tree.name(block) !== W.tbl) return false;
    const rows = [...rowsOf(this.#story, block)];
    return rows.every((row) => this.#goes(row));
  }

  /** A row goes when it is marked so, when all its cells go, or when all in it, marks too, was moved away. */
  #goes(row: NodeId): boolean {
    if (this.#isMarked(row, W.trPr)) return true;
    const cells = [...cellsOf(this.#story, row)];
    const kept = cells.filter((cell) => !this.#isMarked(cell, W.tcPr));
    if (kept.length === 0) return cells.length > 0;
    const paragraphs = kept.flatMap((cell) => [...paragraphsOf(this.#story, cell)]);
    const isEmptied = paragraphs.length > 0 && paragraphs.every((paragraph) => !this.#hasContent(paragraph));
    return isEmptied && this.#isMovedWhole(row);
  }

  /** Whether something in a row is moved away by a range that goes on past its end. */
  #isMovedWhole(row: NodeId): boolean {
    const nodes = descendants(this.#tree, row);
    const names = new Set(nodes.map((node) => this.#tree.name(node)));
    return nodes.some((node) => {
      const end = RANGE_ENDS.get(this.#tree.name(node));
      return end !== undefined && !names.has(end) && isHidden(this.#tree, node, this.#view);
    });
  }

  #hasContent(container: NodeId): boolean {
    return this.#tree.children(container).some((child) => {
      const name = this.#tree.name(child);
      if (isBetween(this.#tree, child) || isDropped(this.#tree, child, this.#view)) return false;
      return EMPTIED.has(name) ? this.#hasContent(child) : !isReferenceRun(this.#tree, child);
    });
  }
}
