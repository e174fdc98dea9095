// Defines the content JSON (docs/design/content.md).
//
// These are wire names: docs/schema/content.schema.json publishes them, and no released name is renamed or removed.
// Indexes are those of document/text/addresses.ts; numbers of revisions are those of listDecisions. An optional field
// is left out when it is empty.

import type { PageSetupJson } from "../../language/page-setup.ts";
import type { ParagraphFormat } from "../../language/paragraph-format.ts";
import type { RunFormat } from "../../language/run-format.ts";
import type { PropertyName } from "../changes/decision-words.ts";

export interface NumberLocator {
  readonly number: number;
}

export type HeaderLocator = {
  readonly kind: "header" | "footer";
  readonly type: "default" | "first" | "even";
  readonly section: NumberLocator;
};
export type NoteLocator = { readonly kind: "footnote" | "endnote"; readonly number: number };

export type PartLocatorJson = HeaderLocator | NoteLocator;

/** The address of a paragraph in the body, or in another part. */
export interface ParagraphLocator {
  readonly part?: PartLocatorJson;
  readonly index: number;
}

export interface TextSegment {
  readonly text: string;
  readonly format?: RunFormat;
  readonly revision?: number;
}

export interface TabSegment {
  readonly type: "tab";
  readonly format?: RunFormat;
  readonly revision?: number;
}

export interface BreakSegment {
  readonly type: "break";
  readonly kind: "line" | "page" | "column";
  readonly revision?: number;
}

/** A field, with the text that it shows in this paragraph. */
export interface FieldSegment {
  readonly type: "field";
  readonly code: string;
  readonly text: string;
  readonly revision?: number;
}

export interface LinkSegment {
  readonly type: "hyperlink";
  readonly url: string;
  readonly content: readonly ContentSegment[];
}

export interface NoteSegment {
  readonly type: "footnote" | "endnote";
  readonly number: number;
  readonly label: string;
  readonly revision?: number;
}

export interface ImageSegment {
  readonly type: "image";
  readonly description?: string;
  readonly revision?: number;
}

/** An equation, or an embedded object of another program. */
export interface ObjectSegment {
  readonly type: "math" | "object";
  readonly revision?: number;
}

export type ContentSegment =
  | TextSegment
  | TabSegment
  | BreakSegment
  | FieldSegment
  | LinkSegment
  | NoteSegment
  | ImageSegment
  | ObjectSegment;

export interface ContentParagraph {
  readonly index: number;
  readonly id: string;
  readonly text: string;
  readonly content: readonly ContentSegment[];
  /** The style that applies. */
  readonly style_id?: string;
  readonly style_name?: string;
  readonly outline_level?: number;
  readonly list?: {
    /** The number as displayed; undefined if the list shows none. */
    readonly number?: string;
    readonly level: number;
    readonly list_style: string;
    readonly instance: number;
  };
  /** Set only in the body. */
  readonly section?: number;
  /** The innermost table that contains the paragraph. */
  readonly table?: {
    readonly number: number;
    readonly row: number;
    readonly column: number;
    readonly column_span?: number;
    readonly row_span?: number;
  };
  readonly paragraph_format?: ParagraphFormat;
  readonly bookmarks?: readonly string[];
  readonly mark?: { readonly revision: number; readonly kind: "insertion" | "deletion" | "move" };
}

export interface ContentTable {
  readonly number: number;
  readonly part?: PartLocatorJson;
  readonly rows: number;
  readonly columns: number;
  readonly style_id?: string;
  readonly first_index?: number;
  readonly last_index?: number;
  readonly inside?: NumberLocator;
}

export interface ContentSection {
  readonly number: number;
  readonly first_index?: number;
  readonly last_index?: number;
  readonly section_type: "next_page" | "continuous" | "even_page" | "odd_page" | "next_column";
  readonly page_setup: PageSetupJson;
}

export interface ContentPart {
  readonly part: HeaderLocator;
  /** The numbers of all sections that show it. */
  readonly sections: readonly number[];
  readonly blocks: readonly ContentParagraph[];
}

export interface ContentNote {
  readonly part: NoteLocator;
  /** The mark that the reader sees. */
  readonly label: string;
  /** The paragraph that contains the reference. */
  readonly paragraph: ParagraphLocator;
  readonly text_before: string;
  readonly blocks: readonly ContentParagraph[];
}

export interface ContentReply {
  readonly author: string;
  readonly date?: string;
  readonly text: string;
}

export interface ContentComment extends ContentReply {
  readonly number: number;
  readonly paragraph?: ParagraphLocator;
  readonly anchor_text: string;
  readonly resolved: boolean;
  readonly replies: readonly ContentReply[];
}

export interface ContentRevision {
  readonly number: number;
  readonly kind: "insertion" | "deletion" | "move" | "property";
  readonly author: string;
  readonly date?: string;
  readonly text: string;
  /**
   * The paragraph of the change; for a move, of its source. Undefined in text boxes and comments, which have no
   * address.
   */
  readonly paragraph?: ParagraphLocator;
  /** Set only for a move: the paragraph of its target. */
  readonly to?: ParagraphLocator;
  /** Set only if properties changed, not text: the kind of property. */
  readonly property?: PropertyName;
  /**
   * Set only for a property change: the keys of `format`, `paragraph_format` or `page_setup` that differ, and
   * `style_id`. Null means not set. Undefined if no key that differs has a name, as in a table.
   */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

export interface ContentListStyle {
  readonly id: string;
  readonly name: string | null;
  readonly kind: "numbered" | "bullet";
  readonly levels: readonly {
    readonly level: number;
    readonly number_format: string;
    readonly pattern: string;
    readonly start: number;
    readonly style_id?: string;
  }[];
}

export interface ContentStyle {
  readonly style_id: string;
  readonly name: string;
  readonly kind: "paragraph" | "character" | "table";
  readonly default: boolean;
}

export interface ContentSettings {
  readonly track_changes: boolean;
  readonly protection: { readonly edit: string; readonly password: boolean } | false;
  readonly remove_personal_information: boolean;
  readonly even_and_odd_headers: boolean;
}

export interface ContentJson {
  readonly schema_version: 1;
  readonly blocks: readonly ContentParagraph[];
  readonly tables: readonly ContentTable[];
  readonly sections: readonly ContentSection[];
  readonly headers: readonly ContentPart[];
  readonly footers: readonly ContentPart[];
  readonly notes: readonly ContentNote[];
  readonly comments: readonly ContentComment[];
  readonly revisions: readonly ContentRevision[];
  readonly list_styles: readonly ContentListStyle[];
  readonly styles: readonly ContentStyle[];
  readonly settings: ContentSettings;
}
