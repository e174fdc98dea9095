// Defines the Redline JSON (docs/design/render.md).
//
// These are wire names: docs/schema/redline.schema.json publishes them, and no released name is renamed or removed.

import type { ConflictKind, ConflictScope } from "../document/merge-record.ts";
import type { Notice } from "../failures/failure.ts";
import type { WordedNotice } from "../failures/notice-words.ts";
import type { WireOptions } from "../language/option-table.ts";
import type { NodeId } from "../ooxml/xml/tree.ts";
import type { FormatName } from "./changes/decision-words.ts";

export type ChangeType = "insertion" | "deletion" | "moved_from" | "moved_to";

/** A change: its type, author and version. */
export interface Change {
  readonly type: ChangeType;
  /**
   * The w:id of its first element, with a suffix if the file repeats it. The same in all segments and marks of the
   * change.
   */
  readonly id: string;
  /** The number of a move, equal at source and target. */
  readonly move_id?: number;
  readonly author: string;
  /** The name of the version that made the change; in a merge the names of all, separated by commas. */
  readonly revision: string;
  /**
   * Set only in a merge: all who made the change. `author` and `revision` are these lists, joined by a comma and a
   * blank.
   */
  readonly authors?: readonly string[];
  readonly revisions?: readonly string[];
  /** UTC, to the second; undefined if the document gives none. */
  readonly date?: string;
}

/**
 * A change of a paragraph mark, a row or a cell. If a mark was inserted and then deleted, the insertion contains the
 * deletion in `content`.
 */
export interface MarkChange extends Change {
  /** The number of the conflict that it is part of. */
  readonly conflict?: number;
  readonly content?: readonly MarkChange[];
}

export type ObjectKind = "footnote" | "endnote" | "image" | "math" | "other";

/** Text, or one object without text. Outside of a change, both versions have it. */
export interface PlainSegment {
  readonly text: string;
  readonly object?: ObjectKind;
}

/** A change with text or, if it contains another change, with segments. */
export type ChangeSegment = Change & (PlainSegment | { readonly content: readonly Segment[] });

/** The competing versions of a merge: at most one deletion of the base's text, then one insertion per version. */
export interface ConflictSegment {
  readonly type: "conflict";
  /** The number of the conflict, which may occur in several blocks. */
  readonly id: number;
  readonly content: readonly Segment[];
}

export type Segment = PlainSegment | ChangeSegment | ConflictSegment;

export interface ParagraphBlock {
  readonly type: "paragraph" | "heading";
  readonly id: string;
  /** The number that the paragraph shows. */
  readonly number?: string;
  /** The outline level of a heading, or the list level of another numbered paragraph; from 1. */
  readonly level?: number;
  readonly content: readonly Segment[];
  readonly mark?: MarkChange;
}

export interface TableBlock {
  readonly type: "table";
  readonly id: string;
  readonly rows: readonly RowBlock[];
}

export interface RowBlock {
  readonly id: string;
  readonly change?: MarkChange;
  readonly cells: readonly CellBlock[];
}

export interface CellBlock {
  readonly id: string;
  readonly change?: MarkChange;
  readonly blocks: readonly Block[];
}

export type Block = ParagraphBlock | TableBlock;

/** A changed header or footer, named by the first section that shows it. */
export interface PartBlocks {
  readonly part: {
    readonly kind: "header" | "footer";
    readonly type: "default" | "first" | "even";
    readonly section: { readonly number: number };
  };
  readonly blocks: readonly Block[];
}

/** A changed footnote or endnote. */
export interface NoteBlocks {
  readonly kind: "footnote" | "endnote";
  /** Its position among the notes of its kind, from 1. */
  readonly number: number;
  /** The mark that the reader sees. */
  readonly label: string;
  readonly blocks: readonly Block[];
}

/** A changed text box. The boxes are in the order of their positions. */
export interface TextBoxBlocks {
  readonly blocks: readonly Block[];
}

export interface RedlineReply {
  readonly author: string;
  readonly date?: string;
  readonly text: string;
}

export interface RedlineComment extends RedlineReply {
  readonly id: string;
  /** The id of the block in which the commented text begins; undefined for a comment without a position. */
  readonly block?: string;
  readonly anchor_text: string;
  readonly replies: readonly RedlineReply[];
}

/** A change that neither inserts, deletes nor moves text. `text` is the text that it concerns. */
export interface FormatChange extends Omit<Change, "type" | "move_id"> {
  /** The id of the first block that it touches. */
  readonly block?: string;
  readonly text: string;
  readonly property: FormatName;
  /** The keys that differ and have a name; null means not set. Undefined if no such key differs. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/**
 * One side of a conflict in a merge: the text or property value that it proposes, and the names of the revised copies.
 * Without a merge record, `revisions` are the names of authors.
 */
export interface ConflictSide {
  /** A, B, C in the order of the sides. The comment in the document has the same letters. */
  readonly letter: string;
  readonly revisions: readonly string[];
  readonly authors: readonly string[];
  readonly action: ConflictAction;
  /** Set only if the side moves the paragraph: for example `after 11.2 Notices`. */
  readonly destination?: string;
  readonly text: string;
  /** The text as its difference from the original. Undefined for formatting, and for a side that moves. */
  readonly content?: readonly DifferenceSegment[];
}

/** Equal text has no type. */
export interface DifferenceSegment {
  readonly type?: "deletion" | "insertion";
  readonly text: string;
}

/** Text before and after a position: at most 40 characters on each side. */
export interface TextContext {
  readonly before: string;
  readonly after: string;
}

/** The relations of a side to the content of the original. */
export const CONFLICT_ACTIONS = ["edits", "deletes", "inserts", "moves", "formats"] as const;
export type ConflictAction = (typeof CONFLICT_ACTIONS)[number];

/** A position of a merge where revisions want different things. */
export interface RedlineConflict {
  readonly id: number;
  readonly kind: ConflictKind;
  /** The changes that it decides. Undefined if the merge record does not have it. */
  readonly scope?: ConflictScope;
  /** The number and first words of the clause of the original that contains it. Empty without one. */
  readonly clause: string;
  readonly context: TextContext;
  /** The text of the original. Undefined for formatting. */
  readonly original?: string;
  /** The ids of the paragraphs that contain it. */
  readonly blocks: readonly string[];
  readonly sides: readonly ConflictSide[];
}

/** New text of a revision with a term that another revision renamed everywhere. It is no conflict and blocks nothing. */
export interface RedlineCheck {
  readonly kind: "term";
  readonly old: string;
  readonly new: string;
  /** The names of the revisions that renamed the term, and of those that use the old one. */
  readonly renamed_by: readonly string[];
  readonly used_by: readonly string[];
  /** The ids of the paragraphs that use it. */
  readonly blocks: readonly string[];
}

/** The kinds of units, in the order of the published schema. */
export const UNIT_KINDS = [
  "replace",
  "insert",
  "delete",
  "move",
  "format",
  "renumber",
  "style",
  "conflict",
  "check",
] as const;
export type ChangeUnitKind = (typeof UNIT_KINDS)[number];

/** One change as a reader counts it (UNT-1 to UNT-4). */
export interface ChangeUnit {
  /** `u1`, `u2` and so on in reading order. */
  readonly id: string;
  readonly kind: ChangeUnitKind;
  /** The ids of its changes. Empty for a style, a check and competing formatting. */
  readonly ids: readonly string[];
  /** The block in which it begins. Empty for a style, and for a section without a paragraph. */
  readonly block: string;
  /** The clause that contains the block. Both are empty before the first clause. */
  readonly clause: { readonly number: string; readonly title: string };
  readonly authors: readonly string[];
  readonly revisions: readonly string[];
  readonly date?: string;
  /** Texts, or values in words such as `bold`. A paragraph mark alone is `¶`. */
  readonly before: string;
  readonly after: string;
  /** Unchanged text of the paragraph beside the unit: at most 40 characters on each side. */
  readonly context: TextContext;
  /** Set only for a conflict. */
  readonly conflict?: number;
  /** Set only for a move. */
  readonly move?: number;
  /** Set only for a style. */
  readonly style?: string;
}

export interface RedlineSummary {
  /** The number of units, without styles and checks. */
  readonly changes: number;
  readonly insertions: number;
  readonly deletions: number;
  /** Pairs of source and target. */
  readonly moves: number;
  /** Changes that concern no text: of properties, lists, content controls, links and fields. */
  readonly formats: number;
  readonly conflicts: number;
  /** Number of differences that the format cannot mark. Set only for a comparison. */
  readonly carried?: number;
  /** The number of styles that look different; in a merge, of all copies together. Set only for visible formatting. */
  readonly styles?: number;
}

export interface RedlineSource {
  readonly role: "original" | "modified" | "revision";
  readonly name: string;
}

/** The options of a comparison, under the names of its form. */
export type RedlineOptions = WireOptions;

/** A redline as JSON. Both versions of the text can be rebuilt from it. */
export interface RedlineJson {
  readonly schema_version: 1;
  readonly kind: "comparison" | "merge";
  readonly documents: readonly RedlineSource[];
  readonly options?: RedlineOptions;
  readonly summary: RedlineSummary;
  readonly blocks: readonly Block[];
  readonly headers: readonly PartBlocks[];
  readonly footers: readonly PartBlocks[];
  readonly notes: readonly NoteBlocks[];
  readonly text_boxes: readonly TextBoxBlocks[];
  readonly comments: readonly RedlineComment[];
  readonly format_changes: readonly FormatChange[];
  readonly units: readonly ChangeUnit[];
  /** Set only for a merge. */
  readonly conflicts?: readonly RedlineConflict[];
  /** Set only for a merge. */
  readonly checks?: readonly RedlineCheck[];
  /** The styles that look different. Set only for visible formatting. */
  readonly style_changes?: readonly RedlineStyleChange[];
  readonly notices: readonly WordedNotice[];
}

/** A style that looks different in the two documents, with the values that differ in words. */
export interface RedlineStyleChange {
  /** Set only in a merge: the name of the revised copy in which the style looks different. */
  readonly revision?: string;
  readonly style: string;
  readonly before: string;
  readonly after: string;
}

/** A term that some revisions renamed and others use, with its paragraphs in the document. */
export interface RenderedCheck {
  readonly old: string;
  readonly new: string;
  readonly renamedBy: readonly string[];
  readonly usedBy: readonly string[];
  readonly places: readonly { readonly part: string; readonly paragraph: NodeId }[];
}

/** The facts that a rendering needs and the document does not contain. */
export interface RenderOptions {
  readonly kind: "comparison" | "merge";
  /** The file name of the version that made the changes. A merge record in the document replaces it. */
  readonly revision: string;
  readonly documents: readonly RedlineSource[];
  readonly options?: RedlineOptions;
  readonly carried?: number;
  readonly notices?: readonly Notice[];
  /** Set only for a merge. */
  readonly checks?: readonly RenderedCheck[];
  /** Set only for visible formatting. */
  readonly styleChanges?: readonly RedlineStyleChange[];
}
