// size: one type for every shape of the API
//
// Written from the description that the service gives at /openapi.json, by
// `npx vitest run service/src/sdk-types.test.ts --update`. Do not change it by hand.

import type { Upload } from "./uploads.ts";

/** Accepts tracked changes. */
export interface AcceptRevisionEdit {
  readonly type: "accept_revision";
  /** one tracked change, a filter, or all */
  readonly revision: EditRevisions;
}

/** Adds a comment on text, a paragraph or a range. */
export interface AddCommentEdit {
  readonly type: "add_comment";
  /** one paragraph, or the range that the comment spans */
  readonly paragraphs: EditRange | EditParagraphLocator;
  /** the text to comment on; default: the whole paragraph */
  readonly text?: EditSelector;
  /** the text of the comment */
  readonly content: EditCommentContent;
  /** who the comment is by; default: the author of the request */
  readonly author?: string;
  /** a name for what the edit makes, for later edits of the request */
  readonly ref?: string;
}

/** Gives a section its own header or footer. */
export interface AddHeaderFooterEdit {
  readonly type: "add_header_footer";
  /** the section that gets it */
  readonly section: EditSectionLocator;
  /** which header or footer */
  readonly part: {
    /** header or footer */
    readonly kind: "header" | "footer";
    /** for all pages or the first one; default: default */
    readonly type?: "default" | "first";
  };
  /** its text, as one paragraph; this or new_paragraphs */
  readonly content?: EditContent;
  /** its paragraphs; these or content */
  readonly new_paragraphs?: readonly EditNewParagraph[];
  /** a name for what the edit makes, for later edits of the request */
  readonly ref?: string;
}

/** Links existing text. */
export interface AddHyperlinkEdit {
  readonly type: "add_hyperlink";
  /** one paragraph */
  readonly paragraphs: EditParagraphLocator;
  /** the text; default: the whole paragraph, or its only link */
  readonly text?: EditSelector;
  /** the address */
  readonly url: string;
}

/** The counts of the changes, as `summary` of the Redline JSON has them. */
export interface ChangeSummary {
  /** Changes as a reader counts them. */
  readonly changes: number;
  /** Insertions. */
  readonly insertions: number;
  /** Deletions. */
  readonly deletions: number;
  /** Moves, each with its source and its destination. */
  readonly moves: number;
  /** Changes that concern no text: formatting, lists, links and fields. */
  readonly formats: number;
  /** Places at which the revisions of a merge disagree. */
  readonly conflicts: number;
  /** For a comparison: differences that the format cannot mark. */
  readonly carried?: number;
  /** With visible formatting: styles that look different. */
  readonly styles?: number;
}

/** The result was acknowledged and is being deleted. */
export interface ComparisonAcknowledgedResponse {
  /** The id of the comparison. It never changes. */
  readonly comparison_id: string;
  /** The content is being deleted. */
  readonly status: "deletion_queued";
}

/** The comparison was accepted. */
export interface ComparisonCreatedResponse {
  /** The id of the comparison. It never changes. */
  readonly comparison_id: string;
  /** Not ready yet: read it again. */
  readonly status: "processing";
}

/** A comparison and its renderings. */
export interface ComparisonJob {
  /** The id of the comparison. It never changes. */
  readonly comparison_id: string;
  /** The status of the formats that this read requests. */
  readonly status: "processing" | "ready" | "failed";
  /** One entry for each finished format, in the requested order. */
  readonly downloads: readonly DownloadEntry[];
  /** While processing: the requested formats that are not finished. */
  readonly pending_formats?: readonly string[];
  /** When failed: the reason. */
  readonly error?: FailedJobError;
  /** The reference that it was created with, if any. */
  readonly reference?: string;
  /** The name of the original. */
  readonly original_file_name: string;
  /** The name of the modified document. */
  readonly modified_file_name: string;
  /** The time of the request. */
  readonly created_at: string;
  /** The time at which it was ready or had failed; null while processing. */
  readonly finished_at: string | null;
  /** The counts of its changes; null until the redline is ready, and if an older version made it. */
  readonly summary: ChangeSummary | null;
  /** When ready: the first 100 notices about the redline. */
  readonly notices: readonly RedlineNotice[];
  /** While processing: queued, converting (a source that is not a .docx), working, or rendering (the redline is ready, and a requested format is not). */
  readonly stage?: "queued" | "converting" | "working" | "rendering";
}

/** A page of the list of comparisons. */
export interface ComparisonList {
  /** Newest first. */
  readonly comparisons: readonly ComparisonListItem[];
  /** Send it as `cursor` for the next page, with the same filters; null on the last page. */
  readonly next_cursor: string | null;
}

/** A row of the list of comparisons. */
export interface ComparisonListItem {
  /** The id of the comparison. It never changes. */
  readonly comparison_id: string;
  /** The name of the original; null if deleted. */
  readonly original_file_name: string | null;
  /** The name of the modified document; null if deleted. */
  readonly modified_file_name: string | null;
  /** The counts of its changes; null until the redline is ready, if an older version made it, and if deleted. */
  readonly summary: ChangeSummary | null;
  /** The state: processing, ready, failed or deleted. */
  readonly status: "processing" | "ready" | "failed" | "deleted";
  /** The reference that it was created with; null without one. */
  readonly reference: string | null;
  /** The time of its creation. */
  readonly created_at: string;
  /** The time at which it was ready or had failed; null while processing. */
  readonly finished_at: string | null;
}

/** Settles a conflict of a merge. For a conflict about formatting, the formatting of the chosen side is applied. */
export interface ConflictChoice {
  /** The id of the conflict. */
  readonly id: number;
  /** The revision whose side is taken: its name, or its author if no other revision has that author. Or `original`. */
  readonly choose: string;
}

/** A comment thread. */
export interface ContentComment {
  /** The number of the thread, from 1. */
  readonly number: number;
  /** The name of the author. */
  readonly author: string;
  /** The text of the comment. */
  readonly text: string;
  /** The commented text. Where very many comments overlap: its first 100 characters and an ellipsis. */
  readonly anchor_text: string;
  /** True if the thread is resolved. */
  readonly resolved: boolean;
  /** The replies, oldest first. */
  readonly replies: readonly ({
    /** The name of the author. */
    readonly author: string;
    /** The text of the reply. */
    readonly text: string;
    /** UTC. */
    readonly date?: string;
  })[];
  /** UTC. */
  readonly date?: string;
  /** The paragraph that contains its anchor. */
  readonly paragraph?: ContentParagraphLocator;
}

/** The content of a document, with the addresses that edits use. */
export interface ContentDocument {
  /** The version of this format. It rises if paragraphs are counted differently. */
  readonly schema_version: 1;
  /** The paragraphs of the body, including those in table cells. */
  readonly blocks: readonly ContentParagraph[];
  /** The tables of the body, then of the other parts. */
  readonly tables: readonly ContentTable[];
  /** The sections, in document order. */
  readonly sections: readonly ContentSection[];
  /** The headers, each once, with the sections that show it. */
  readonly headers: readonly ContentPart[];
  /** The footers, each once, with the sections that show it. */
  readonly footers: readonly ContentPart[];
  /** The footnotes and endnotes. */
  readonly notes: readonly ContentNote[];
  /** The comment threads, in document order. */
  readonly comments: readonly ContentComment[];
  /** The tracked changes, one entry for each that can be accepted or rejected. */
  readonly revisions: readonly ContentRevision[];
  /** The lists that edits can name. */
  readonly list_styles: readonly ContentListStyle[];
  /** The styles that edits can name. */
  readonly styles: readonly ContentStyle[];
  /** The settings of the document. */
  readonly settings: ContentSettings;
}

/** With `fields`: schema_version and the named fields of ContentDocument; where fields of a paragraph are named, each paragraph has index and those. */
export type ContentFields = Readonly<Record<string, unknown>>;

/** Character formatting that is set directly. */
export interface ContentFormat {
  /** Bold text. */
  readonly bold?: boolean;
  /** Italic text. */
  readonly italic?: boolean;
  /** A line through the text. */
  readonly strikethrough?: boolean;
  /** Two lines through the text. */
  readonly double_strikethrough?: boolean;
  /** Lower-case letters as small capitals. */
  readonly small_caps?: boolean;
  /** All letters as capitals; the text itself does not change. */
  readonly all_caps?: boolean;
  /** Hidden text. */
  readonly hidden?: boolean;
  /** The kind of underline; true is single. */
  readonly underline?: boolean | "single" | "double" | "thick" | "dotted" | "dashed" | "wavy" | "words";
  /** Raised or lowered text. */
  readonly vertical_align?: "superscript" | "subscript" | "baseline" | false;
  /** The name of the font. */
  readonly font?: string;
  /** The font size in points. */
  readonly size?: number;
  /** The colour of the text. */
  readonly color?: "auto" | string;
  /** The highlighter colour behind the text. */
  readonly highlight?: "yellow" | "green" | "cyan" | "magenta" | "blue" | "red" | "black" | "white" | "dark_blue" | "dark_cyan" | "dark_green" | "dark_magenta" | "dark_red" | "dark_yellow" | "gray" | "light_gray" | false;
  /** The background colour. */
  readonly shading?: string | false;
  /** Extra space between characters, in points. */
  readonly character_spacing?: number;
  /** The id of a character style. */
  readonly character_style?: string;
  /** The language of the text, for spelling and hyphenation. */
  readonly language?: string;
}

/** A list definition. */
export interface ContentListStyle {
  /** The id that the list_style of a paragraph names. */
  readonly id: string;
  /** Its name in Word, if it has one. */
  readonly name: string | null;
  /** Numbers or bullets. */
  readonly kind: "numbered" | "bullet";
  /** Its levels, outermost first. */
  readonly levels: readonly ({
    /** The level, from 1. */
    readonly level: number;
    /** How numbers look, such as lower_roman. */
    readonly number_format: string;
    /** The text of the number; %1 stands for the number of level 1. */
    readonly pattern: string;
    /** The first number. */
    readonly start: number;
    /** The paragraph style that belongs to the level. */
    readonly style_id?: string;
  })[];
}

/** A footnote or endnote. */
export interface ContentNote {
  /** The address: kind and number. */
  readonly part: {
    /** Footnote or endnote. */
    readonly kind: "footnote" | "endnote";
    /** Its position among the notes of its kind, from 1; not the mark that the reader sees. */
    readonly number: number;
  };
  /** The mark that the reader sees. */
  readonly label: string;
  /** The paragraph that contains its reference. */
  readonly paragraph: ContentParagraphLocator;
  /** Up to 200 characters before the reference. */
  readonly text_before: string;
  /** Its paragraphs. */
  readonly blocks: readonly ContentParagraph[];
}

/** The pages of a section. */
export interface ContentPageSetup {
  /** The paper size by name, or its width and height in points. */
  readonly paper?: "letter" | "legal" | "executive" | "tabloid" | "a3" | "a4" | "a5" | {
    /** The width in points. */
    readonly width: number;
    /** The height in points. */
    readonly height: number;
  };
  /** Portrait or landscape. */
  readonly orientation?: "portrait" | "landscape";
  /** The margins in points; a side that is absent keeps its margin. */
  readonly margins?: {
    /** The top margin in points. A negative value stays fixed even if the header or footer is taller. */
    readonly top?: number;
    /** The right margin in points. */
    readonly right?: number;
    /** The bottom margin in points. A negative value stays fixed even if the header or footer is taller. */
    readonly bottom?: number;
    /** The left margin in points. */
    readonly left?: number;
    /** The header margin in points. */
    readonly header?: number;
    /** The footer margin in points. */
    readonly footer?: number;
    /** The gutter margin in points. */
    readonly gutter?: number;
  };
  /** Gives the first page its own header and footer. */
  readonly different_first_page?: boolean;
  /** The number of the first page (null continues the section before) and how numbers look. */
  readonly page_numbering?: {
    /** The number of the first page; null continues the section before. */
    readonly start?: number | null;
    /** How page numbers look. */
    readonly number_format?: "decimal" | "lower_roman" | "upper_roman" | "lower_letter" | "upper_letter";
  };
}

/** A paragraph with its address. */
export interface ContentParagraph {
  /** The index within its part, from 0. */
  readonly index: number;
  /** An id that does not change within the file. */
  readonly id: string;
  /** The text with tracked insertions, without tracked deletions. A tab is \t, a line break \n, a page or column break \f. */
  readonly text: string;
  /** The text as segments, with formatting. */
  readonly content: readonly ContentSegment[];
  /** The id of its paragraph style. */
  readonly style_id?: string;
  /** The name of that style in Word. */
  readonly style_name?: string;
  /** The heading level, from 1. */
  readonly outline_level?: number;
  /** List membership: the displayed number, the list_styles id, and the instance (each instance counts separately). */
  readonly list?: {
    /** The level in the list, from 1. */
    readonly level: number;
    /** The id in list_styles. */
    readonly list_style: string;
    /** The list that it counts in: each instance counts separately. */
    readonly instance: number;
    /** The displayed number, such as (a). */
    readonly number?: string;
  };
  /** The number of its section, in the body. */
  readonly section?: number;
  /** The innermost table that contains it, with row and column. */
  readonly table?: {
    /** The number of the table in its part. */
    readonly number: number;
    /** The row, from 1. */
    readonly row: number;
    /** The first grid column of the cell, from 1. */
    readonly column: number;
    /** The grid columns that the cell spans, if more than one. */
    readonly column_span?: number;
    /** The rows that the cell spans, if more than one. */
    readonly row_span?: number;
  };
  /** The direct formatting, without that of the style. */
  readonly paragraph_format?: ContentParagraphFormat;
  /** The names of the bookmarks that start in it. */
  readonly bookmarks?: readonly string[];
  /** The tracked paragraph mark. */
  readonly mark?: {
    /** The number of the tracked change in revisions. */
    readonly revision: number;
    /** The kind of tracked change. */
    readonly kind: "insertion" | "deletion" | "move";
  };
}

/** Paragraph formatting that is set directly. */
export interface ContentParagraphFormat {
  /** The alignment of the lines. */
  readonly alignment?: "left" | "center" | "right" | "justify";
  /** The left indent in points. */
  readonly indent_left?: number;
  /** The right indent in points. */
  readonly indent_right?: number;
  /** The extra indent of the first line in points; negative is a hanging indent. */
  readonly indent_first_line?: number;
  /** The space above the paragraph in points. */
  readonly space_before?: number;
  /** The space below the paragraph in points. */
  readonly space_after?: number;
  /** The line height: a multiple of the font height, or exactly or at least a number of points. */
  readonly line_spacing?: {
    /** How the value is meant. */
    readonly rule: "multiple" | "exact" | "at_least";
    /** A number of lines where the rule is multiple, otherwise points. */
    readonly value: number;
  };
  /** Keeps the paragraph on one page with the next. */
  readonly keep_with_next?: boolean;
  /** Keeps all lines of the paragraph on one page. */
  readonly keep_lines_together?: boolean;
  /** Starts the paragraph on a new page. */
  readonly page_break_before?: boolean;
  /** Keeps single lines from standing alone on a page. */
  readonly widow_control?: boolean;
  /** Removes the space between paragraphs of the same style. */
  readonly contextual_spacing?: boolean;
  /** Leaves the paragraph out of line numbering. */
  readonly suppress_line_numbers?: boolean;
  /** Right-to-left text. */
  readonly right_to_left?: boolean;
  /** The outline level; false means body text. */
  readonly outline_level?: number | false;
  /** The tab stops; they replace all others of the paragraph. */
  readonly tab_stops?: readonly ({
    /** The distance from the left margin in points. */
    readonly position: number;
    /** How text aligns at the stop. */
    readonly alignment?: "left" | "center" | "right" | "decimal";
    /** The line that fills the tab. */
    readonly leader?: "none" | "dots" | "dashes" | "underscore";
  })[];
  /** The background colour. */
  readonly shading?: string | false;
  /** The border lines around the paragraph, by side; false means none. */
  readonly borders?: {
    /** The top border; false removes it. */
    readonly top?: {
      /** The kind of line. */
      readonly style: "single" | "double" | "dotted" | "dashed";
      /** Its width in points. */
      readonly width: number;
      /** Its colour. */
      readonly color: "auto" | string;
      /** The distance to the text in points. */
      readonly space?: number;
    } | false;
    /** The left border; false removes it. */
    readonly left?: {
      /** The kind of line. */
      readonly style: "single" | "double" | "dotted" | "dashed";
      /** Its width in points. */
      readonly width: number;
      /** Its colour. */
      readonly color: "auto" | string;
      /** The distance to the text in points. */
      readonly space?: number;
    } | false;
    /** The bottom border; false removes it. */
    readonly bottom?: {
      /** The kind of line. */
      readonly style: "single" | "double" | "dotted" | "dashed";
      /** Its width in points. */
      readonly width: number;
      /** Its colour. */
      readonly color: "auto" | string;
      /** The distance to the text in points. */
      readonly space?: number;
    } | false;
    /** The right border; false removes it. */
    readonly right?: {
      /** The kind of line. */
      readonly style: "single" | "double" | "dotted" | "dashed";
      /** Its width in points. */
      readonly width: number;
      /** Its colour. */
      readonly color: "auto" | string;
      /** The distance to the text in points. */
      readonly space?: number;
    } | false;
  };
}

/** The address of a paragraph in the body or in a part. */
export interface ContentParagraphLocator {
  /** The index within its part, from 0. */
  readonly index: number;
  /** The part. Absent for the body. */
  readonly part?: {
    /** Header or footer. */
    readonly kind: "header" | "footer";
    /** The pages that show it: all others, the first, or even ones. */
    readonly type: "default" | "first" | "even";
    /** The first section that shows it. */
    readonly section: {
      /** Its number, from 1. */
      readonly number: number;
    };
  } | {
    /** Footnote or endnote. */
    readonly kind: "footnote" | "endnote";
    /** Its position among the notes of its kind, from 1; not the mark that the reader sees. */
    readonly number: number;
  };
}

/** A header or footer. */
export interface ContentPart {
  /** The address, by the first section that shows it. */
  readonly part: {
    /** Header or footer. */
    readonly kind: "header" | "footer";
    /** The pages that show it: all others, the first, or even ones. */
    readonly type: "default" | "first" | "even";
    /** The first section that shows it. */
    readonly section: {
      /** Its number, from 1. */
      readonly number: number;
    };
  };
  /** The numbers of all sections that show it. */
  readonly sections: readonly number[];
  /** Its paragraphs. */
  readonly blocks: readonly ContentParagraph[];
}

/** A tracked change: one decision to accept or reject. */
export interface ContentRevision {
  /** The number of the tracked change, from 1, for accept_revision and reject_revision. */
  readonly number: number;
  /** The kind of tracked change. */
  readonly kind: "insertion" | "deletion" | "move" | "property";
  /** The name of the author. */
  readonly author: string;
  /** The inserted, deleted or moved text, or the text whose formatting changed. */
  readonly text: string;
  /** UTC. */
  readonly date?: string;
  /** The paragraph that contains it. Absent if that has no address. */
  readonly paragraph?: ContentParagraphLocator;
  /** The paragraph at the destination of a move. */
  readonly to?: ContentParagraphLocator;
  /** The non-text property that changed. */
  readonly property?: "formatting" | "paragraph" | "numbering" | "table" | "section" | "control" | "math";
  /** For a property change: the values before it, of the keys that differ; null means not set. Absent if none of them has a name. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** The values of the same keys after it. */
  readonly after?: Readonly<Record<string, unknown>>;
}

/** A section. */
export interface ContentSection {
  /** The number of the section, from 1. */
  readonly number: number;
  /** The place where the section starts. */
  readonly section_type: "next_page" | "continuous" | "even_page" | "odd_page" | "next_column";
  /** Paper, margins and page numbers. */
  readonly page_setup: ContentPageSetup;
  /** The index of its first paragraph. */
  readonly first_index?: number;
  /** The index of its last paragraph. */
  readonly last_index?: number;
}

/** A piece of a paragraph. Only text has no type. */
export type ContentSegment = {
  /** The text itself. */
  readonly text: string;
  /** Its direct formatting. */
  readonly format?: ContentFormat;
  /** The number of the tracked change in revisions. */
  readonly revision?: number;
} | {
  /** The kind of segment. */
  readonly type: "tab";
  /** Its direct formatting. */
  readonly format?: ContentFormat;
  /** The number of the tracked change in revisions. */
  readonly revision?: number;
} | {
  /** The kind of segment. */
  readonly type: "break";
  /** The kind of break. */
  readonly kind: "line" | "page" | "column";
  /** The number of the tracked change in revisions. */
  readonly revision?: number;
} | {
  /** The kind of segment. */
  readonly type: "field";
  /** The field code, such as PAGE. */
  readonly code: string;
  /** The text with tracked insertions, without tracked deletions. A tab is \t, a line break \n, a page or column break \f. */
  readonly text: string;
  /** The number of the tracked change in revisions. */
  readonly revision?: number;
} | {
  /** The kind of segment. */
  readonly type: "hyperlink";
  /** The address that it leads to. */
  readonly url: string;
  /** The linked text in pieces. */
  readonly content: readonly ContentSegment[];
} | {
  /** The kind of segment. */
  readonly type: "footnote" | "endnote";
  /** The number of the note's part, from 1. */
  readonly number: number;
  /** The mark that the reader sees. */
  readonly label: string;
  /** The number of the tracked change in revisions. */
  readonly revision?: number;
} | {
  /** The kind of segment. */
  readonly type: "image";
  /** The alternative text. */
  readonly description?: string;
  /** The number of the tracked change in revisions. */
  readonly revision?: number;
} | {
  /** The kind of segment. */
  readonly type: "math" | "object";
  /** The number of the tracked change in revisions. */
  readonly revision?: number;
};

/** Settings of the document. */
export interface ContentSettings {
  /** True if Track Changes is on. */
  readonly track_changes: boolean;
  /** The editing restriction, or false. */
  readonly protection: false | {
    /** The changes that readers may still make. */
    readonly edit: "read_only" | "comments" | "tracked_changes" | "forms";
    /** True if a password lifts the protection. */
    readonly password: boolean;
  };
  /** True if Word removes the names of authors when it saves. */
  readonly remove_personal_information: boolean;
  /** True if even pages have headers and footers of their own. */
  readonly even_and_odd_headers: boolean;
}

/** A style that edits can name. */
export interface ContentStyle {
  /** The id that edits name. */
  readonly style_id: string;
  /** The name in Word. */
  readonly name: string;
  /** The kind of style. */
  readonly kind: "paragraph" | "character" | "table";
  /** True if it applies where no style is named. */
  readonly default: boolean;
}

/** A table. */
export interface ContentTable {
  /** The number of the table in its part; an outer table comes before those in it. */
  readonly number: number;
  /** The number of rows. */
  readonly rows: number;
  /** The number of columns in its grid. */
  readonly columns: number;
  /** The part. Absent for the body. */
  readonly part?: {
    /** Header or footer. */
    readonly kind: "header" | "footer";
    /** The pages that show it: all others, the first, or even ones. */
    readonly type: "default" | "first" | "even";
    /** The first section that shows it. */
    readonly section: {
      /** Its number, from 1. */
      readonly number: number;
    };
  } | {
    /** Footnote or endnote. */
    readonly kind: "footnote" | "endnote";
    /** Its position among the notes of its kind, from 1; not the mark that the reader sees. */
    readonly number: number;
  };
  /** The id of its table style. */
  readonly style_id?: string;
  /** The index of its first paragraph. */
  readonly first_index?: number;
  /** The index of its last paragraph. */
  readonly last_index?: number;
  /** The table that contains it. */
  readonly inside?: {
    /** Its number, from 1. */
    readonly number: number;
  };
}

/** A reference to a paragraph of the list. */
export interface CreateCrossReferenceRun {
  readonly type: "cross_reference";
  /** the paragraph that it refers to */
  readonly to: CreatePosition;
  /** which part of that paragraph to show */
  readonly show: "text" | "number" | "page" | "above_below";
  /** its formatting */
  readonly format?: EditRunFormat;
}

/** An endnote. */
export interface CreateEndnoteRun {
  readonly type: "endnote";
  /** the text of a note of one paragraph */
  readonly content?: string | readonly (EditTextRun | EditTabRun | EditBreakRun | EditFieldRun | CreateCrossReferenceRun | CreateHyperlinkRun)[];
  /** the paragraphs of a longer note, instead of content */
  readonly new_paragraphs?: readonly ({
    /** the text of the paragraph */
    readonly content: string | readonly (EditTextRun | EditTabRun | EditBreakRun | EditFieldRun | CreateCrossReferenceRun | CreateHyperlinkRun)[];
  })[];
  /** its formatting */
  readonly format?: EditRunFormat;
}

/** A footnote. */
export interface CreateFootnoteRun {
  readonly type: "footnote";
  /** the text of a note of one paragraph */
  readonly content?: string | readonly (EditTextRun | EditTabRun | EditBreakRun | EditFieldRun | CreateCrossReferenceRun | CreateHyperlinkRun)[];
  /** the paragraphs of a longer note, instead of content */
  readonly new_paragraphs?: readonly ({
    /** the text of the paragraph */
    readonly content: string | readonly (EditTextRun | EditTabRun | EditBreakRun | EditFieldRun | CreateCrossReferenceRun | CreateHyperlinkRun)[];
  })[];
  /** its formatting */
  readonly format?: EditRunFormat;
}

/** Linked text. */
export interface CreateHyperlinkRun {
  readonly type: "hyperlink";
  /** the address: absolute http, https or mailto */
  readonly url: string;
  /** the linked text */
  readonly content: string | readonly (EditTextRun | EditTabRun | EditBreakRun | EditFieldRun | CreateCrossReferenceRun)[];
  /** its formatting */
  readonly format?: EditRunFormat;
}

/** A paragraph of a new document, with text or runs. */
export interface CreateParagraph {
  /** The paragraph style: Normal, Heading1 to Heading4, or a style of the template. */
  readonly style_id: string;
  /** Plain text without line ends. Empty for a blank paragraph. */
  readonly text?: string;
  /** Text with formatting, tabs, breaks, fields, notes and links, instead of text. */
  readonly runs?: readonly (EditTextRun | EditTabRun | EditBreakRun | EditFieldRun | CreateCrossReferenceRun | CreateHyperlinkRun | CreateFootnoteRun | CreateEndnoteRun)[];
}

/** Names a paragraph of the list. */
export interface CreatePosition {
  /** Its position in the list, from 0. */
  readonly index: number;
}

/** The result was acknowledged and is being deleted. */
export interface CreationAcknowledgedResponse {
  /** The id of the creation. It never changes. */
  readonly creation_id: string;
  /** The content is being deleted. */
  readonly status: "deletion_queued";
}

/** The creation was accepted. */
export interface CreationCreatedResponse {
  /** The id of the creation. It never changes. */
  readonly creation_id: string;
  /** Not ready yet: read it again. */
  readonly status: "processing";
}

/** The reason why a document could not be created. */
export interface CreationError {
  /** Why it failed. `/v1/reference/errors` explains every code. */
  readonly code: "DOCUMENT_PROTECTED" | "DOCUMENT_UNREADABLE" | "DOCUMENT_CONVERSION_FAILED" | "SOURCE_UPLOAD_FAILED" | "PDF_RENDER_FAILED" | "COMPARISON_FAILED" | "CREATION_FAILED" | "INVALID_EDIT" | "EDIT_FAILED";
  /** One sentence for a developer. */
  readonly message: string;
  /** The faults one by one. */
  readonly details?: readonly ({
    /** The JSON path or form field. */
    readonly field: string;
    /** The problem as a code. */
    readonly reason: string;
    /** The problem in words, for a developer. */
    readonly message: string;
    /** The position of the paragraph in `paragraphs`, from 0. */
    readonly paragraph?: number;
    /** The id of the style that it names. */
    readonly style_id?: string;
  })[];
}

/** A creation and its document. */
export interface CreationJob {
  /** The id of the creation. It never changes. */
  readonly creation_id: string;
  /** The state: processing, ready or failed. */
  readonly status: "processing" | "ready" | "failed";
  /** When ready: the document as docx. */
  readonly downloads: readonly DownloadEntry[];
  /** When ready: the document as a file of its own. */
  readonly file_id?: string;
  /** When failed: the reason. */
  readonly error?: CreationError;
  /** The reference that it was created with, if any. */
  readonly reference?: string;
}

/** A page of the list of creations. */
export interface CreationList {
  /** Newest first. */
  readonly creations: readonly CreationListItem[];
  /** Send it as `cursor` for the next page, with the same filters; null on the last page. */
  readonly next_cursor: string | null;
}

/** A row of the list of creations. */
export interface CreationListItem {
  /** The id of the creation. It never changes. */
  readonly creation_id: string;
  /** The name of the new document; null if deleted. */
  readonly file_name: string | null;
  /** The state: processing, ready, failed or deleted. */
  readonly status: "processing" | "ready" | "failed" | "deleted";
  /** The reference that it was created with; null without one. */
  readonly reference: string | null;
  /** The time of its creation. */
  readonly created_at: string;
  /** The time at which it was ready or had failed; null while processing. */
  readonly finished_at: string | null;
}

/** The decisions were carried out. */
export interface DecisionCreatedResponse {
  /** The decided document as a file of its own. */
  readonly file_id: string;
  /** The file is being prepared: read it until it is ready. */
  readonly status: "processing";
}

/** The changes to accept and to reject, and the conflicts to settle. */
export interface DecisionRequest {
  /** The changes to accept. */
  readonly accept?: DecisionSelection;
  /** The changes to reject. A change that both select is accepted if `accept` names one of its authors or revisions. */
  readonly reject?: DecisionSelection;
  /** Applies to every other change. `keep` leaves it tracked; `accept` accepts it and takes the first revision's side of an open conflict. Default: keep. */
  readonly rest?: "keep" | "accept" | "reject";
  /** Choices for conflicts of a merge. They override the selections. */
  readonly conflicts?: readonly ConflictChoice[];
  /** The name of the new file. It must end in .docx. */
  readonly name?: string;
  /** Your own name for it, such as a matter number: at most 200 characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted. */
  readonly reference?: string;
}

/** Selects changes by at least one of its fields. The values of one field are alternatives; a change must match every field. */
export interface DecisionSelection {
  /** The `id` of changes in the JSON rendering. */
  readonly ids?: readonly string[];
  /** Authors. A change that several authors made matches each. */
  readonly authors?: readonly string[];
  /** Names of revisions, as the JSON rendering lists them. A change that several made matches each. */
  readonly revisions?: readonly string[];
  /** Kinds of changes. */
  readonly kinds?: readonly ("insertion" | "deletion" | "move" | "property")[];
}

/** Deletes selected text or a page break. */
export interface DeleteEdit {
  readonly type: "delete";
  /** the paragraphs to change */
  readonly paragraphs: EditParagraphs;
  /** the text or breaks to delete */
  readonly text: {
    /** the text or the breaks to find */
    readonly match: readonly ({
      /** break; other content is selected by its characters */
      readonly type: "break";
      /** page or column; a line break is selected as \n */
      readonly kind: "page" | "column";
    })[] | string;
    /** text that must directly precede the match */
    readonly prefix?: string;
    /** text that must directly follow the match */
    readonly suffix?: string;
    /** which match, counted over all named paragraphs; required when there is more than one */
    readonly occurrence?: number | "all";
  };
}

/** Deletes a note and its reference. */
export interface DeleteNoteEdit {
  readonly type: "delete_note";
  /** the note */
  readonly note: EditNoteLocator;
}

/** Deletes paragraphs, and tables that a range covers. */
export interface DeleteParagraphsEdit {
  readonly type: "delete_paragraphs";
  /** the paragraphs to change */
  readonly paragraphs: EditParagraphs;
}

/** Removes columns. */
export interface DeleteTableColumnEdit {
  readonly type: "delete_table_column";
  /** one column, or a list of columns */
  readonly column: readonly EditRowOrColumn[] | EditRowOrColumn;
}

/** Removes a table. */
export interface DeleteTableEdit {
  readonly type: "delete_table";
  /** the table */
  readonly table: EditTableLocator;
}

/** Removes rows. */
export interface DeleteTableRowEdit {
  readonly type: "delete_table_row";
  /** one row, or a list of rows */
  readonly row: readonly EditRowOrColumn[] | EditRowOrColumn;
}

/** It is deleted. */
export interface DeletedResponse {
  /** Always true. */
  readonly deleted: true;
  /** The id of the document. It never changes. */
  readonly document_id: string;
  /** For a version: its id. */
  readonly version_id?: string;
}

/** Two versions to compare. */
export interface DocumentCompareRequest {
  /** The earlier version. */
  readonly from_version_id: string;
  /** The later version. */
  readonly to_version_id: string;
  /** The author of every tracked change. Default: the address of the service account, a dash and the name of the later file. */
  readonly author?: string;
  /** Your own name for it, such as a matter number: at most 200 characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted. */
  readonly reference?: string;
}

/** The version was accepted. */
export interface DocumentCreatedResponse {
  /** The id of the document. It never changes. */
  readonly document_id: string;
  /** The version that was added. */
  readonly version_id: string;
  /** Not ready yet: read it again. */
  readonly status: "processing";
}

/** A stored document and its versions. */
export interface DocumentDetailResponse {
  /** The id of the document. It never changes. */
  readonly document_id: string;
  /** The name. */
  readonly name: string;
  /** The description, if any. */
  readonly description: string | null;
  /** Your own notes. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The reference that it was created with, if any. */
  readonly reference?: string;
  /** The number of versions. */
  readonly version_count: number;
  /** The version with the highest number. */
  readonly latest_version_id: string | null;
  /** The time at which the document was created. */
  readonly created_at: string;
  /** The time of its last change: a new, changed or deleted version counts. */
  readonly updated_at: string;
  /** Every version, by number. */
  readonly versions: readonly DocumentVersionResource[];
}

/** The history of a version: which version first had each passage. */
export interface DocumentHistoryResponse {
  /** The id of the document. It never changes. */
  readonly document_id: string;
  /** The id of the version. It never changes. */
  readonly version_id: string;
  /** The status of the formats that this read requests. */
  readonly status: "processing" | "ready" | "failed";
  /** One entry for each finished format, in the requested order. */
  readonly downloads: readonly DownloadEntry[];
  /** When failed: the reason. */
  readonly error?: FailedJobError;
  /** When ready: the paragraphs of the version. */
  readonly blocks: readonly HistoryBlock[];
}

/** A page of the documents of the organization. */
export interface DocumentListResponse {
  /** Newest first. */
  readonly documents: readonly DocumentResource[];
  /** Send it as `cursor` for the next page, with the same filters; null on the last page. */
  readonly next_cursor: string | null;
}

/** The merge was accepted. */
export interface DocumentMergeCreatedResponse {
  /** The id of the document. It never changes. */
  readonly document_id: string;
  /** The id of the merge. It never changes. */
  readonly merge_id: string;
  /** The version that the merge becomes. */
  readonly version_id: string;
  /** Not ready yet: read it again. */
  readonly status: "processing";
}

/** Versions to merge. */
export interface DocumentMergeRequest {
  /** The versions to merge, 2 to 50. */
  readonly version_ids: readonly string[];
  /** The version that they are compared with. Default: their nearest common ancestor. */
  readonly base_version_id?: string;
  /** The name of the version that the merge becomes. */
  readonly name?: string;
  /** The author of each version's tracked changes, in the same order, or none. Default, also for an empty value: the author of the version or, without one, the address of the service account, a dash and the name of the file. */
  readonly authors?: readonly string[];
  /** Your own name for it, such as a matter number: at most 200 characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted. */
  readonly reference?: string;
}

/** Changes of a document or a version. The content never changes. */
export interface DocumentPatchRequest {
  /** The new name. */
  readonly name?: string;
  /** The new description; null removes it. */
  readonly description?: string | null;
  /** Entries to set. Others stay; null removes an entry. */
  readonly metadata?: Readonly<Record<string, string | null>>;
}

/** The redline of a version and its renderings. */
export interface DocumentRedlineResponse {
  /** The id of the document. It never changes. */
  readonly document_id: string;
  /** The id of the version. It never changes. */
  readonly version_id: string;
  /** The status of the formats that this read requests. */
  readonly status: "processing" | "ready" | "failed";
  /** One entry for each finished format, in the requested order. */
  readonly downloads: readonly DownloadEntry[];
  /** While processing: the requested formats that are not finished. */
  readonly pending_formats?: readonly string[];
  /** When failed: the reason. */
  readonly error?: FailedJobError;
  /** The reference that it was created with, if any. */
  readonly reference?: string;
  /** The name of the original. */
  readonly original_file_name: string;
  /** The name of the modified document. */
  readonly modified_file_name: string;
  /** The time of the request. */
  readonly created_at: string;
  /** The time at which it was ready or had failed; null while processing. */
  readonly finished_at: string | null;
  /** The counts of its changes; null until the redline is ready, and if an older version made it. */
  readonly summary: ChangeSummary | null;
  /** When ready: the first 100 notices about the redline. */
  readonly notices: readonly RedlineNotice[];
  /** While processing: queued, converting (a source that is not a .docx), working, or rendering (the redline is ready, and a requested format is not). */
  readonly stage?: "queued" | "converting" | "working" | "rendering";
}

/** A stored document. */
export interface DocumentResource {
  /** The id of the document. It never changes. */
  readonly document_id: string;
  /** The name. */
  readonly name: string;
  /** The description, if any. */
  readonly description: string | null;
  /** Your own notes. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The reference that it was created with, if any. */
  readonly reference?: string;
  /** The number of versions. */
  readonly version_count: number;
  /** The version with the highest number. */
  readonly latest_version_id: string | null;
  /** The time at which the document was created. */
  readonly created_at: string;
  /** The time of its last change: a new, changed or deleted version counts. */
  readonly updated_at: string;
}

/** A version and its renderings. */
export interface DocumentVersionDownloadResponse {
  /** The id of the document. It never changes. */
  readonly document_id: string;
  /** The id of the version. It never changes. */
  readonly version_id: string;
  /** The status of the formats that this read requests. */
  readonly status: "processing" | "ready" | "failed";
  /** One entry for each finished format, in the requested order. */
  readonly downloads: readonly DownloadEntry[];
  /** While processing: the requested formats that are not finished. */
  readonly pending_formats?: readonly string[];
  /** When failed: the reason. */
  readonly error?: FailedJobError;
  /** The reference that it was created with, if any. */
  readonly reference?: string;
}

/** A version of a stored document. Its content never changes. */
export interface DocumentVersionResource {
  /** The id of the version. It never changes. */
  readonly version_id: string;
  /** The id of the document. It never changes. */
  readonly document_id: string;
  /** The number of the version, from 1. No number is used twice. */
  readonly number: number;
  /** The name. */
  readonly name: string;
  /** The name of the file. */
  readonly file_name: string;
  /** The author of the changes in its redline, if one was given. */
  readonly author: string | null;
  /** The description, if any. */
  readonly description: string | null;
  /** Your own notes. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The reference that it was created with, if any. */
  readonly reference?: string;
  /** Where it comes from: a file, or a merge of versions. */
  readonly kind: "upload" | "merge";
  /** The version that it was made from; null for the first. */
  readonly parent_version_id: string | null;
  /** For a merge: its id, for GET /v1/merge/{merge_id}. */
  readonly merge_id?: string;
  /** The state: processing, ready or failed. */
  readonly status: "processing" | "ready" | "failed";
  /** The redline against the parent. */
  readonly redline: {
    /** The state of the redline; none if the version has no parent. */
    readonly status: "none" | "processing" | "ready" | "failed";
  };
  /** When failed: the reason. */
  readonly error?: FileError;
  /** The time at which the version was added. Its redline has this date. */
  readonly created_at: string;
  /** The time at which it was ready or had failed; null while processing. */
  readonly finished_at: string | null;
  /** The counts of the changes in its redline; null without a ready redline, and if an older version made it. */
  readonly summary: ChangeSummary | null;
  /** The first 100 notices about its redline, when that is ready. */
  readonly notices: readonly RedlineNotice[];
  /** While processing, in the read of the version: queued, converting (a file that is not a .docx) or working. */
  readonly stage?: "queued" | "converting" | "working" | "rendering";
  /** The time of its last change. */
  readonly updated_at: string;
}

/** One rendering and its signed address. */
export interface DownloadEntry {
  /** The format: one of those requested. */
  readonly format: string;
  /** The download address. It works without an Authorization header until expires_at. */
  readonly url: string;
  /** A suggested file name. */
  readonly file_name: string;
  /** The time at which the address expires. */
  readonly expires_at: string;
}

/** One edit: its type and the fields of that type. */
export type Edit = InsertEdit | ReplaceEdit | DeleteEdit | FormatEdit | InsertParagraphsEdit | DeleteParagraphsEdit | MoveParagraphsEdit | SplitParagraphEdit | JoinParagraphsEdit | SetParagraphStyleEdit | SetParagraphFormatEdit | SetNumberingEdit | InsertSectionBreakEdit | RemoveSectionBreakEdit | SetPageSetupEdit | AddHeaderFooterEdit | InsertTableEdit | DeleteTableEdit | InsertTableRowEdit | DeleteTableRowEdit | InsertTableColumnEdit | DeleteTableColumnEdit | AddHyperlinkEdit | SetHyperlinkEdit | RemoveHyperlinkEdit | InsertTableOfContentsEdit | RefreshFieldsEdit | DeleteNoteEdit | AddCommentEdit | ReplyCommentEdit | ResolveCommentEdit | AcceptRevisionEdit | RejectRevisionEdit | SetDocumentSettingsEdit;

/** The result was acknowledged and is being deleted. */
export interface EditAcknowledgedResponse {
  /** The id of the edit. It never changes. */
  readonly edit_id: string;
  /** The content is being deleted. */
  readonly status: "deletion_queued";
}

/** A line, page or column break. */
export interface EditBreakRun {
  readonly type: "break";
  /** the kind of break */
  readonly kind: "line" | "page" | "column";
  /** its formatting */
  readonly format?: EditRunFormat;
}

/** A table cell: content for one paragraph, or several new paragraphs. */
export type EditCell = {
  /** the paragraphs of the cell */
  readonly new_paragraphs: readonly EditNewParagraph[];
} | EditContent;

/** The text of a comment: a string, or text, tab and line-break runs. */
export type EditCommentContent = string | readonly (EditTextRun | EditTabRun | EditBreakRun)[];

/** Names a comment thread. */
export type EditCommentLocator = EditMadeHere | {
  /** the number of the comment thread, from 1 */
  readonly number: number;
};

/** New text: a string or a list of runs. */
export type EditContent = string | readonly (EditTextRun | EditTabRun | EditBreakRun | EditFieldRun | EditCrossReferenceRun | EditHyperlinkRun | EditFootnoteRun | EditEndnoteRun)[];

/** The edit was accepted. */
export interface EditCreatedResponse {
  /** The id of the edit. It never changes. */
  readonly edit_id: string;
  /** The edited document as a file of its own, usable at once. */
  readonly file_id: string;
  /** The file to edit. It does not change. */
  readonly source_file_id: string;
  /** Not ready yet: read it again. */
  readonly status: "processing";
}

/** A reference to a paragraph. */
export interface EditCrossReferenceRun {
  readonly type: "cross_reference";
  /** the paragraph that it refers to */
  readonly to: EditParagraphLocator;
  /** which part of that paragraph to show */
  readonly show: "text" | "number" | "page" | "above_below";
  /** its formatting */
  readonly format?: EditRunFormat;
}

/** Where new blocks go: before or after a paragraph or a table. */
export type EditDestination = {
  /** the table */
  readonly table: EditTableLocator;
  /** on which side of it */
  readonly position: "before" | "after";
} | {
  /** the paragraph */
  readonly paragraph: EditParagraphLocator;
  /** on which side of it */
  readonly position: "before" | "after";
};

/** One output of an edit and its signed address. */
export interface EditDownloadEntry {
  /** The format: one of those requested. */
  readonly format: string;
  /** The download address. It works without an Authorization header until expires_at. */
  readonly url: string;
  /** A suggested file name. */
  readonly file_name: string;
  /** The time at which the address expires. */
  readonly expires_at: string;
  /** With `inline`: the file itself, if it has at most 20 MB. */
  readonly content_base64?: string;
}

/** An endnote. */
export interface EditEndnoteRun {
  readonly type: "endnote";
  /** the text of a note of one paragraph */
  readonly content?: string | readonly (EditTextRun | EditTabRun | EditBreakRun | EditFieldRun | EditCrossReferenceRun | EditHyperlinkRun)[];
  /** the paragraphs of a longer note, instead of content */
  readonly new_paragraphs?: readonly ({
    /** the text of the paragraph */
    readonly content: string | readonly (EditTextRun | EditTabRun | EditBreakRun | EditFieldRun | EditCrossReferenceRun | EditHyperlinkRun)[];
  })[];
  /** a name for the note, for later edits of the request */
  readonly ref?: string;
  /** its formatting */
  readonly format?: EditRunFormat;
}

/** The reason why a document was not edited. */
export interface EditError {
  /** Why it failed. `/v1/reference/errors` explains every code. */
  readonly code: "DOCUMENT_PROTECTED" | "DOCUMENT_UNREADABLE" | "DOCUMENT_CONVERSION_FAILED" | "SOURCE_UPLOAD_FAILED" | "PDF_RENDER_FAILED" | "COMPARISON_FAILED" | "CREATION_FAILED" | "INVALID_EDIT" | "EDIT_FAILED";
  /** One sentence for a developer. */
  readonly message: string;
  /** The faults one by one. */
  readonly details?: readonly ErrorDetail[];
}

/** A Word field. */
export interface EditFieldRun {
  readonly type: "field";
  /** the field code, such as PAGE */
  readonly code: string;
  /** its formatting */
  readonly format?: EditRunFormat;
}

/** A footnote. */
export interface EditFootnoteRun {
  readonly type: "footnote";
  /** the text of a note of one paragraph */
  readonly content?: string | readonly (EditTextRun | EditTabRun | EditBreakRun | EditFieldRun | EditCrossReferenceRun | EditHyperlinkRun)[];
  /** the paragraphs of a longer note, instead of content */
  readonly new_paragraphs?: readonly ({
    /** the text of the paragraph */
    readonly content: string | readonly (EditTextRun | EditTabRun | EditBreakRun | EditFieldRun | EditCrossReferenceRun | EditHyperlinkRun)[];
  })[];
  /** a name for the note, for later edits of the request */
  readonly ref?: string;
  /** its formatting */
  readonly format?: EditRunFormat;
}

/** Linked text. */
export interface EditHyperlinkRun {
  readonly type: "hyperlink";
  /** the address: absolute http, https or mailto */
  readonly url: string;
  /** the linked text */
  readonly content: string | readonly (EditTextRun | EditTabRun | EditBreakRun | EditFieldRun | EditCrossReferenceRun)[];
  /** its formatting */
  readonly format?: EditRunFormat;
}

/** An edit and its outputs. */
export interface EditJob {
  /** The id of the edit. It never changes. */
  readonly edit_id: string;
  /** The edited document as a file of its own. */
  readonly file_id: string;
  /** The file that was edited. */
  readonly source_file_id: string;
  /** When ready: the redline as a file of its own. */
  readonly redline_file_id?: string;
  /** The state: processing, ready or failed. */
  readonly status: "processing" | "ready" | "failed";
  /** The name of the edited document. */
  readonly file_name: string;
  /** The time of the request. */
  readonly created_at: string;
  /** The time at which it became ready or failed; null while processing. */
  readonly finished_at: string | null;
  /** While processing: queued, converting (a source that is not a .docx), working, or rendering (the redline is ready, and a requested format is not). */
  readonly stage?: "queued" | "converting" | "working" | "rendering";
  /** The counts of the tracked changes in the redline, those of earlier authors too; null until it is ready, and if an older version made it. */
  readonly summary: ChangeSummary | null;
  /** The number of edits in the request. */
  readonly edit_count: number;
  /** The author of the tracked changes. */
  readonly author: string;
  /** The date of the tracked changes, with the offset of the request. */
  readonly date: string;
  /** When ready: the requested outputs, in that order. */
  readonly downloads: readonly EditDownloadEntry[];
  /** While processing: the requested outputs that are not ready. */
  readonly pending_formats?: readonly ("docx" | "redline" | "pdf" | "pdf_changed_pages_only")[];
  /** When ready: what each edit did, in the order of the request. */
  readonly results?: readonly EditResult[];
  /** When ready, with `undecided` skip: the places that edits left out, if any. */
  readonly skipped?: readonly SkippedPlaces[];
  /** With an instruction: the edits that were built from it. */
  readonly edits?: readonly Edit[];
  /** When ready, with an instruction: the effects that rejecting the tracked changes does not undo, if there are any. */
  readonly notices: readonly EditNotice[];
  /** When failed: the reason. */
  readonly error?: EditError;
  /** The reference that it was created with, if any. */
  readonly reference?: string;
}

/** A page of the list of edits. */
export interface EditList {
  /** Newest first. */
  readonly edits: readonly EditListItem[];
  /** Send it as `cursor` for the next page, with the same filters; null on the last page. */
  readonly next_cursor: string | null;
}

/** A row of the list of edits. */
export interface EditListItem {
  /** The id of the edit. It never changes. */
  readonly edit_id: string;
  /** The name of the edited document; null if deleted. */
  readonly file_name: string | null;
  /** The state: processing, ready, failed or deleted. */
  readonly status: "processing" | "ready" | "failed" | "deleted";
  /** The reference that it was created with; null without one. */
  readonly reference: string | null;
  /** The time of its creation. */
  readonly created_at: string;
  /** The time at which it was ready or had failed; null while processing. */
  readonly finished_at: string | null;
}

/** Names something that this request makes, by its ref. */
export interface EditMadeHere {
  /** a name that an earlier edit of the request defines */
  readonly ref: string;
}

/** A paragraph to insert. */
export interface EditNewParagraph {
  /** its text */
  readonly content: EditContent;
  /** a name for the new paragraph */
  readonly ref?: string;
  /** its style alone; default: like the paragraph at the destination */
  readonly style_id?: string;
  /** the formatting of the whole text and the paragraph mark */
  readonly format?: EditRunFormat;
  /** its alignment, indents, spacing and so on */
  readonly paragraph_format?: EditParagraphFormat;
  /** its list number */
  readonly numbering?: EditNumbering;
  /** a paragraph that it is to look like, instead of style_id and numbering */
  readonly like?: EditParagraphLocator;
}

/** Names a footnote or endnote. */
export type EditNoteLocator = EditMadeHere | {
  /** footnote or endnote */
  readonly kind: "footnote" | "endnote";
  /** the number of the note among those of its kind, from 1 */
  readonly number: number;
};

/** A fact about what an edit did. It contains no text of the document. */
export interface EditNotice {
  /** The kind of notice: UNTRACKED_EFFECTS. */
  readonly code: string;
  /** The notice in words, for a developer. Do not parse it: it may change. */
  readonly message: string;
  /** How many effects it is about. */
  readonly count: number;
  /** Every effect, in the order of the edits. */
  readonly effects: readonly UntrackedEffect[];
}

/** The treatment of the list number. */
export type EditNumbering = {
  readonly action: "apply";
  /** an id of list_styles in the content */
  readonly list_style?: string;
  /** a paragraph of the list to join */
  readonly like?: EditParagraphLocator;
  /** makes one new list for all named paragraphs */
  readonly preset?: "decimal" | "decimal_outline" | "lower_letter" | "lower_roman" | "upper_letter" | "upper_roman" | "legal" | "bullet" | "dash";
  /** the level from 1; default: the level it has, else 1 */
  readonly level?: number;
  /** restarts the numbering; default: false */
  readonly restart?: boolean;
} | {
  readonly action: "restart";
  /** the first number; default: 1 */
  readonly start?: number;
  /** the level to restart */
  readonly level?: number;
} | {
  readonly action: "continue";
} | {
  readonly action: "set_level";
  /** the new level, from 1 */
  readonly level: number;
} | {
  readonly action: "remove";
} | {
  readonly action: "reset";
} | {
  readonly action: "reformat";
  /** the levels to change */
  readonly levels: readonly ({
    /** the level to change, from 1 */
    readonly level: number;
    /** how numbers of the level are written */
    readonly number_format?: "decimal" | "lower_roman" | "upper_roman" | "lower_letter" | "upper_letter" | "decimal_zero" | "ordinal" | "bullet" | "none";
    /** the text of the number; %1 stands for the number of level 1 */
    readonly pattern?: string;
    /** the first number */
    readonly start?: number;
    /** how the number is aligned */
    readonly alignment?: "left" | "center" | "right";
    /** the left indent of the paragraphs, in points */
    readonly indent_left?: number;
    /** the extra indent of the first line, in points; negative is a hanging indent */
    readonly indent_first_line?: number;
    /** what separates the number from the text */
    readonly suffix?: "tab" | "space" | "none";
    /** the formatting of the number */
    readonly format?: EditRunFormat;
  })[];
};

/** The pages of a section. null removes a direct setting. */
export interface EditPageSetup {
  /** The paper size by name, or its width and height in points. */
  readonly paper?: "letter" | "legal" | "executive" | "tabloid" | "a3" | "a4" | "a5" | {
    /** The width in points. */
    readonly width: number;
    /** The height in points. */
    readonly height: number;
  } | null;
  /** Portrait or landscape. */
  readonly orientation?: "portrait" | "landscape" | null;
  /** The margins in points; a side that is absent keeps its margin. */
  readonly margins?: {
    /** The top margin in points. A negative value stays fixed even if the header or footer is taller. */
    readonly top?: number;
    /** The right margin in points. */
    readonly right?: number;
    /** The bottom margin in points. A negative value stays fixed even if the header or footer is taller. */
    readonly bottom?: number;
    /** The left margin in points. */
    readonly left?: number;
    /** The header margin in points. */
    readonly header?: number;
    /** The footer margin in points. */
    readonly footer?: number;
    /** The gutter margin in points. */
    readonly gutter?: number;
  } | null;
  /** Gives the first page its own header and footer. */
  readonly different_first_page?: boolean | null;
  /** The number of the first page (null continues the section before) and how numbers look. */
  readonly page_numbering?: {
    /** The number of the first page; null continues the section before. */
    readonly start?: number | null;
    /** How page numbers look. */
    readonly number_format?: "decimal" | "lower_roman" | "upper_roman" | "lower_letter" | "upper_letter";
  } | null;
}

/** Paragraph formatting. null removes a direct setting. */
export interface EditParagraphFormat {
  /** The alignment of the lines. */
  readonly alignment?: "left" | "center" | "right" | "justify" | null;
  /** The left indent in points. */
  readonly indent_left?: number | null;
  /** The right indent in points. */
  readonly indent_right?: number | null;
  /** The extra indent of the first line in points; negative is a hanging indent. */
  readonly indent_first_line?: number | null;
  /** The space above the paragraph in points. */
  readonly space_before?: number | null;
  /** The space below the paragraph in points. */
  readonly space_after?: number | null;
  /** The line height: a multiple of the font height, or exactly or at least a number of points. */
  readonly line_spacing?: {
    /** How the value is meant. */
    readonly rule: "multiple" | "exact" | "at_least";
    /** A number of lines where the rule is multiple, otherwise points. */
    readonly value: number;
  } | null;
  /** Keeps the paragraph on one page with the next. */
  readonly keep_with_next?: boolean | null;
  /** Keeps all lines of the paragraph on one page. */
  readonly keep_lines_together?: boolean | null;
  /** Starts the paragraph on a new page. */
  readonly page_break_before?: boolean | null;
  /** Keeps single lines from standing alone on a page. */
  readonly widow_control?: boolean | null;
  /** Removes the space between paragraphs of the same style. */
  readonly contextual_spacing?: boolean | null;
  /** Leaves the paragraph out of line numbering. */
  readonly suppress_line_numbers?: boolean | null;
  /** Right-to-left text. */
  readonly right_to_left?: boolean | null;
  /** The outline level; false means body text. */
  readonly outline_level?: number | false | null;
  /** The tab stops; they replace all others of the paragraph. */
  readonly tab_stops?: readonly ({
    /** The distance from the left margin in points. */
    readonly position: number;
    /** How text aligns at the stop. */
    readonly alignment?: "left" | "center" | "right" | "decimal";
    /** The line that fills the tab. */
    readonly leader?: "none" | "dots" | "dashes" | "underscore";
  })[] | null;
  /** The background colour. */
  readonly shading?: string | false | null;
  /** The border lines around the paragraph, by side; false means none. */
  readonly borders?: {
    /** The top border; false removes it. */
    readonly top?: {
      /** The kind of line. */
      readonly style: "single" | "double" | "dotted" | "dashed";
      /** Its width in points. */
      readonly width: number;
      /** Its colour. */
      readonly color: "auto" | string;
      /** The distance to the text in points. */
      readonly space?: number;
    } | false;
    /** The left border; false removes it. */
    readonly left?: {
      /** The kind of line. */
      readonly style: "single" | "double" | "dotted" | "dashed";
      /** Its width in points. */
      readonly width: number;
      /** Its colour. */
      readonly color: "auto" | string;
      /** The distance to the text in points. */
      readonly space?: number;
    } | false;
    /** The bottom border; false removes it. */
    readonly bottom?: {
      /** The kind of line. */
      readonly style: "single" | "double" | "dotted" | "dashed";
      /** Its width in points. */
      readonly width: number;
      /** Its colour. */
      readonly color: "auto" | string;
      /** The distance to the text in points. */
      readonly space?: number;
    } | false;
    /** The right border; false removes it. */
    readonly right?: {
      /** The kind of line. */
      readonly style: "single" | "double" | "dotted" | "dashed";
      /** Its width in points. */
      readonly width: number;
      /** Its colour. */
      readonly color: "auto" | string;
      /** The distance to the text in points. */
      readonly space?: number;
    } | false;
  } | null;
}

/** Names one paragraph. */
export type EditParagraphLocator = EditMadeHere | {
  /** the index of the paragraph in its part, from 0 */
  readonly index: number;
  /** the part that contains it; default: the body */
  readonly part?: EditPartLocator;
};

/** Names paragraphs: a locator, a range, a list of both, or all. */
export type EditParagraphs = "all" | readonly (EditRange | EditParagraphLocator)[] | {
  /** true: every paragraph of the part */
  readonly all: true;
  /** the part; a kind alone names all parts of that kind */
  readonly part: EditPartPattern;
} | EditRange | EditParagraphLocator;

/** Names the body, a header, a footer or a note. */
export type EditPartLocator = EditMadeHere | {
  /** the kind of part; default: body */
  readonly kind?: "body" | "footnote" | "endnote" | "header" | "footer";
  /** the number of the note among those of its kind, from 1 */
  readonly number?: number;
  /** which header or footer of the section; default: default */
  readonly type?: "default" | "first" | "even";
  /** any section that shows the header or footer */
  readonly section?: EditSectionLocator;
};

/** Names parts; a kind alone names all parts of that kind. */
export type EditPartPattern = EditMadeHere | {
  /** the kind of part; default: body */
  readonly kind?: "body" | "footnote" | "endnote" | "header" | "footer";
  /** the number of the note among those of its kind, from 1 */
  readonly number?: number;
  /** which header or footer of the section; default: default */
  readonly type?: "default" | "first" | "even";
  /** any section that shows the header or footer */
  readonly section?: EditSectionLocator;
};

/** Names the paragraphs from one through another, in one part. */
export interface EditRange {
  /** the first paragraph */
  readonly from: EditParagraphLocator;
  /** the last paragraph, included */
  readonly through: EditParagraphLocator;
}

/** A file to edit, with written edits or an instruction. */
export interface EditRequest {
  /** The id of the file to edit: an upload, or the result of an edit. */
  readonly file_id: string;
  /** The schema_version of the content that you read: 1. */
  readonly schema_version: number;
  /** The edits, applied in order: all of them or none. At most 200 KB. Use this or `instruction`. */
  readonly edits?: readonly Edit[];
  /** The change in plain English; a language model builds the edits from it. Use this or `edits`. */
  readonly instruction?: string;
  /** Needs `instruction`: text to insert word for word. A newline ends a paragraph. */
  readonly replacement_text?: string;
  /** Needs `instruction`: the effects without a tracked change that the built edits may have. `comments` adds, answers and resolves comments, `decisions` accepts and rejects tracked changes, `settings` changes document settings and has fields updated, as a table of contents does. An empty list allows none. Default: only those that the instruction asks for with a verb and its object, such as accept Bea's insertion. */
  readonly allow?: readonly ("comments" | "decisions" | "settings")[];
  /** The author of the tracked changes, and of comments without an author: one line, trimmed. Default: Versus AI. */
  readonly author?: string;
  /** The date of the changes: ISO 8601, to the second, UTC unless it has an offset. Default: the time of the request. */
  readonly date?: string;
  /** Formatting edits where another author's change of the formatting is neither accepted nor rejected: `refuse` refuses the request, `skip` leaves these places out and lists them in `skipped`. Default: refuse. */
  readonly undecided?: "refuse" | "skip";
  /** Waits up to 30 seconds for the result: 200 if the edit is finished, otherwise 202. Default: false. */
  readonly wait?: boolean;
  /** Needs `wait`: the outputs to return. Default: docx. */
  readonly outputs?: readonly ("docx" | "redline")[];
  /** Needs `wait`: adds each file to its download as content_base64, if it has at most 20 MB. Default: false. */
  readonly inline?: boolean;
  /** Your own name for it, such as a matter number: at most 200 characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted. */
  readonly reference?: string;
}

/** The effect of one edit. It contains no text of the document. */
export interface EditResult {
  /** The position of the edit in `edits`, from 0. */
  readonly edit: number;
  /** How many matches, points, paragraphs, rows, columns, sections or tracked changes it changed. */
  readonly places: number;
  /** The first 100 paragraphs of source_file_id that the edit changed, deleted or inserted next to. */
  readonly paragraphs: readonly ParagraphName[];
}

/** Names tracked changes: one by number, all, or those of an author or kind. */
export type EditRevisions = "all" | {
  /** the number of the tracked change, from 1 */
  readonly number: number;
} | {
  /** only changes by this author */
  readonly author?: string;
  /** only changes of this kind */
  readonly kind?: "insertion" | "deletion" | "move" | "property";
};

/** Names a row or column of a table. */
export type EditRowOrColumn = EditMadeHere | {
  /** the table */
  readonly table: EditTableLocator;
  /** the number of the row or column, from 1 */
  readonly number: number;
} | EditParagraphLocator;

/** Character formatting. null removes a direct setting. */
export interface EditRunFormat {
  /** Bold text. */
  readonly bold?: boolean | null;
  /** Italic text. */
  readonly italic?: boolean | null;
  /** A line through the text. */
  readonly strikethrough?: boolean | null;
  /** Two lines through the text. */
  readonly double_strikethrough?: boolean | null;
  /** Lower-case letters as small capitals. */
  readonly small_caps?: boolean | null;
  /** All letters as capitals; the text itself does not change. */
  readonly all_caps?: boolean | null;
  /** Hidden text. */
  readonly hidden?: boolean | null;
  /** The kind of underline; true is single. */
  readonly underline?: boolean | "single" | "double" | "thick" | "dotted" | "dashed" | "wavy" | "words" | null;
  /** Raised or lowered text. */
  readonly vertical_align?: "superscript" | "subscript" | "baseline" | false | null;
  /** The name of the font. */
  readonly font?: string | null;
  /** The font size in points. */
  readonly size?: number | null;
  /** The colour of the text. */
  readonly color?: "auto" | string | null;
  /** The highlighter colour behind the text. */
  readonly highlight?: "yellow" | "green" | "cyan" | "magenta" | "blue" | "red" | "black" | "white" | "dark_blue" | "dark_cyan" | "dark_green" | "dark_magenta" | "dark_red" | "dark_yellow" | "gray" | "light_gray" | false | null;
  /** The background colour. */
  readonly shading?: string | false | null;
  /** Extra space between characters, in points. */
  readonly character_spacing?: number | null;
  /** The id of a character style. */
  readonly character_style?: string | null;
  /** The language of the text, for spelling and hyphenation. */
  readonly language?: string | null;
}

/** Names a section. */
export type EditSectionLocator = EditMadeHere | {
  /** the number of the section, from 1 */
  readonly number: number;
};

/** Selects text in the named paragraphs. */
export interface EditSelector {
  /** the text to find */
  readonly match: string;
  /** text that must directly precede the match */
  readonly prefix?: string;
  /** text that must directly follow the match */
  readonly suffix?: string;
  /** which match, counted over all named paragraphs; required when there is more than one */
  readonly occurrence?: number | "all";
}

/** A tab. */
export interface EditTabRun {
  readonly type: "tab";
  /** its formatting */
  readonly format?: EditRunFormat;
}

/** Names a table. */
export type EditTableLocator = EditMadeHere | {
  /** the number of the table in its part, from 1; an outer table comes before those in it */
  readonly number: number;
  /** the part that contains it; default: the body */
  readonly part?: EditPartLocator;
};

/** Text. */
export interface EditTextRun {
  /** the text; \t is a tab, \n a line break */
  readonly text: string;
  /** its formatting */
  readonly format?: EditRunFormat;
}

/** One problem with a request. */
export interface ErrorDetail {
  /** The JSON path, form field or parameter. */
  readonly field?: string;
  /** The position of the edit in `edits`, from 0. */
  readonly edit?: number;
  /** The problem as a code. `/v1/reference/errors` lists the reasons of edits. */
  readonly reason: string;
  /** The problem in words, for a developer. Do not parse it: it may change. */
  readonly message: string;
  /** The paragraphs concerned, or those that contain the text. */
  readonly paragraphs?: readonly ParagraphName[];
  /** The allowed names or values. */
  readonly allowed?: readonly string[];
  /** The probable intention: a name, a text, or a value as JSON. /v1/reference/edits explains how to use it. */
  readonly did_you_mean?: string;
  /** Up to 200 characters of the paragraph that was searched. Only the reply of the POST has it. */
  readonly context?: string;
}

/** The body of every reply that is not 2xx. */
export interface ErrorResponse {
  /** The refusal. */
  readonly error: {
    /** The error code. `/v1/reference/errors` explains each. */
    readonly code: "INVALID_REQUEST" | "UNSUPPORTED_FILE_TYPE" | "DOCUMENT_UNREADABLE" | "INVALID_COMPARISON_ID" | "INVALID_MERGE_ID" | "INVALID_FILE_ID" | "INVALID_CREATION_ID" | "INVALID_EDIT_ID" | "INVALID_DOCUMENT_ID" | "INVALID_VERSION_ID" | "INVALID_WEBHOOK_ID" | "INVALID_EDIT" | "CHANGE_NOT_FOUND" | "PARAGRAPH_NOT_FOUND" | "RANGE_TOO_LARGE" | "INSTRUCTION_UNAVAILABLE" | "INSTRUCTION_NOT_UNDERSTOOD" | "UNSUPPORTED_FORMAT" | "INVALID_CURSOR" | "INVALID_API_KEY" | "USAGE_LIMIT_REACHED" | "API_KEY_ORG_MISMATCH" | "INSUFFICIENT_SCOPE" | "DOWNLOAD_EXPIRED" | "DOWNLOAD_INVALID" | "NOT_FOUND" | "COMPARISON_NOT_FOUND" | "MERGE_NOT_FOUND" | "DOCUMENT_NOT_FOUND" | "VERSION_NOT_FOUND" | "CREATION_NOT_FOUND" | "EDIT_NOT_FOUND" | "WEBHOOK_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "IDEMPOTENCY_CONFLICT" | "CONTENT_DELETED" | "FILE_TOO_LARGE" | "REQUEST_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    /** One sentence for a developer. Do not parse it: it may change. */
    readonly message: string;
    /** The X-Request-Id of the request. */
    readonly request_id: string;
    /** Each problem, at most 200. */
    readonly details?: readonly ErrorDetail[];
  };
}

/** The reason why a job failed. */
export interface FailedJobError {
  /** Why it failed. `/v1/reference/errors` explains every code. */
  readonly code: "DOCUMENT_PROTECTED" | "DOCUMENT_UNREADABLE" | "DOCUMENT_CONVERSION_FAILED" | "SOURCE_UPLOAD_FAILED" | "PDF_RENDER_FAILED" | "COMPARISON_FAILED" | "CREATION_FAILED" | "INVALID_EDIT" | "EDIT_FAILED";
  /** A more specific code, if there is one; otherwise equal to `code`. */
  readonly upstream_code: "ENCRYPTED" | "PACKAGE_INVALID" | "XML_INVALID" | "TOO_MANY_PARTS" | "EXPANDS_TOO_LARGE" | "CONVERTER_TIMEOUT" | "CONVERTER_FAILED" | "PDF_NO_TEXT" | "CHECKSUM_MISMATCH" | "UPLOAD_INCOMPLETE" | "RENDER_TIMEOUT" | "RENDER_FAILED" | "ENGINE_TIMEOUT" | "ENGINE_TOO_COMPLEX" | "DOCUMENT_TOO_COMPLEX" | "OUTPUT_INVALID" | "OUTPUT_NOT_REVERSIBLE" | "DOCUMENT_PROTECTED" | "DOCUMENT_UNREADABLE" | "DOCUMENT_CONVERSION_FAILED" | "SOURCE_UPLOAD_FAILED" | "PDF_RENDER_FAILED" | "COMPARISON_FAILED" | "CREATION_FAILED" | "INVALID_EDIT" | "EDIT_FAILED";
  /** One sentence for a developer. */
  readonly message?: string;
  /** The source that failed: original, modified or, of a merge, revisions[<n>], counted from 0. */
  readonly source?: string;
}

/** The result was acknowledged and is being deleted. */
export interface FileAcknowledgedResponse {
  /** The id of the file, for every operation that takes a file. */
  readonly file_id: string;
  /** The content is being deleted. */
  readonly status: "deletion_queued";
}

/** The content of a file as data. */
export interface FileContent {
  /** The id of the file, for every operation that takes a file. */
  readonly file_id: string;
  /** The name of the file. */
  readonly file_name: string;
  /** The content. */
  readonly document: ContentDocument | ContentFields;
}

/** The upload was accepted. */
export interface FileCreatedResponse {
  /** The id of the file, for every operation that takes a file. */
  readonly file_id: string;
  /** The state: processing, ready or failed. */
  readonly status: "processing" | "ready" | "failed";
  /** The name of the file. */
  readonly file_name: string;
  /** When failed: the reason. */
  readonly error?: FileError;
}

/** The reason why a file could not be prepared. */
export interface FileError {
  /** Why it failed. `/v1/reference/errors` explains every code. */
  readonly code: "DOCUMENT_PROTECTED" | "DOCUMENT_UNREADABLE" | "DOCUMENT_CONVERSION_FAILED" | "SOURCE_UPLOAD_FAILED" | "PDF_RENDER_FAILED" | "COMPARISON_FAILED" | "CREATION_FAILED" | "INVALID_EDIT" | "EDIT_FAILED";
  /** One sentence for a developer. */
  readonly message: string;
}

/** A page of the list of files. */
export interface FileList {
  /** Newest first. */
  readonly files: readonly FileListItem[];
  /** Send it as `cursor` for the next page, with the same filters; null on the last page. */
  readonly next_cursor: string | null;
}

/** A row of the list of files. */
export interface FileListItem {
  /** The id of the file, for every operation that takes a file. */
  readonly file_id: string;
  /** The name of the file; null if deleted. */
  readonly file_name: string | null;
  /** Where it comes from: an upload, an edit, the redline of an edit, a selective comparison, a creation, or decisions on a redline. */
  readonly kind: "upload" | "edit" | "redline" | "selective" | "created" | "decided";
  /** The state: processing, ready, failed or deleted. */
  readonly status: "processing" | "ready" | "failed" | "deleted";
  /** The reference that it was created with; null without one. */
  readonly reference: string | null;
  /** The time of its creation. */
  readonly created_at: string;
  /** The time at which it was ready or had failed; null while processing. */
  readonly finished_at: string | null;
}

/** A fact about how the file was made. It contains no text of the document. */
export interface FileNotice {
  /** The kind of notice. */
  readonly code: string;
  /** The notice in words, for a developer. Do not parse it: it may change. */
  readonly message: string;
  /** How many places it is about. */
  readonly count: number;
}

/** The file is still being prepared; read it again. */
export interface FileProcessingResponse {
  /** The id of the file, for every operation that takes a file. */
  readonly file_id: string;
  /** Not ready yet: read it again. */
  readonly status: "processing";
}

/** A file: an upload or a result. Its content never changes. */
export interface FileResource {
  /** The id of the file, for every operation that takes a file. */
  readonly file_id: string;
  /** The state: processing, ready or failed. */
  readonly status: "processing" | "ready" | "failed";
  /** The name of the file. */
  readonly file_name: string;
  /** Where it comes from: an upload, an edit, the redline of an edit, a selective comparison, a creation, or decisions on a redline. */
  readonly kind: "upload" | "edit" | "redline" | "selective" | "created" | "decided";
  /** The size in bytes. */
  readonly size: number;
  /** The number of words; null until the file has been read. */
  readonly words: number | null;
  /** The time at which it was made. */
  readonly created_at: string;
  /** When ready: the document. */
  readonly downloads: readonly DownloadEntry[];
  /** For kind `decided`: open problems, such as property conflicts. */
  readonly notices?: readonly FileNotice[];
  /** When failed: the reason. */
  readonly error?: FileError;
  /** The reference that it was created with, if any. */
  readonly reference?: string;
}

/** Changes the formatting of selected text, or of whole paragraphs. */
export interface FormatEdit {
  readonly type: "format";
  /** the paragraphs to change */
  readonly paragraphs: EditParagraphs;
  /** the text to format; default: whole paragraphs */
  readonly text?: EditSelector;
  /** the formatting to set, turn off or remove */
  readonly format: EditRunFormat;
}

/** The service answers. */
export interface HealthResponse {
  /** Always ok. */
  readonly status: "ok";
  /** The version of the running program. */
  readonly version: string;
  /** The region that answers. */
  readonly region: "us" | "uk";
  /** The time of the server. */
  readonly time: string;
}

/** A paragraph: of the body and its tables, of headers and footers, of notes, of text boxes, in this order. */
export interface HistoryBlock {
  /** The id of the paragraph, as in the Redline JSON. */
  readonly id: string;
  /** Its passages, in order; none for a paragraph without text. */
  readonly content: readonly HistoryPassage[];
}

/** A piece of a paragraph that one version brought. */
export interface HistoryPassage {
  /** The text. The pieces of a block, put together, are its text. */
  readonly text: string;
  /** The version that first had it. */
  readonly version_id: string;
  /** The author of that version, if one was given. */
  readonly author: string | null;
  /** The time at which that version was added. */
  readonly date: string;
}

/** Inserts text, breaks, fields, cross-references, notes and links at a point. */
export interface InsertEdit {
  readonly type: "insert";
  /** the paragraphs to change */
  readonly paragraphs: EditParagraphs;
  /** where to insert */
  readonly at: "start" | "end" | {
    /** the text before the point */
    readonly after: EditSelector;
  } | {
    /** the text after the point */
    readonly before: EditSelector;
  };
  /** the new text */
  readonly content: EditContent;
}

/** Adds paragraphs at a destination. */
export interface InsertParagraphsEdit {
  readonly type: "insert_paragraphs";
  /** where the paragraphs go */
  readonly destination: EditDestination;
  /** the new paragraphs */
  readonly new_paragraphs: readonly EditNewParagraph[];
}

/** Begins a new section after a paragraph. */
export interface InsertSectionBreakEdit {
  readonly type: "insert_section_break";
  /** the last paragraph of the section before the break */
  readonly paragraphs: EditParagraphLocator;
  /** where the new section starts */
  readonly section_type: "next_page" | "continuous" | "even_page" | "odd_page";
  /** a name for the section after the break */
  readonly ref?: string;
}

/** Adds a column. */
export interface InsertTableColumnEdit {
  readonly type: "insert_table_column";
  /** beside which column */
  readonly destination: {
    /** the column */
    readonly column: EditRowOrColumn;
    /** on which side of it */
    readonly position: "before" | "after";
  };
  /** one value for each row; default: empty */
  readonly cells?: readonly EditCell[];
  /** the width in points; default: that of the neighbouring column */
  readonly width?: number;
  /** a name for what the edit makes, for later edits of the request */
  readonly ref?: string;
}

/** Adds a table. */
export interface InsertTableEdit {
  readonly type: "insert_table";
  /** where the table goes */
  readonly destination: EditDestination;
  /** the rows, each a list of cells */
  readonly rows: readonly (readonly EditCell[])[];
  /** the width of each column in points */
  readonly column_widths?: readonly number[];
  /** how many rows repeat at the top of each page; default: 0 */
  readonly header_rows?: number;
  /** the id of a table style; default: single borders */
  readonly style_id?: string;
  /** the position of the table between the margins */
  readonly alignment?: "left" | "center" | "right";
  /** a name for what the edit makes, for later edits of the request */
  readonly ref?: string;
}

/** Inserts a table of contents, in the body outside tables. */
export interface InsertTableOfContentsEdit {
  readonly type: "insert_table_of_contents";
  /** where it goes */
  readonly destination: EditDestination;
  /** the highest level of headings; default: 1 */
  readonly from_level?: number;
  /** the lowest level of headings; default: 3 */
  readonly to_level?: number;
  /** links each entry to its heading; default: true */
  readonly hyperlinks?: boolean;
  /** shows page numbers; default: true */
  readonly page_numbers?: boolean;
}

/** Adds a row. */
export interface InsertTableRowEdit {
  readonly type: "insert_table_row";
  /** beside which row */
  readonly destination: {
    /** the row */
    readonly row: EditRowOrColumn;
    /** on which side of it */
    readonly position: "before" | "after";
  };
  /** one value for each cell, or for each column where cells span columns, the spanned ones empty; default: empty */
  readonly cells?: readonly EditCell[];
  /** a name for what the edit makes, for later edits of the request */
  readonly ref?: string;
}

/** Merges a range into one paragraph. */
export interface JoinParagraphsEdit {
  readonly type: "join_paragraphs";
  /** the paragraphs to join, at least two */
  readonly paragraphs: EditRange;
  /** text to put at each joint; default: none */
  readonly separator?: string;
}

/** The merge was accepted. */
export interface MergeCreatedResponse {
  /** The id of the merge. It never changes. */
  readonly merge_id: string;
  /** Not ready yet: read it again. */
  readonly status: "processing";
}

/** The merge is being deleted. */
export interface MergeDeletedResponse {
  /** The id of the merge. It never changes. */
  readonly merge_id: string;
  /** The content is being deleted. */
  readonly status: "deletion_queued";
}

/** A merge and its renderings. */
export interface MergeJob {
  /** The id of the merge. It never changes. */
  readonly merge_id: string;
  /** The status of the formats that this read requests. */
  readonly status: "processing" | "ready" | "failed";
  /** One entry for each finished format, in the requested order. */
  readonly downloads: readonly DownloadEntry[];
  /** While processing: the requested formats that are not finished. */
  readonly pending_formats?: readonly string[];
  /** When failed: the reason. */
  readonly error?: FailedJobError;
  /** The reference that it was created with, if any. */
  readonly reference?: string;
  /** The name of the original. */
  readonly original_file_name: string;
  /** The names of the revisions, in the order of the request. */
  readonly revision_file_names: readonly string[];
  /** The time of the request. */
  readonly created_at: string;
  /** The time at which it was ready or had failed; null while processing. */
  readonly finished_at: string | null;
  /** The counts of its changes; null until the redline is ready, and if an older version made it. */
  readonly summary: ChangeSummary | null;
  /** When ready: the first 100 notices about the redline. */
  readonly notices: readonly RedlineNotice[];
  /** While processing: queued, converting (a source that is not a .docx), working, or rendering (the redline is ready, and a requested format is not). */
  readonly stage?: "queued" | "converting" | "working" | "rendering";
}

/** A page of the list of merges. */
export interface MergeList {
  /** Newest first. */
  readonly merges: readonly MergeListItem[];
  /** Send it as `cursor` for the next page, with the same filters; null on the last page. */
  readonly next_cursor: string | null;
}

/** A row of the list of merges. */
export interface MergeListItem {
  /** The id of the merge. It never changes. */
  readonly merge_id: string;
  /** The name of the original; null if deleted. */
  readonly original_file_name: string | null;
  /** The names of the revisions, in the order of the request; null if deleted. */
  readonly revision_file_names: readonly string[] | null;
  /** The counts of its changes; null until the redline is ready, if an older version made it, and if deleted. */
  readonly summary: ChangeSummary | null;
  /** The state: processing, ready, failed or deleted. */
  readonly status: "processing" | "ready" | "failed" | "deleted";
  /** The reference that it was created with; null without one. */
  readonly reference: string | null;
  /** The time of its creation. */
  readonly created_at: string;
  /** The time at which it was ready or had failed; null while processing. */
  readonly finished_at: string | null;
}

/** Moves paragraphs and tables, in document order, as a tracked move. */
export interface MoveParagraphsEdit {
  readonly type: "move_paragraphs";
  /** the paragraphs to change */
  readonly paragraphs: EditParagraphs;
  /** where the paragraphs go */
  readonly destination: EditDestination;
}

/** The address of a paragraph, as edits use it. */
export interface ParagraphName {
  /** The index of the paragraph in its part, from 0. */
  readonly index: number;
  /** The part that contains it. Absent in the body. */
  readonly part?: {
    /** Header or footer. */
    readonly kind: "header" | "footer";
    /** default, first or even. */
    readonly type: string;
    /** The first section that shows it. */
    readonly section: {
      /** The number of the section, from 1. */
      readonly number: number;
    };
  } | {
    /** Footnote or endnote. */
    readonly kind: "footnote" | "endnote";
    /** The number of the note among those of its kind, from 1. */
    readonly number: number;
  };
}

/** A fact about how the redline was made, as in the Redline JSON. It contains no text of the document. */
export interface RedlineNotice {
  /** The kind of notice. */
  readonly code: string;
  /** The notice in words, for a reader. Do not parse it: it may change. */
  readonly message: string;
  /** How many places it is about. */
  readonly count: number;
  /** False if it only counts differences that no tracked change can show. */
  readonly actionable: boolean;
  /** The document that it is about: original, modified or a file name. */
  readonly source?: string;
  /** For a merge: the names of the documents that it is about. */
  readonly sources?: readonly string[];
  /** Insertions among accepted tracked changes. */
  readonly insertions?: number;
  /** Deletions among accepted tracked changes. */
  readonly deletions?: number;
}

/** A page of the reference. */
export interface ReferenceTopic {
  /** The name of the topic. */
  readonly topic: string;
  /** The text of the topic, as Markdown. */
  readonly text: string;
}

/** Updates every field when the document is opened. */
export interface RefreshFieldsEdit {
  readonly type: "refresh_fields";
}

/** Rejects tracked changes. */
export interface RejectRevisionEdit {
  readonly type: "reject_revision";
  /** one tracked change, a filter, or all */
  readonly revision: EditRevisions;
}

/** Removes a link and keeps its text. */
export interface RemoveHyperlinkEdit {
  readonly type: "remove_hyperlink";
  /** one paragraph */
  readonly paragraphs: EditParagraphLocator;
  /** the text; default: the whole paragraph, or its only link */
  readonly text?: EditSelector;
}

/** Removes the break that ends a section. */
export interface RemoveSectionBreakEdit {
  readonly type: "remove_section_break";
  /** the section whose closing break is removed */
  readonly section: EditSectionLocator;
}

/** Replaces selected text. */
export interface ReplaceEdit {
  readonly type: "replace";
  /** the paragraphs to change */
  readonly paragraphs: EditParagraphs;
  /** the text to replace */
  readonly text: EditSelector;
  /** the new text */
  readonly content: EditContent;
}

/** Replies to a thread. */
export interface ReplyCommentEdit {
  readonly type: "reply_comment";
  /** the comment thread */
  readonly comment: EditCommentLocator;
  /** the text of the reply */
  readonly content: EditCommentContent;
  /** who the reply is by; default: the author of the request */
  readonly author?: string;
}

/** Resolves a thread. */
export interface ResolveCommentEdit {
  readonly type: "resolve_comment";
  /** the comment thread */
  readonly comment: EditCommentLocator;
}

/** The first and last paragraph, by indexes or by ids. */
export interface SelectiveRange {
  /** The id of the file, for every operation that takes a file. */
  readonly file_id: string;
  /** As the file's content numbers it, from 0. */
  readonly start_paragraph_index?: number;
  /** As the file's content numbers it, from 0. */
  readonly end_paragraph_index?: number;
  /** Instead of an index: an id from the content JSON. */
  readonly start_paragraph_id?: string;
  /** Instead of an index: an id from the content JSON. */
  readonly end_paragraph_id?: string;
}

/** Two ranges of paragraphs, of two files or of one. */
export interface SelectiveRequest {
  /** The earlier text. */
  readonly original: SelectiveRange;
  /** The later text. */
  readonly modified: SelectiveRange;
  /** Your own name for it, such as a matter number: at most 200 characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted. */
  readonly reference?: string;
}

/** Two ranges compared. Counts, paragraphs, Markdown and a PDF say the same. */
export interface SelectiveResult {
  /** The result as data. */
  readonly comparison: {
    /** The version of this shape. */
    readonly schema_version: 1;
    /** The earlier text. */
    readonly original: {
      /** The id of the file, for every operation that takes a file. */
      readonly file_id: string;
      /** The name of the file. */
      readonly file_name: string;
      /** How many paragraphs of it were compared. */
      readonly paragraph_count: number;
    };
    /** The later text. */
    readonly modified: {
      /** The id of the file, for every operation that takes a file. */
      readonly file_id: string;
      /** The name of the file. */
      readonly file_name: string;
      /** How many paragraphs of it were compared. */
      readonly paragraph_count: number;
    };
    /** How much changed. */
    readonly summary: {
      /** How many paragraphs are unchanged. */
      readonly unchanged: number;
      /** How many paragraphs are modified. */
      readonly modified: number;
      /** How many paragraphs are inserted. */
      readonly inserted: number;
      /** How many paragraphs are deleted. */
      readonly deleted: number;
    };
    /** The paragraphs of both, lined up, in reading order. */
    readonly paragraphs: readonly ({
      /** The change of the paragraph. */
      readonly status: "unchanged" | "modified" | "inserted" | "deleted";
      /** Its id in the original; absent if inserted. */
      readonly original_id?: string;
      /** Its id in the modified text; absent if deleted. */
      readonly modified_id?: string;
      /** Its list number in the original. */
      readonly original_number?: string;
      /** Its list number in the modified text. */
      readonly modified_number?: string;
      /** Its text in pieces. Skip insertions to read the original, deletions to read the modified text. */
      readonly content: readonly ({
        /** Unchanged text has no type. */
        readonly type?: "insertion" | "deletion";
        /** The words. */
        readonly text: string;
      })[];
    })[];
  };
  /** The same, changes marked by ins and del tags. */
  readonly markdown: string;
  /** The same as a PDF. */
  readonly file: FileResource;
}

/** Sets Track Changes, an editing restriction, removal of personal information. */
export interface SetDocumentSettingsEdit {
  readonly type: "set_document_settings";
  /** the settings to change, at least one */
  readonly settings: {
    /** turns Track Changes on or off */
    readonly track_changes?: boolean;
    /** restricts editing; false removes the restriction */
    readonly protection?: false | {
      /** the editing that stays allowed */
      readonly edit: "tracked_changes" | "read_only" | "comments";
      /** the password that lifts the protection */
      readonly password?: string;
    };
    /** clears the names of authors in the file properties */
    readonly remove_personal_information?: boolean;
  };
}

/** Changes the address of a link. */
export interface SetHyperlinkEdit {
  readonly type: "set_hyperlink";
  /** one paragraph */
  readonly paragraphs: EditParagraphLocator;
  /** the text; default: the whole paragraph, or its only link */
  readonly text?: EditSelector;
  /** the new address */
  readonly url: string;
}

/** Applies, restarts, continues, removes or reformats list numbering. */
export interface SetNumberingEdit {
  readonly type: "set_numbering";
  /** the paragraphs to change */
  readonly paragraphs: EditParagraphs;
  /** what to do with the list number */
  readonly numbering: EditNumbering;
}

/** Sets orientation, paper, margins, first page and page numbering. */
export interface SetPageSetupEdit {
  readonly type: "set_page_setup";
  /** one section, a list of sections, or all */
  readonly section: "all" | readonly EditSectionLocator[] | EditSectionLocator;
  /** the settings to set or remove */
  readonly page_setup: EditPageSetup;
}

/** Sets alignment, indents, spacing, pagination. */
export interface SetParagraphFormatEdit {
  readonly type: "set_paragraph_format";
  /** the paragraphs to change */
  readonly paragraphs: EditParagraphs;
  /** the settings to set, turn off or remove */
  readonly paragraph_format: EditParagraphFormat;
}

/** Applies a paragraph style. */
export interface SetParagraphStyleEdit {
  readonly type: "set_paragraph_style";
  /** the paragraphs to change */
  readonly paragraphs: EditParagraphs;
  /** the id of a paragraph style */
  readonly style_id: string;
  /** also removes direct formatting; default: false */
  readonly clear_direct_formatting?: boolean;
}

/** Places that a formatting edit left out because another author's change there is undecided. */
export interface SkippedPlaces {
  /** The position of the edit in `edits`, from 0. */
  readonly edit: number;
  /** The paragraphs left out; of a section the last one. The first 100. */
  readonly paragraphs: readonly ParagraphName[];
}

/** Splits a paragraph in two. */
export interface SplitParagraphEdit {
  readonly type: "split_paragraph";
  /** one paragraph */
  readonly paragraphs: EditParagraphLocator;
  /** where to split */
  readonly at: {
    /** the text before the point */
    readonly after: EditSelector;
  } | {
    /** the text after the point */
    readonly before: EditSelector;
  };
  /** a name for the second half */
  readonly ref?: string;
}

/** A document staged for editing. */
export interface StagedDocument {
  /** The id of the file, for every operation that takes a file. */
  readonly file_id: string;
  /** The state: processing, ready or failed. */
  readonly status: "processing" | "ready" | "failed";
  /** The name of the file. */
  readonly file_name: string;
  /** When ready: the schema_version that edits of this file must send. */
  readonly schema_version?: number;
  /** When ready: the document as Markdown, with every identifier that an edit can name. */
  readonly markdown?: string;
  /** When ready: the tracked changes of the document, as in the content JSON. */
  readonly revisions?: readonly ContentRevision[];
  /** When failed: the reason. */
  readonly error?: FileError;
}

/** An effect that is not a tracked change. */
export interface UntrackedEffect {
  /** The index of the edit in `edits`. */
  readonly edit: number;
  /** An effect of the edit that is not a tracked change. */
  readonly effect: "comment_added" | "comment_answered" | "comment_resolved" | "changes_accepted" | "changes_rejected" | "track_changes_on" | "track_changes_off" | "protection_set" | "protection_removed" | "personal_information_removed" | "personal_information_kept" | "fields_refreshed";
}

/** The use of the organization in this month. */
export interface UsageResponse {
  /** The first moment of the month. */
  readonly period_start: string;
  /** The first moment of the next month. */
  readonly period_end: string;
  /** Documents counted in this calendar month (UTC). */
  readonly documents: number;
  /** The words of those documents. */
  readonly words: number;
  /** The monthly allowance; null means no limit. */
  readonly document_limit: number | null;
  /** With `by`: one row per key or reference, most documents first. The rows add up to `documents` and `words`. */
  readonly rows?: readonly UsageRow[];
}

/** The part of one key or reference in the usage. */
export interface UsageRow {
  /** With `by=key`: the id of the key; null for what an older version counted. */
  readonly key_id?: string | null;
  /** With `by=reference`: the reference; null for none. */
  readonly reference?: string | null;
  /** Documents counted in this calendar month (UTC). */
  readonly documents: number;
  /** The words of those documents. */
  readonly words: number;
}

/** A webhook, without its secret. */
export interface Webhook {
  /** The id of the webhook. It never changes. */
  readonly webhook_id: string;
  /** The address that events are sent to. It must begin with https:// and resolve to public addresses. */
  readonly url: string;
  /** The names of the events that it gets. */
  readonly events: readonly string[];
  /** A note for yourself, or null. */
  readonly description: string | null;
  /** A disabled webhook gets no events. */
  readonly status: "active" | "disabled";
  /** The time of its creation. */
  readonly created_at: string;
}

/** The fields to change. Fields that are absent stay as they are. */
export interface WebhookChange {
  /** The address that events are sent to. It must begin with https:// and resolve to public addresses. */
  readonly url?: string;
  /** The names of the events to send; `*` means all events, including those of later versions. */
  readonly events?: readonly ("*" | "comparison.ready" | "comparison.failed" | "comparison.deleted" | "merge.ready" | "merge.failed" | "file.ready" | "file.failed" | "file.deleted" | "creation.ready" | "creation.failed" | "creation.deleted" | "edit.ready" | "edit.failed" | "version.ready" | "version.failed" | "version.redline_ready" | "version.redline_failed" | "usage.limit_reached")[];
  /** A note for yourself, or null. */
  readonly description?: string | null;
  /** A disabled webhook gets no events. */
  readonly status?: "active" | "disabled";
}

/** The webhook was deleted. */
export interface WebhookDeletedResponse {
  /** The id of the webhook. It never changes. */
  readonly webhook_id: string;
  /** It is gone, with its deliveries. */
  readonly status: "deleted";
}

/** An attempt to deliver an event. */
export interface WebhookDelivery {
  /** The id of the event. */
  readonly event_id: string;
  /** The name of the event. */
  readonly type: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** `retrying` failed and is sent again later; `failed` is not sent again. */
  readonly status: "delivered" | "retrying" | "failed";
  /** The status of the answer; null without an answer within 10 seconds. */
  readonly response_status: number | null;
  /** The time of the attempt. */
  readonly at: string;
}

/** The last attempts of a webhook. */
export interface WebhookDeliveryList {
  /** The last 100 attempts, the newest first. */
  readonly deliveries: readonly WebhookDelivery[];
}

/** Webhooks of the organization. */
export interface WebhookList {
  /** The newest first. */
  readonly webhooks: readonly Webhook[];
  /** Send it as `cursor` for the next page, with the same filters; null on the last page. */
  readonly next_cursor: string | null;
}

/** A new webhook. */
export interface WebhookRequest {
  /** The address that events are sent to. It must begin with https:// and resolve to public addresses. */
  readonly url: string;
  /** The names of the events to send; `*` means all events, including those of later versions. */
  readonly events: readonly ("*" | "comparison.ready" | "comparison.failed" | "comparison.deleted" | "merge.ready" | "merge.failed" | "file.ready" | "file.failed" | "file.deleted" | "creation.ready" | "creation.failed" | "creation.deleted" | "edit.ready" | "edit.failed" | "version.ready" | "version.failed" | "version.redline_ready" | "version.redline_failed" | "usage.limit_reached")[];
  /** A note for yourself, or null. */
  readonly description?: string | null;
}

/** A test event was queued. */
export interface WebhookTestResponse {
  /** The id of the webhook. It never changes. */
  readonly webhook_id: string;
  /** The id of the event, as `webhook-id` of the delivery. */
  readonly event_id: string;
  /** The event will be sent; read the deliveries. */
  readonly status: "queued";
}

/** A webhook with its new secret. */
export interface WebhookWithSecret {
  /** The id of the webhook. It never changes. */
  readonly webhook_id: string;
  /** The address that events are sent to. It must begin with https:// and resolve to public addresses. */
  readonly url: string;
  /** The names of the events that it gets. */
  readonly events: readonly string[];
  /** A note for yourself, or null. */
  readonly description: string | null;
  /** A disabled webhook gets no events. */
  readonly status: "active" | "disabled";
  /** The time of its creation. */
  readonly created_at: string;
  /** The secret of the signatures: `whsec_` and base64. It is shown only here, so store it now. */
  readonly secret: string;
}

/** The form of `createComparison`. */
export interface CreateComparisonForm {
  /** The earlier (base) document. Use this or `original_file_id`. */
  readonly original?: Upload;
  /** The later (revised) document. Use this or `modified_file_id`. */
  readonly modified?: Upload;
  /** The file_id of the earlier (base) document. Use this or `original`. */
  readonly original_file_id?: string;
  /** The file_id of the later (revised) document. Use this or `modified`. */
  readonly modified_file_id?: string;
  /** The author of every tracked change. Control characters are removed, and the name is cut at 100 characters. Default: the address of the service account, a dash and the name of the modified file. */
  readonly author?: string;
  /** The smallest unit that a change marks. Default: word. */
  readonly granularity?: "word" | "character";
  /** Show relocated text as a move. With false, a move is a deletion and an insertion. Default: true. */
  readonly detect_moves?: boolean;
  /** Mark formatting that looks different (visible), every difference of direct formatting (all), or none (ignore). Default: visible. */
  readonly formatting?: "visible" | "all" | "ignore";
  /** The same as formatting: ignore. Do not mark formatting changes; the redline has the formatting of the modified document. Default: false. */
  readonly ignore_formatting?: boolean;
  /** Do not mark words that differ only in letter case; the redline shows the modified spelling. Default: false. */
  readonly ignore_case?: boolean;
  /** Do not mark text that differs only in white space; the redline shows the modified spacing. Default: false. */
  readonly ignore_whitespace?: boolean;
  /** Treat straight and curly quotes, all kinds of dashes, no-break spaces and repeated spaces as equal. The redline has the modified version. Default: false. */
  readonly ignore_typography?: boolean;
  /** Keep or drop the comments of the modified document. Default: keep. */
  readonly comments?: "keep" | "drop";
  /** End the PDFs with one page that explains the marks, counts the changes and names both documents. Default: false. */
  readonly pdf_legend?: boolean;
  /** Formats to make at once, as in `format` of the read: docx, md, json, viewer. Others are made when a read asks for them. */
  readonly formats?: readonly string[];
  /** Your own name for it, such as a matter number: at most 200 characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted. */
  readonly reference?: string;
  /** Waits up to 20 seconds for the result and answers as a read does: 200 if it is ready or failed, otherwise 202. Default: false. */
  readonly wait?: boolean;
}

/** The form of `createMerge`. */
export interface CreateMergeForm {
  /** The document that every revision was edited from (the base). Use this or `original_file_id`. */
  readonly original?: Upload;
  /** A revised copy of the base. Repeat the field: 2 to 50 revisions. To compare one revision use POST /v1/compare. Use this or `revision_file_ids`. */
  readonly revisions?: readonly Upload[];
  /** The file_id of the base. Use this or `original`. */
  readonly original_file_id?: string;
  /** The file_id of a revised copy. Repeat the field: 2 to 50 revisions. Use this or `revisions`. */
  readonly revision_file_ids?: readonly string[];
  /** The author of a revision's tracked changes. Repeat the field once for each revision, in the same order, or leave it out. Control characters are removed, and each name is cut at 100 characters. Default, also for an empty value: the address of the service account, a dash and the name of the revision. */
  readonly authors?: readonly string[];
  /** Mark formatting that looks different in a revision (visible), every difference of direct formatting (all), or none (ignore). Formatting that is not marked is that of the original. Default: visible. */
  readonly formatting?: "visible" | "all" | "ignore";
  /** The same as formatting: ignore. Do not mark formatting changes; the draft has the formatting of the original. Default: false. */
  readonly ignore_formatting?: boolean;
  /** End the PDFs with a legend that explains the marks, counts the changes and names the documents and their authors. Default: false. */
  readonly pdf_legend?: boolean;
  /** Formats to make at once, as in `format` of the read: docx, md, json, viewer. Others are made when a read asks for them. */
  readonly formats?: readonly string[];
  /** Your own name for it, such as a matter number: at most 200 characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted. */
  readonly reference?: string;
  /** Waits up to 20 seconds for the result and answers as a read does: 200 if it is ready or failed, otherwise 202. Default: false. */
  readonly wait?: boolean;
}

/** The form of `uploadFile`. */
export interface UploadFileForm {
  /** The document to upload. */
  readonly document: Upload;
  /** Your own name for it, such as a matter number: at most 200 characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted. */
  readonly reference?: string;
}

/** The form of `stageDocument`. */
export interface StageDocumentForm {
  /** The document to upload. */
  readonly document: Upload;
  /** Your own name for it, such as a matter number: at most 200 characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted. */
  readonly reference?: string;
}

/** The form of `createDocument`. */
export interface CreateDocumentForm {
  /** A document or template. The new document gets its styles, numbering, theme fonts and theme colors, and nothing else. Default: the styles Normal and Heading1 to Heading4, on US Letter with margins of one inch. */
  readonly style_template?: Upload;
  /** The name of the new file. It must end in .docx. */
  readonly name: string;
  /** The paragraphs as a JSON array, in document order. Each has a style_id, and either text (a plain string) or runs (text with formatting, tabs, breaks, fields, notes and links). */
  readonly paragraphs: readonly CreateParagraph[];
  /** Your own name for it, such as a matter number: at most 200 characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted. */
  readonly reference?: string;
  /** Waits up to 20 seconds for the result and answers as a read does: 200 if it is ready or failed, otherwise 202. Default: false. */
  readonly wait?: boolean;
}

/** The form of `editDocument`. */
export interface EditDocumentForm {
  /** A document or template. Before the first edit, its styles are imported, each with its list, unless the document has a style with the same id; nothing else of it is used. */
  readonly style_template?: Upload;
  /** The id of the file to edit: an upload, or the result of an edit. */
  readonly file_id: string;
  /** The schema_version of the content that you read: 1. */
  readonly schema_version: string;
  /** The edits as a JSON array. */
  readonly edits?: readonly Edit[];
  /** The change in plain English; a language model builds the edits from it. Use this or `edits`. */
  readonly instruction?: string;
  /** Needs `instruction`: text to insert word for word. A newline ends a paragraph. */
  readonly replacement_text?: string;
  /** Needs `instruction`: the effects without a tracked change that the built edits may have. `comments` adds, answers and resolves comments, `decisions` accepts and rejects tracked changes, `settings` changes document settings and has fields updated, as a table of contents does. An empty list allows none. Default: only those that the instruction asks for with a verb and its object, such as accept Bea's insertion. */
  readonly allow?: readonly ("comments" | "decisions" | "settings")[];
  /** The author of the tracked changes, and of comments without an author: one line, trimmed. Default: Versus AI. */
  readonly author?: string;
  /** The date of the changes: ISO 8601, to the second, UTC unless it has an offset. Default: the time of the request. */
  readonly date?: string;
  /** Formatting edits where another author's change of the formatting is neither accepted nor rejected: `refuse` refuses the request, `skip` leaves these places out and lists them in `skipped`. Default: refuse. */
  readonly undecided?: "refuse" | "skip";
  /** Waits up to 30 seconds for the result: 200 if the edit is finished, otherwise 202. Default: false. */
  readonly wait?: boolean;
  /** Needs wait: the outputs to return, as a JSON array. Default: docx. */
  readonly outputs?: readonly ("docx" | "redline")[];
  /** Needs `wait`: adds each file to its download as content_base64, if it has at most 20 MB. Default: false. */
  readonly inline?: boolean;
  /** Your own name for it, such as a matter number: at most 200 characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted. */
  readonly reference?: string;
}

/** The form of `storeDocument`. */
export interface StoreDocumentForm {
  /** The first version. Use this or `file_id`. */
  readonly document?: Upload;
  /** The file_id of an upload, a staged or edited document, a decided file or a created document. It is copied. Use this or `document`. */
  readonly file_id?: string;
  /** The name of the document, at most 255 characters. Default: the name of the file without its extension. */
  readonly name?: string;
  /** A description, at most 2000 characters. */
  readonly description?: string;
  /** Notes of your own as a JSON object. */
  readonly metadata?: Readonly<Record<string, string | null>>;
  /** The author of the version. Control characters are removed, and the name is cut at 100 characters. */
  readonly author?: string;
  /** Your own name for it, such as a matter number: at most 200 characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted. */
  readonly reference?: string;
}

/** The form of `addVersion`. */
export interface AddVersionForm {
  /** The new version. Use this or `file_id`. */
  readonly document?: Upload;
  /** The file_id of an upload, a staged or edited document, a decided file or a created document. It is copied. Use this or `document`. */
  readonly file_id?: string;
  /** The name of the version, at most 255 characters. Default: the name of the file without its extension. */
  readonly name?: string;
  /** A description, at most 2000 characters. */
  readonly description?: string;
  /** Notes of your own as a JSON object. */
  readonly metadata?: Readonly<Record<string, string | null>>;
  /** The author of every tracked change in the redline. Control characters are removed, and the name is cut at 100 characters. Default: the address of the service account, a dash and the name of the file. */
  readonly author?: string;
  /** Your own name for it, such as a matter number: at most 200 characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted. */
  readonly reference?: string;
  /** The version that it was made from: any of the document. Default: the latest version. */
  readonly parent_version_id?: string;
}

/** The form of `mergeVersions`. */
export interface MergeVersionsForm {
  /** A version to merge. Repeat the field: 2 to 50 versions. */
  readonly version_ids: readonly string[];
  /** The version that they are compared with. Default: their nearest common ancestor. */
  readonly base_version_id?: string;
  /** The name of the version that the merge becomes. */
  readonly name?: string;
  /** The author of each version's tracked changes, in the same order, or none. Default, also for an empty value: the author of the version or, without one, the address of the service account, a dash and the name of the file. */
  readonly authors?: readonly string[];
  /** Your own name for it, such as a matter number: at most 200 characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted. */
  readonly reference?: string;
}
