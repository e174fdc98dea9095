// What was changed in a revised copy, as data.
//
// No place is changed twice, so each edit is the whole truth about its place: what a redline has to mark there, and
// nothing else. All texts are as the engine counts them (tabs, breaks and symbols are characters), all numbers of
// paragraphs are those of the base.

import type { StoryKind } from "@versus/engine/inside";

const firstKinds = [
  "replace_word",
  "insert_sentence",
  "delete_sentence",
  "white_space",
  "insert_paragraph",
  "delete_paragraph",
  "split_paragraph",
  "join_paragraphs",
  "move_paragraph",
  "move_with_edit",
  "move_block",
  "insert_row",
  "delete_row",
  "insert_column",
  "delete_column",
  "cell_text",
  "merge_cells",
  "note_text",
  "insert_note",
  "delete_note",
  "header_text",
  "footer_text",
  "text_box",
  "link_target",
  "image_swap",
  "toggle_bold",
  "change_level",
  "change_style",
  "alignment",
  "margins",
  "restart_numbering",
] as const;

/** These have pairs of their own, behind those of the others, whose numbers and bytes then do not depend on them. */
export const laterKinds = [
  "change_number",
  "change_date",
  "change_signs",
  "cjk_character",
  "rename_term",
  "split_list",
  "run_size",
  "run_color",
  "indent",
  "table_alignment",
  "row_break",
  "cell_shading",
  "section_columns",
] as const;

export const editKinds = [...firstKinds, ...laterKinds] as const;
export type EditKind = (typeof editKinds)[number];

/** A story of the base. */
export interface StoryReference {
  readonly part: string;
  readonly kind: StoryKind;
  /** Its number among the stories of its kind in its part, those of the base, from 0; -1 for a note that is new. */
  readonly index: number;
}

/** Something that is not text and is now another; null where nothing was said or is said. */
export interface PropertyChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface Edit {
  readonly kind: EditKind;
  readonly story: StoryReference;
  /**
   * The paragraph of the story in which the edit is, or the first of several. New paragraphs, rows and columns stand
   * behind the one that is named. -1 when it is about none.
   */
  readonly paragraph: number;
  /** The texts of the paragraphs that were changed, went or moved, and of what stands there now. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Where in the first text of `before` the change begins; 0 where whole paragraphs come or go. */
  readonly offset: number;
  /** The characters that went and came; those of several paragraphs with a line feed between them. A move has neither. */
  readonly removed: string;
  readonly inserted: string;
  /** Of a move: the paragraph before which it stands now. */
  readonly to?: number;
  /** Of a note: the paragraph of the body that refers to it. */
  readonly anchor?: number;
  readonly property?: PropertyChange;
  /** The paragraphs on which a reader sees it, where that is not its own; none where nobody sees it. */
  readonly seenAt?: readonly number[];
  /** In how many places of the text it is, where that is more than one: paragraphs whose every mention is changed. */
  readonly places?: number;
  /** Characters that now stand in another place for which the format has no move: they go there and come here. */
  readonly relocated?: number;
}

export interface Truth {
  readonly seed: number;
  /** In the order in which they were made. */
  readonly edits: readonly Edit[];
}
