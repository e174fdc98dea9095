// Reads a story as blocks for the renderings: paragraphs with segments, tables with rows and cells.
//
// The change of a paragraph mark is reported if the mark joins paragraphs in one version. So a reader of the blocks can
// rebuild both versions: without the mark, the block continues in the next paragraph of its story or cell. A changed
// mark that stays anyway, before a table or at the end of a cell (revisions/joins.ts), is not reported. A row without a
// tracked change is left out of a version if all its content was moved; that move is then its change.

import { WENT } from "../document/grammar.ts";
import type { FlowLabellers } from "../document/lists/flow-labellers.ts";
import { bulletText, HeadingLevels } from "../document/lists/headings.ts";
import type { Numbering } from "../document/lists/numbering.ts";
import type { Label, Labeller } from "../document/lists/numbering-labels.ts";
import { readRow } from "../document/tables.ts";
import { blocksOf, cellsOf, paragraphsOf, rowsOf } from "../document/text/blocks.ts";
import { readParagraph } from "../document/text/paragraphs.ts";
import type { Story } from "../document/text/stories.ts";
import { isHidden, type View } from "../document/text/views.ts";
import { W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../ooxml/xml/tree.ts";
import type { IdOf } from "../revisions/block-ids.ts";
import { ancestor, descendants } from "../revisions/markup.ts";
import type { BlockFacts } from "./changes/block-facts.ts";
import { type ChangeNames, isChange, isLeftOut } from "./changes/changes.ts";
import type { Makers } from "./changes/makers.ts";
import type { ConflictPlaces } from "./read-conflicts.ts";
import { type LayeredPiece, SegmentReader, segmentsOf } from "./read-segments.ts";
import type { Block, CellBlock, Change, MarkChange, ParagraphBlock, RowBlock, TableBlock } from "./redline.ts";
import { type Skipped, type StoryViews, viewsOf } from "./story-views.ts";

/** The node, pieces and label of a paragraph block. */
export interface ParagraphOrigin {
  readonly node: NodeId;
  readonly pieces: readonly LayeredPiece[];
  readonly label: Label | undefined;
  /** The number with all changes rejected. */
  readonly former: Label | undefined;
}

/** Receives the document nodes of blocks as they are read. A rendering that shows formatting needs them. */
export interface BlockWatcher {
  onParagraph(block: ParagraphBlock, origin: ParagraphOrigin): void;
  /** Called for a table, a row and a cell. */
  onTablePart(block: TableBlock | RowBlock | CellBlock, node: NodeId): void;
  onStory(story: Story, blocks: readonly Block[]): void;
}

/** The state that the stories of one redline share. */
export interface RedlineContext {
  readonly idOf: IdOf;
  readonly names: ChangeNames;
  readonly numbering: Numbering;
  readonly labellers: FlowLabellers;
  readonly makers: Makers;
  readonly conflicts: ConflictPlaces;
  readonly watcher?: BlockWatcher | undefined;
  readonly facts: BlockFacts;
}

/** Reads a story. `firstTable` is the number of its first table. */
export function readBlocks(story: Story, context: RedlineContext, firstTable: number): Block[] {
  const blocks = new BlockReader(story, context, firstTable).read(story.root, new Set());
  context.watcher?.onStory(story, blocks);
  return blocks;
}

/** Returns the number of tables in some blocks, including nested ones. */
export function countTables(blocks: readonly Block[]): number {
  const tables = blocks.filter((block) => block.type === "table");
  const cells = tables.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  return tables.length + cells.reduce((sum, cell) => sum + countTables(cell.blocks), 0);
}

const MOVED: ReadonlySet<NameId> = new Set([W.moveFrom, W.moveTo]);

/** A change of a mark, a row or a cell, and the conflict that it is part of. */
interface PlacedChange {
  readonly change: Change;
  readonly conflict: number | undefined;
}

class BlockReader {
  readonly #story: Story;
  readonly #context: RedlineContext;
  readonly #views: StoryViews;
  readonly #segments: SegmentReader;
  readonly #labeller: Labeller;
  /** Counts numbers in the version before the changes; undefined if no paragraph can be deleted or renumbered. */
  readonly #formerLabeller: Labeller | undefined;
  readonly #headings: HeadingLevels;
  #nextTable: number;

  constructor(story: Story, context: RedlineContext, firstTable: number) {
    this.#story = story;
    this.#context = context;
    this.#views = viewsOf(story, context.makers.views);
    const { names, conflicts } = context;
    this.#segments = new SegmentReader(story, this.#views, { names, conflictAt: conflicts.at });
    this.#labeller = context.labellers.of(story);
    const { tree } = story;
    const mayDiffer = [...WENT, W.pPrChange].some((name) => tree.mayHave(name));
    this.#formerLabeller = mayDiffer ? context.labellers.of(story, "rejected") : undefined;
    this.#headings = new HeadingLevels(context.numbering);
    this.#nextTable = firstTable;
  }

  read(container: NodeId, skipped: Skipped): Block[] {
    return blocksOf(this.#story, container).map((block) =>
      this.#story.tree.name(block) === W.p ? this.#readParagraph(block, skipped) : this.#readTable(block, skipped),
    );
  }

  #readParagraph(node: NodeId, skipped: Skipped): ParagraphBlock {
    const heading = this.#headings.of(this.#story, readParagraph(this.#story, node));
    const former = this.#formerLabeller?.label(this.#story, node);
    const present = this.#labeller.label(this.#story, node);
    // A deleted paragraph shows its previous number.
    const label = present ?? former;
    const level = heading ?? (label === undefined ? undefined : label.level + 1);
    const pieces = this.#segments.readPieces(node, skipped);
    const mark = this.#markOf(node, skipped);
    const block: ParagraphBlock = {
      type: heading === undefined ? "paragraph" : "heading",
      id: this.#context.idOf(this.#story, node),
      ...(label === undefined ? {} : { number: label.isBullet ? bulletText(label.text) : label.text }),
      ...(level === undefined ? {} : { level }),
      content: segmentsOf(pieces),
      ...(mark === undefined ? {} : { mark }),
    };
    const known = this.#formerLabeller === undefined ? present : former;
    this.#context.watcher?.onParagraph(block, { node, pieces, label, former: known });
    if (label !== undefined) this.#context.facts.labels.set(block.id, { label: present, former: known });
    return block;
  }

  #markOf(paragraph: NodeId, skipped: Skipped): MarkChange | undefined {
    const { markRevisions } = readParagraph(this.#story, paragraph);
    const changes = markRevisions.map(({ node }) => this.#placedAt(node, paragraph));
    const isEffective = ({ change }: PlacedChange): boolean =>
      [...this.#views].some(
        ([view, { paragraphs }]) =>
          this.#context.names.isLeftOut(change, view) && (skipped.has(view) || !paragraphs.has(paragraph)),
      );
    return stack(changes.filter(isEffective));
  }

  #readTable(node: NodeId, skipped: Skipped): TableBlock {
    const id = `t${this.#nextTable}`;
    this.#nextTable += 1;
    const rows = rowsOf(this.#story, node);
    return this.#watched(node, {
      type: "table",
      id,
      rows: rows.map((row, index) => this.#readRow(row, `${id}r${index + 1}`, skipped)),
    });
  }

  #readRow(row: NodeId, id: string, around: Skipped): RowBlock {
    const marks = this.#marksIn(row, W.trPr);
    const moved = [...this.#views.keys()].filter((view) => this.#isMovedWhole(row, view, around));
    const skipped = new Set([...this.#skippedBy(marks, around), ...moved]);
    const cells = cellsOf(this.#story, row).map((cell, index) => this.#readCell(cell, `${id}c${index + 1}`, skipped));
    // Name the moves after the cells, so the text gets the ids of its elements and the row another.
    const moves = new Set(moved.flatMap((view) => this.#moveIn(row, view)));
    const change = stack([...marks, ...[...moves].map((move) => ({ change: move, conflict: undefined }))]);
    return this.#watched(row, { id, ...(change === undefined ? {} : { change }), cells });
  }

  #readCell(cell: NodeId, id: string, around: Skipped): CellBlock {
    const marks = this.#marksIn(cell, W.tcPr);
    const change = stack(marks);
    if (change !== undefined) this.#context.facts.columns.set(id, this.#columnOf(cell));
    const blocks = this.read(cell, this.#skippedBy(marks, around));
    return this.#watched(cell, { id, ...(change === undefined ? {} : { change }), blocks });
  }

  #columnOf(cell: NodeId): number {
    const { tree } = this.#story;
    const { cells } = readRow(this.#story, ancestor(tree, cell, W.tr));
    return cells.find((one) => one.node === cell)?.column ?? 0;
  }

  #watched<Part extends TableBlock | RowBlock | CellBlock>(node: NodeId, part: Part): Part {
    this.#context.watcher?.onTablePart(part, node);
    return part;
  }

  /** Returns the changes that the properties of a row or cell record. */
  #marksIn(node: NodeId, name: NameId): PlacedChange[] {
    const { tree } = this.#story;
    const properties = tree.child(node, name);
    const marks = properties === NONE ? [] : tree.children(properties).filter((child) => isChange(tree, child));
    return marks.map((mark) => this.#placedAt(mark, node));
  }

  /** True if a view lacks a row that has no tracked change: all its content was moved, and the row with it. */
  #isMovedWhole(row: NodeId, view: View, around: Skipped): boolean {
    const { tree } = this.#story;
    if (around.has(view) || ![...MOVED].some((name) => tree.mayHave(name))) return false;
    const isKept = (node: NodeId, name: NameId): boolean =>
      !this.#marksIn(node, name).some(({ change }) => this.#context.names.isLeftOut(change, view));
    if (!isKept(row, W.trPr)) return false;
    const cells = cellsOf(this.#story, row).filter((cell) => isKept(cell, W.tcPr));
    const paragraphs = cells.flatMap((cell) => paragraphsOf(this.#story, cell));
    return paragraphs.length > 0 && !paragraphs.some((one) => this.#views.get(view)!.paragraphs.has(one));
  }

  #moveIn(row: NodeId, view: View): Change[] {
    const { tree } = this.#story;
    const first = descendants(tree, row).find((node) => MOVED.has(tree.name(node)) && isHidden(tree, node, view));
    return first === undefined ? [] : [this.#changeAt(first, row)];
  }

  #skippedBy(marks: readonly PlacedChange[], around: Skipped): Skipped {
    const isSkipped = (view: View): boolean =>
      around.has(view) || marks.some(({ change }) => this.#context.names.isLeftOut(change, view));
    return new Set([...this.#views.keys()].filter(isSkipped));
  }

  #placedAt(node: NodeId, block: NodeId): PlacedChange {
    const { tree } = this.#story;
    return { change: this.#changeAt(node, block), conflict: this.#context.conflicts.of(tree, node) };
  }

  #changeAt(node: NodeId, block: NodeId): Change {
    return this.#context.names.at({ story: this.#story, node, block });
  }
}

/** Nests the changes of one mark: an insertion contains a later deletion. */
function stack(changes: readonly PlacedChange[]): MarkChange | undefined {
  const additions = changes.filter(({ change }) => isLeftOut(change.type, "rejected"));
  const removals = changes.filter(({ change }) => isLeftOut(change.type, "accepted"));
  return [...additions, ...removals].reduceRight<MarkChange | undefined>((inner, { change, conflict }) => {
    const told = conflict === undefined ? change : { ...change, conflict };
    return inner === undefined ? told : { ...told, content: [inner] };
  }, undefined);
}
