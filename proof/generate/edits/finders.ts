// Maps each kind of edit to the function that finds a position for it.

import type { EditFinder } from "../draft.ts";
import type { EditKind } from "../truth.ts";
import { splitList } from "./clauses.ts";
import { deleteColumn, insertColumn } from "./columns.ts";
import { changeAlignment, changeMargins, changeStyle, toggleBold } from "./formatting.ts";
import { swapImage } from "./images.ts";
import { changeLinkTarget } from "./links.ts";
import { moveBlock, moveParagraph, moveWithEdit } from "./moves.ts";
import { deleteNote, insertNote } from "./notes.ts";
import { changeLevel, restartNumbering } from "./numbering.ts";
import { deleteParagraph, insertParagraph, joinParagraphs, splitParagraph } from "./paragraphs.ts";
import {
  alignTable,
  changeIndent,
  changeRunColor,
  changeRunSize,
  changeSectionColumns,
  keepRowWhole,
  shadeCell,
} from "./properties.ts";
import { deleteRow, insertRow, mergeCells } from "./rows.ts";
import { renameTerm } from "./terms.ts";
import {
  changeCellText,
  changeCjkCharacter,
  changeDate,
  changeFooterText,
  changeHeaderText,
  changeNoteText,
  changeNumber,
  changeSigns,
  changeTextBox,
  changeWhiteSpace,
  deleteSentence,
  insertSentence,
  replaceWord,
} from "./text.ts";

export const finders: Readonly<Record<EditKind, EditFinder>> = {
  replace_word: replaceWord,
  insert_sentence: insertSentence,
  delete_sentence: deleteSentence,
  white_space: changeWhiteSpace,
  insert_paragraph: insertParagraph,
  delete_paragraph: deleteParagraph,
  split_paragraph: splitParagraph,
  join_paragraphs: joinParagraphs,
  move_paragraph: moveParagraph,
  move_with_edit: moveWithEdit,
  move_block: moveBlock,
  insert_row: insertRow,
  delete_row: deleteRow,
  insert_column: insertColumn,
  delete_column: deleteColumn,
  cell_text: changeCellText,
  merge_cells: mergeCells,
  note_text: changeNoteText,
  insert_note: insertNote,
  delete_note: deleteNote,
  header_text: changeHeaderText,
  footer_text: changeFooterText,
  text_box: changeTextBox,
  link_target: changeLinkTarget,
  image_swap: swapImage,
  toggle_bold: toggleBold,
  change_level: changeLevel,
  change_style: changeStyle,
  alignment: changeAlignment,
  margins: changeMargins,
  restart_numbering: restartNumbering,
  change_number: changeNumber,
  change_date: changeDate,
  change_signs: changeSigns,
  cjk_character: changeCjkCharacter,
  rename_term: renameTerm,
  split_list: splitList,
  run_size: changeRunSize,
  run_color: changeRunColor,
  indent: changeIndent,
  table_alignment: alignTable,
  row_break: keepRowWhole,
  cell_shading: shadeCell,
  section_columns: changeSectionColumns,
};
