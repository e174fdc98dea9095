// Reads a story as a view shows it, without changing the story.
//
// A paragraph whose mark is removed hands its content to the paragraph that it joins. Removed rows and cells are
// skipped. The rules are those of deciding (joins.ts), so a view equals the decided document.

import { BLOCKS } from "../document/grammar.ts";
import { blocksOf, cellsOf, rowsOf, unwrapped } from "../document/text/blocks.ts";
import { ParagraphReader, type ParagraphText } from "../document/text/inlines.ts";
import type { Story } from "../document/text/stories.ts";
import { isDropped, isHidden, type View } from "../document/text/views.ts";
import { W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { fateOf } from "./joins.ts";
import { descendants } from "./markup.ts";
import { EMPTIED, isBetween, isBlankRun } from "./paragraph-content.ts";

/** Returns the paragraphs of a story in a view, each with the node whose mark it keeps. */
export function readView(story: Story, view: View): ParagraphText[] {
  const paragraphs: ParagraphText[] = [];
  new ViewReader(story, view, { paragraph: (paragraph) => paragraphs.push(paragraph) }).read();
  return paragraphs;
}

/** Receives what a view shows, in order. Tables, rows and cells come before their content. */
export interface ViewVisitor {
  /** `isWhole` is false if other paragraphs join this one, or if it stays although its mark is removed. */
  paragraph(paragraph: ParagraphText, isWhole: boolean): void;
  table?(table: NodeId): void;
  row?(row: NodeId): void;
  cell?(cell: NodeId): void;
  /** Called at the end of a table. */
  end?(table: NodeId): void;
  /**
   * Called for paragraphs that no other paragraph joins. Returns true to skip the paragraph without reading it. A
   * skipped paragraph joins no other.
   */
  takes?(paragraph: NodeId): boolean;
}

/** Visits what a view shows of a story, including its tables. */
export function visitView(story: Story, view: View, visitor: ViewVisitor): void {
  new ViewReader(story, view, visitor).read();
}

interface Carried {
  readonly paragraph: ParagraphText;
  readonly hasContent: boolean;
}

/** Returns a paragraph with the content of the paragraphs that join it first. */
function joinParagraphs(carried: ParagraphText, { node, inlines, text }: ParagraphText): ParagraphText {
  return { node, inlines: [...carried.inlines, ...inlines], text: carried.text + text };
}

/** Maps the element of moved content to the end of its range. */
// policy: a row moves as a whole if the range of its move continues after the row
const RANGE_ENDS: ReadonlyMap<NameId, NameId> = new Map([
  [W.moveFrom, W.moveFromRangeEnd],
  [W.moveTo, W.moveToRangeEnd],
]);

/** The content of paragraphs in a view: remaining content, only paragraph marks, or no paragraphs. */
type Holds = "content" | "marks" | "nothing";

class ViewReader {
  readonly #story: Story;
  readonly #tree: Tree;
  readonly #reader: ParagraphReader;
  readonly #view: View;
  /** Maps a paragraph to the content of the paragraphs that join it. */
  readonly #carried = new Map<NodeId, Carried>();
  readonly #gone = new Set<NodeId>();
  /** Maps a container to its known result. */
  readonly #holds = new Map<NodeId, Holds>();
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
    const whole = carried === undefined ? read : joinParagraphs(carried.paragraph, read);
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
    // A paragraph with nothing left hands nothing on, so the next paragraph counts as if no other joined it.
    const handsOn = hasContent || paragraph.inlines.length > 0;
    if (fate.kind === "joins" && handsOn) this.#carried.set(fate.next, { paragraph, hasContent });
  }

  #losesMark(paragraph: NodeId): boolean {
    const properties = this.#tree.child(paragraph, W.pPr);
    return properties !== NONE && this.#isMarked(properties, W.rPr);
  }

  /** True if the properties of a row, a cell or a paragraph mark have a change that removes it in this view. */
  #isMarked(node: NodeId, properties: NameId): boolean {
    const marks = this.#tree.child(node, properties);
    return marks !== NONE && this.#tree.children(marks).some((child) => isDropped(this.#tree, child, this.#view));
  }

  #isEmptyTable(block: NodeId): boolean {
    if (this.#tree.name(block) !== W.tbl) return false;
    const rows = [...rowsOf(this.#story, block)];
    return rows.every((row) => this.#goes(row));
  }

  /**
   * True if a row is removed: by its own mark, with all its cells, or because a move that continues after the row
   * removes all its content.
   */
  #goes(row: NodeId): boolean {
    if (this.#isMarked(row, W.trPr)) return true;
    const cells = [...cellsOf(this.#story, row)];
    const kept = cells.filter((cell) => !this.#isMarked(cell, W.tcPr));
    if (kept.length === 0) return cells.length > 0;
    const holds = kept.map((cell) => this.#holdsOf(cell));
    const isEmptied = holds.includes("marks") && !holds.includes("content");
    return isEmptied && this.#isMovedWhole(row);
  }

  /**
   * Returns what the paragraphs of a container hold, including those in its tables. Results are cached, because a table
   * may contain a hundred others.
   */
  #holdsOf(container: NodeId): Holds {
    const known = this.#holds.get(container);
    if (known !== undefined) return known;
    const inside = new Set<Holds>();
    for (const block of blocksOf(this.#story, container)) {
      if (this.#tree.name(block) === W.p) inside.add(this.#hasContent(block) ? "content" : "marks");
      else
        for (const row of rowsOf(this.#story, block))
          for (const cell of cellsOf(this.#story, row)) inside.add(this.#holdsOf(cell));
    }
    const holds = inside.has("content") ? "content" : inside.has("marks") ? "marks" : "nothing";
    this.#holds.set(container, holds);
    return holds;
  }

  /** True if the view hides moved content of a row and the move range continues after the row. */
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
      return EMPTIED.has(name) ? this.#hasContent(child) : !isBlankRun(this.#tree, child);
    });
  }
}
