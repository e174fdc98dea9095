// A redline as its renderings say it: the words of the Redline JSON (docs/design/render.md).
//
// These are wire names: docs/schema/redline.schema.json is their published form, and nothing here is
// renamed or removed once released.

import type { ConflictKind } from "../document/merge-record.ts";
import type { Notice } from "../failures/failure.ts";
import type { WordedNotice } from "../failures/notice-words.ts";
import type { FormatName } from "./changes/decision-words.ts";

export type ChangeType = "insertion" | "deletion" | "moved_from" | "moved_to";

/** What was done, by whom, in which version of the document. */
export interface Change {
  readonly type: ChangeType;
  /** The w:id of its first element; the same in every segment and mark that is part of it. */
  readonly id: string;
  /** What the two halves of a move share. */
  readonly move_id?: number;
  readonly author: string;
  /** The name of the version that made the change. */
  readonly revision: string;
  /** In a merge: everybody who made the change; `author` and `revision` are these, joined by a comma and a blank. */
  readonly authors?: readonly string[];
  readonly revisions?: readonly string[];
  /** UTC, to the second; left out where the document does not say it. */
  readonly date?: string;
}

/** A change of a paragraph mark, a row or a cell; in `content` what another change did to it later. */
export interface MarkChange extends Change {
  /** The number of the conflict that it is part of. */
  readonly conflict?: number;
  readonly content?: readonly MarkChange[];
}

export type ObjectKind = "footnote" | "endnote" | "image" | "math" | "other";

/** Text as it is in both versions, or one thing that is no text. */
export interface PlainSegment {
  readonly text: string;
  readonly object?: ObjectKind;
}

/** A change carries text or, where another change lies in it, segments. */
export type ChangeSegment = Change & (PlainSegment | { readonly content: readonly Segment[] });

/** The versions of a merge that compete: at most one deletion of the base's text, then one insertion for each version. */
export interface ConflictSegment {
  readonly type: "conflict";
  /** The number of the conflict: it may stand in several blocks. */
  readonly id: number;
  readonly content: readonly Segment[];
}

export type Segment = PlainSegment | ChangeSegment | ConflictSegment;

export interface ParagraphBlock {
  readonly type: "paragraph" | "heading";
  readonly id: string;
  /** The numeral that the paragraph shows. */
  readonly number?: string;
  /** Of a heading its outline level, of another numbered paragraph its level in the list; from 1. */
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

/** A header or footer that was changed, named by the first section that shows it. */
export interface PartBlocks {
  readonly part: {
    readonly kind: "header" | "footer";
    readonly type: "default" | "first" | "even";
    readonly section: { readonly number: number };
  };
  readonly blocks: readonly Block[];
}

/** A footnote or endnote that was changed. */
export interface NoteBlocks {
  readonly kind: "footnote" | "endnote";
  /** Its place among the notes of its kind, from 1. */
  readonly number: number;
  /** The mark that the reader sees. */
  readonly label: string;
  readonly blocks: readonly Block[];
}

/** A text box that was changed, in the order of the places where boxes stand. */
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
  /** The id of the block in which the commented text begins; left out for a comment on nothing. */
  readonly block?: string;
  readonly anchor_text: string;
  readonly replies: readonly RedlineReply[];
}

/** A change that is about no text. */
export interface FormatChange extends Omit<Change, "type" | "move_id"> {
  /** The id of the first block that it touches. */
  readonly block?: string;
  readonly text: string;
  readonly property: FormatName;
  /** The keys that differ, where there are words for them; null: not set. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** The wish of some revisions of a merge. */
export interface ConflictSide {
  readonly revisions: readonly string[];
  readonly text: string;
}

/** A place of a merge where revisions want different things. */
export interface RedlineConflict {
  readonly id: number;
  readonly kind: ConflictKind;
  /** The ids of the paragraphs in which it stands. */
  readonly blocks: readonly string[];
  readonly sides: readonly ConflictSide[];
}

export interface RedlineSummary {
  readonly insertions: number;
  readonly deletions: number;
  /** Pairs. */
  readonly moves: number;
  /** Changes of properties. */
  readonly formats: number;
  readonly conflicts: number;
  /** What differs without the format having a mark for it; only where a comparison tells. */
  readonly carried?: number;
}

export interface RedlineSource {
  readonly role: "original" | "modified" | "revision";
  readonly name: string;
}

/** How a comparison was asked for, in the words of the form that asks for it. */
export interface RedlineOptions {
  readonly granularity: "word" | "character";
  readonly detect_moves: boolean;
  readonly ignore_formatting: boolean;
  readonly ignore_case: boolean;
  readonly ignore_whitespace: boolean;
  readonly ignore_typography: boolean;
  readonly comments: "keep" | "drop";
  readonly pdf_legend: boolean;
}

/** A redline as JSON: both versions of the text can be rebuilt from it. */
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
  /** Of a merge. */
  readonly conflicts?: readonly RedlineConflict[];
  readonly notices: readonly WordedNotice[];
}

/** What a rendering has to be told: the document does not know it. */
export interface RenderOptions {
  readonly kind: "comparison" | "merge";
  /** The file name of the version that made the changes. */
  readonly revision: string;
  readonly documents: readonly RedlineSource[];
  readonly options?: RedlineOptions;
  readonly carried?: number;
  readonly notices?: readonly Notice[];
}
