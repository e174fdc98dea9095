// Defines a redline as data, in the order in which a reader meets it.
//
// A script has a step for every block of one source, the carrier, and places blocks and pieces of other sources between
// them. Marks say when a piece, an end, a row or a cell exists; one without a mark always exists.
// Compare, merge and history make scripts, and one writer writes them into a copy of the carrier
// (docs/design/redline.md). Edit makes no scripts: it writes tracked changes directly into a copy of the upload
// (docs/design/edit.md).

import type { PageType, Section } from "../../document/sections.ts";
import type { View } from "../../document/text/views.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { ContentChange } from "../../revisions/write/mark-content.ts";
import type { StructureChange } from "../../revisions/write/mark-structure.ts";
import type { Signature } from "../../revisions/write/revision-maker.ts";
import type { CellItem, Container, Item, ListAndLevel, ParagraphItem, RowItem, TableItem } from "../content/items.ts";
import type { Source } from "../content/source.ts";
import type { TokenPlace } from "../content/tokens.ts";
import type { ExplicitFields } from "../formatting/explicit-properties.ts";

/**
 * The author and date of a change. Labels are compared by identity, so changes with the same label share one object.
 */
export type ChangeLabel = Signature;

/** An insertion, a deletion or one half of a move, with its label. */
export interface Mark<Change extends ContentChange = ContentChange> {
  readonly change: Change;
  readonly label: ChangeLabel;
}

/** The conditions under which a piece exists. With two marks, both conditions must hold. */
export interface Marks {
  readonly move?: Mark<"movedFrom" | "movedTo">;
  readonly text?: Mark<StructureChange>;
}

export interface Script {
  readonly carrier: Source;
  readonly body: ContainerScript;
  readonly sections: SectionsScript;
  /** Maps each source to its lists that are lists of the carrier: numId in the source to numId in the carrier. */
  readonly lists: ReadonlyMap<Source, ReadonlyMap<string, string>>;
  /** Anchors around all text of a paragraph of the carrier, or around the first paragraph of a table, row or cell. */
  readonly anchors?: readonly PlacedAnchor[];
  /** Maps a revised copy of the carrier to its view. The writer adds the comments of each copy. */
  readonly copies?: ReadonlyMap<Source, CopyView>;
}

/** A revised copy, and the view in which the redline equals it. */
export interface CopyView {
  /** The file name, as users see it. */
  readonly name: string;
  readonly view: View;
}

/** A target for readers: a bookmark around it, and a comment if one is given. Neither is tracked. */
export interface Anchor {
  readonly bookmark: string;
  readonly comment?: AnchorComment;
}

export interface AnchorComment extends Signature {
  /** One string per paragraph. */
  readonly text: readonly string[];
}

export interface PlacedAnchor {
  readonly part: string;
  readonly node: NodeId;
  readonly anchor: Anchor;
}

/** The start or end of an anchor in a paragraph. */
export interface AnchorBorder {
  readonly kind: "anchor";
  readonly anchor: Anchor;
  readonly isStart: boolean;
}

/** A story, cell, text box or note of the carrier, with a step for each of its blocks. */
export interface ContainerScript {
  readonly container: Container;
  readonly steps: readonly BlockStep[];
}

export type BlockStep = KeepStep | WholeStep | FlowStep | TableStep;

/** A paragraph of the carrier whose content is unchanged. */
export interface KeepStep {
  readonly kind: "keep";
  readonly item: ParagraphItem;
  readonly formatChanges: readonly LookChange[];
  readonly propertyChanges: readonly PropertiesChange[];
  readonly nested: readonly NestedScript[];
}

/** A paragraph or table that is inserted, deleted or moved as a whole, among paired blocks. */
export interface WholeStep {
  readonly kind: "whole";
  readonly item: Item;
  /** Applies also to the paragraph mark of a paragraph. */
  readonly mark: Mark;
  /** Set if the marks of some pieces of the paragraph differ from `mark`. */
  readonly pieces?: readonly Piece[];
  /** The borders of a move that begins with this block, and of a move that ends with it. */
  readonly opens?: MoveBorder;
  readonly closes?: MoveBorder;
  /** An anchor around the text of the block, or around the first paragraph of a table. */
  readonly anchor?: Anchor;
}

/** Paragraphs that were edited, split or joined, with inserted and deleted tables between them. */
export interface FlowStep {
  readonly kind: "flow";
  readonly steps: readonly (ParagraphStep | MarkedTable)[];
  readonly formatChanges: readonly LookChange[];
  readonly propertyChanges: readonly PropertiesChange[];
  readonly nested: readonly NestedScript[];
}

export interface ParagraphStep {
  readonly kind: "paragraph";
  readonly pieces: readonly (Piece | MoveBorder | MadeCodes | AnchorBorder)[];
  readonly end: End;
}

export interface MarkedTable {
  readonly kind: "table";
  readonly item: TableItem;
  readonly mark: Mark<StructureChange>;
  /** An anchor around the first paragraph of the table. */
  readonly anchor?: Anchor;
}

/** A range of one paragraph of any source. */
export interface Piece {
  readonly kind: "piece";
  readonly item: ParagraphItem;
  readonly from: TokenPlace;
  readonly to: TokenPlace;
  readonly marks: Marks;
  /** True if field codes beside the piece make it a link or a field, instead of an element around it. */
  readonly isBare?: boolean;
}

/** Parts of a field that replace an element: a link or a simple field. */
export interface MadeCodes {
  readonly kind: "codes";
  /** The paragraph that contains the element. */
  readonly item: ParagraphItem;
  readonly parts: readonly FieldPart[];
  readonly code: string;
  readonly marks: Marks;
}

export type FieldPart = "begin" | "code" | "separate" | "end";

/** The start or end of a move range. */
export interface MoveBorder {
  readonly kind: "border";
  readonly move: number;
  readonly half: "from" | "to";
  readonly isStart: boolean;
  readonly label: ChangeLabel;
  /** The paragraph that the range begins or ends in. */
  readonly item: ParagraphItem;
}

/** A paragraph mark. A mark of the carrier stays in place; a mark of another source is inserted with its properties. */
export interface End {
  readonly item: ParagraphItem;
  readonly marks: Marks;
  /** Properties that other sources give to the inserted paragraph. */
  readonly propertyChanges?: readonly PropertiesChange[];
}

/** A table of the carrier. */
export interface TableStep {
  readonly kind: "table";
  readonly item: TableItem;
  /** The tables of other sources that are paired with this one. Their cells may need grid columns. */
  readonly others: readonly TableItem[];
  readonly propertyChanges: readonly PropertiesChange[];
  readonly rows: readonly RowStep[];
}

export interface RowStep {
  readonly row: RowItem;
  /** Set if the whole row was inserted or deleted. */
  readonly mark?: Mark<StructureChange>;
  readonly propertyChanges: readonly PropertiesChange[];
  /** Empty for a row that was inserted or deleted as a whole, unless its content changed in another way. */
  readonly cells: readonly CellStep[];
  /** An anchor around the first paragraph of a row of another source. */
  readonly anchor?: Anchor;
  /** Empty cells that a whole inserted or deleted row needs in columns that were also inserted or deleted. */
  readonly blanks?: readonly BlankCell[];
}

/** An empty cell that keeps the following cells of its row under their headings. */
export interface BlankCell {
  /** Index of the cell of the row that follows the blank cell. The number of cells if it is the last. */
  readonly at: number;
  /** A cell of the same column. */
  readonly like: CellItem;
  readonly mark: Mark<StructureChange>;
}

export interface CellStep {
  readonly cell: CellItem;
  /** Set if the whole cell was inserted or deleted. */
  readonly mark?: Mark<StructureChange>;
  readonly propertyChanges: readonly PropertiesChange[];
  /** Undefined for a cell that was inserted or deleted as a whole, unless its content changed in another way. */
  readonly content?: ContainerScript;
  /** An anchor around the first paragraph of a cell of another source. */
  readonly anchor?: Anchor;
}

/** A story that belongs to unchanged content: a note at its reference, or a text box in its drawing. */
export interface NestedScript {
  readonly kind: "note" | "box";
  readonly content: ContainerScript;
}

/** A properties element of a document. `node` is `NONE` if the element is missing. */
export interface PropertiesRef {
  readonly source: Source;
  readonly part: string;
  readonly tree: Tree;
  readonly node: NodeId;
  /** Set if a copy of the properties must set values that styles or the table give in their own document (FMT-23b). */
  readonly explicit?: ExplicitFields;
}

/** Says if the other properties are the old ones or the new ones. */
export type ChangeDirection = "old" | "new";

/** A range that another source formats differently, in a paragraph of the carrier or one that a flow inserts. */
export interface LookChange {
  readonly item: ParagraphItem;
  readonly from: TokenPlace;
  readonly to: TokenPlace;
  readonly other: PropertiesRef;
  readonly direction: ChangeDirection;
  readonly label: ChangeLabel;
}

export interface ListsChange {
  readonly own: ListAndLevel | undefined;
  readonly other: ListAndLevel | undefined;
  /** False if both show the same label. Ask it last, because all labels of a document are read for it (CMP-76c). */
  readonly isShown: () => boolean;
}

/** An element of the carrier whose properties differ in another source. */
export interface PropertiesChange {
  /** A paragraph, table, row or cell. For a section, its properties element. */
  readonly owner: NodeId;
  readonly part: string;
  /** The element that holds the properties. For a paragraph, w:rPr holds the properties of its mark. */
  readonly name: NameId;
  readonly other: PropertiesRef;
  readonly direction: ChangeDirection;
  readonly label: ChangeLabel;
  /** Set if at most the list and level differ. They may turn out to be the same; then the writer writes no change. */
  readonly lists?: ListsChange;
  /**
   * Set for a cell whose properties differ only in width, in a table with inserted or deleted columns. If the grids
   * differ, the width is carried.
   */
  readonly isWidth?: true;
  /** Set for a table whose cells look the same. Properties that show on cells alone are carried (FMT-54). */
  readonly areCellsCarried?: true;
}

export interface SectionsScript {
  readonly steps: readonly SectionStep[];
  /** True if the sections of both sides are paired one to one. */
  readonly areAllPaired: boolean;
}

/** A section of the carrier: its properties, and its headers and footers. */
export interface SectionStep {
  readonly section: Section;
  readonly propertyChanges: readonly PropertiesChange[];
  readonly shown: readonly ShownStory[];
}

export interface ShownStory {
  readonly kind: "header" | "footer";
  readonly type: PageType;
  /** Undefined if the section shows no header or footer of this kind and type. */
  readonly part: PartScript | undefined;
}

/**
 * A header or footer of the carrier with its steps, or a whole one of another source. Each part of the redline has one
 * such object.
 */
export interface PartScript {
  readonly source: Source;
  readonly part: string;
  readonly content: ContainerScript | MarkedContent | "kept";
}

/** All content of a container except its last mark. */
export interface MarkedContent {
  readonly kind: "marked";
  readonly container: Container;
  readonly mark: Mark<StructureChange>;
}
