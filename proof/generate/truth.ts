// Describes the edits of a revised copy as data.
//
// No position is edited twice, so each edit is complete for its position: it is exactly what a redline must mark there.
// All texts are as the engine counts them (tabs, breaks and symbols are characters). All indexes of paragraphs are
// those of the base.

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

/**
 * Kinds with pairs of their own, after the pairs of the others. So the numbers and bytes of those do not depend on
 * these kinds.
 */
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
  /** Index among the stories of its kind in its part of the base, from 0; -1 for a new note. */
  readonly index: number;
}

/** A change of something that is not text; null if no value was or is set. */
export interface PropertyChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface Edit {
  readonly kind: EditKind;
  readonly story: StoryReference;
  /**
   * Index of the paragraph in the story that contains the edit, or the first of several; -1 if the edit has no
   * paragraph. New paragraphs, rows and columns follow the named one.
   */
  readonly paragraph: number;
  /** The texts of the paragraphs that were changed, deleted or moved, and the texts that are there now. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Offset of the change in the first text of `before`; 0 if whole paragraphs are inserted or deleted. */
  readonly offset: number;
  /**
   * The deleted and the inserted characters; texts of several paragraphs are joined with line feeds. Both are empty for
   * a move without an edit. For a link with another target, both are its text.
   */
  readonly removed: string;
  readonly inserted: string;
  /** Only for a move: the paragraph before which the moved one is now. */
  readonly to?: number;
  /** Only for an inserted or deleted note: the paragraph of the body that refers to it. */
  readonly anchor?: number;
  readonly property?: PropertyChange;
  /** The paragraphs in which a reader sees the edit, if they differ from `paragraph`; empty if no reader sees it. */
  readonly seenAt?: readonly number[];
  /** Only for `rename_term`: the number of mentions that were renamed. */
  readonly places?: number;
  /**
   * Number of characters that are now at another position for which the format has no move: they are deleted and
   * inserted.
   */
  readonly relocated?: number;
}

export interface Truth {
  readonly seed: number;
  /** The edits in the order in which they were made. */
  readonly edits: readonly Edit[];
}
