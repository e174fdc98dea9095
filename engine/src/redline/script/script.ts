// A redline as data, in the order in which a reader meets it.
//
// A script says of every block of one document, the carrier, what becomes of it, and what blocks and pieces of other
// documents, the sources, stand between. Nothing in it is a kind of change: marks say when a piece, an end, a row or a
// cell is there, and no mark says always. Compare, merge and edit each make scripts in their own way; one writer prints
// them on a copy of the carrier (docs/design/redline.md).

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

/** Who a change is by: one object for one author, told apart by identity. */
export type ChangeLabel = Signature;

/** Something came, went or moved. */
export interface Mark<Change extends ContentChange = ContentChange> {
  readonly change: Change;
  readonly label: ChangeLabel;
}

/** When a piece is there: with two marks both must hold. */
export interface Marks {
  readonly move?: Mark<"movedFrom" | "movedTo">;
  readonly text?: Mark<StructureChange>;
}

export interface Script {
  readonly carrier: Source;
  readonly body: ContainerScript;
  readonly sections: SectionsScript;
  /** By source: which of its lists are which of the carrier's, by numId. */
  readonly lists: ReadonlyMap<Source, ReadonlyMap<string, string>>;
  /** Anchors around all text of a paragraph of the carrier, or around the first one in a table, row or cell. */
  readonly anchors?: readonly PlacedAnchor[];
  /** Revised copies of the carrier, of which there may be several: their comments come along. */
  readonly copies?: ReadonlyMap<Source, CopyView>;
}

/** A revised copy, and the view in which the redline is it. */
export interface CopyView {
  /** The name of its file, as a reader knows it. */
  readonly name: string;
  readonly view: View;
}

/** Something a reader is led to: a bookmark around it, and a comment where one is given. Neither is tracked. */
export interface Anchor {
  readonly bookmark: string;
  readonly comment?: AnchorComment;
}

export interface AnchorComment extends Signature {
  /** Its paragraphs. */
  readonly text: readonly string[];
}

export interface PlacedAnchor {
  readonly part: string;
  readonly node: NodeId;
  readonly anchor: Anchor;
}

/** Where an anchor begins or ends in a paragraph. */
export interface AnchorBorder {
  readonly kind: "anchor";
  readonly anchor: Anchor;
  readonly isStart: boolean;
}

/** A story, a cell, a text box or a note of the carrier, and what becomes of it. */
export interface ContainerScript {
  readonly container: Container;
  readonly steps: readonly BlockStep[];
}

export type BlockStep = KeepStep | WholeStep | FlowStep | TableStep;

/** A paragraph of the carrier whose content stays. */
export interface KeepStep {
  readonly kind: "keep";
  readonly item: ParagraphItem;
  readonly looks: readonly LookChange[];
  readonly says: readonly PropertiesChange[];
  readonly nested: readonly NestedScript[];
}

/** A paragraph or table that is there whole or not at all, among blocks that are pairs. */
export interface WholeStep {
  readonly kind: "whole";
  readonly item: Item;
  /** Of a paragraph its mark's too. */
  readonly mark: Mark;
  /** Where a paragraph's pieces are not all marked as it is. */
  readonly pieces?: readonly Piece[];
  /** The move that begins with it, and the one that ends with it. */
  readonly opens?: MoveBorder;
  readonly closes?: MoveBorder;
  /** An anchor around its text, or around the first paragraph of a table. */
  readonly anchor?: Anchor;
}

/** Paragraphs that became others: edited, split, joined, with tables that came or went between them. */
export interface FlowStep {
  readonly kind: "flow";
  readonly steps: readonly (ParagraphStep | MarkedTable)[];
  readonly looks: readonly LookChange[];
  readonly says: readonly PropertiesChange[];
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
}

/** A stretch of one paragraph of any source. */
export interface Piece {
  readonly kind: "piece";
  readonly item: ParagraphItem;
  readonly from: TokenPlace;
  readonly to: TokenPlace;
  readonly marks: Marks;
  /** Codes beside it make it a link or a field: no element around it does. */
  readonly isBare?: boolean;
}

/** Parts of a field that stand for an element: a link, a simple field. */
export interface MadeCodes {
  readonly kind: "codes";
  /** The paragraph that has the element. */
  readonly item: ParagraphItem;
  readonly parts: readonly FieldPart[];
  readonly code: string;
  readonly marks: Marks;
}

export type FieldPart = "begin" | "code" | "separate" | "end";

/** Where the range of a move begins or ends. */
export interface MoveBorder {
  readonly kind: "border";
  readonly move: number;
  readonly half: "from" | "to";
  readonly isStart: boolean;
  readonly label: ChangeLabel;
  /** The paragraph that it is about. */
  readonly item: ParagraphItem;
}

/** A paragraph mark: the carrier's stands, that of another source is brought in with its properties. */
export interface End {
  readonly item: ParagraphItem;
  readonly marks: Marks;
  /** Properties that others give the paragraph that is brought in. */
  readonly says?: readonly PropertiesChange[];
}

/** A table of the carrier. */
export interface TableStep {
  readonly kind: "table";
  readonly item: TableItem;
  /** The tables of other sources that it was or becomes: their cells may need columns. */
  readonly others: readonly TableItem[];
  readonly says: readonly PropertiesChange[];
  readonly rows: readonly RowStep[];
}

export interface RowStep {
  readonly row: RowItem;
  /** The row came or went whole. */
  readonly mark?: Mark<StructureChange>;
  readonly says: readonly PropertiesChange[];
  /** None for a row that came or went whole, unless something else became of its content. */
  readonly cells: readonly CellStep[];
  /** An anchor around the first paragraph of a row of another source. */
  readonly anchor?: Anchor;
  /** Of a row that came or went whole: cells without content in the columns that came or went beside it. */
  readonly blanks?: readonly BlankCell[];
}

/** A cell that is there for the columns behind it to stand under their headings. */
export interface BlankCell {
  /** It stands before this cell of the row, by index; behind the last where there is none. */
  readonly at: number;
  /** A cell of its column. */
  readonly like: CellItem;
  readonly mark: Mark<StructureChange>;
}

export interface CellStep {
  readonly cell: CellItem;
  /** The cell came or went whole. */
  readonly mark?: Mark<StructureChange>;
  readonly says: readonly PropertiesChange[];
  /** None for a cell that came or went whole, unless something else became of its content. */
  readonly content?: ContainerScript;
  /** An anchor around the first paragraph of a cell of another source. */
  readonly anchor?: Anchor;
}

/** A story that hangs on something that stays: a note at its reference, a text box in its drawing. */
export interface NestedScript {
  readonly kind: "note" | "box";
  readonly content: ContainerScript;
}

/** Properties in a document: NONE where there are none. */
export interface PropertiesRef {
  readonly source: Source;
  readonly part: string;
  readonly tree: Tree;
  readonly node: NodeId;
}

/** Which way a change of properties went: the other ones were there before, or are there now. */
export type OtherIs = "was" | "now";

/** A stretch of a paragraph of the carrier, or of one in a flow that is brought in, that another source formats otherwise. */
export interface LookChange {
  readonly item: ParagraphItem;
  readonly from: TokenPlace;
  readonly to: TokenPlace;
  readonly other: PropertiesRef;
  readonly otherIs: OtherIs;
  readonly label: ChangeLabel;
}

/** Something of the carrier whose properties another source says otherwise. */
export interface PropertiesChange {
  /** The paragraph, table, row, cell; of a section its properties. */
  readonly owner: NodeId;
  readonly part: string;
  /** The element that holds the properties; w:rPr of a paragraph is its mark's. */
  readonly name: NameId;
  readonly other: PropertiesRef;
  readonly otherIs: OtherIs;
  readonly label: ChangeLabel;
  /** Where the two differ in nothing but these places in lists, which may be one place. */
  readonly lists?: { readonly own: ListAndLevel | undefined; readonly other: ListAndLevel | undefined };
  /** Of a cell in a table whose columns came or went: the two differ in nothing but a width. It is carried where the grids differ. */
  readonly isWidth?: true;
}

export interface SectionsScript {
  readonly steps: readonly SectionStep[];
  /** True if each section of one side is one of the other. */
  readonly areAllPaired: boolean;
}

/** A section of the carrier: its properties, and its headers and footers. */
export interface SectionStep {
  readonly section: Section;
  readonly says: readonly PropertiesChange[];
  readonly shown: readonly ShownStory[];
}

export interface ShownStory {
  readonly kind: "header" | "footer";
  readonly type: PageType;
  /** Undefined where nothing shows. */
  readonly part: PartScript | undefined;
}

/** A header or footer: of the carrier, with what becomes of it, or of another source whole. One object for one part of the redline. */
export interface PartScript {
  readonly source: Source;
  readonly part: string;
  readonly content: ContainerScript | MarkedContent | "kept";
}

/** All content of a container but its last mark. */
export interface MarkedContent {
  readonly kind: "marked";
  readonly container: Container;
  readonly mark: Mark<StructureChange>;
}
