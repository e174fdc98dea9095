// Lists the makers of requests, one for each type of edit.

import type { EditTypeName } from "@versus/engine/tasks";
import { acceptRevision, rejectRevision, setDocumentSettings } from "./decisions-and-settings.ts";
import {
  addHyperlink,
  insertTableOfContents,
  refreshFields,
  removeHyperlink,
  setHyperlink,
} from "./links-and-fields.ts";
import { addComment, deleteNote, replyComment, resolveComment } from "./notes-and-comments.ts";
import { setNumbering } from "./numbering.ts";
import {
  deleteParagraphs,
  insertParagraphs,
  joinParagraphs,
  moveParagraphs,
  setParagraphFormat,
  setParagraphStyle,
  splitParagraph,
} from "./paragraphs.ts";
import type { Maker } from "./request.ts";
import { addHeaderFooter, insertSectionBreak, removeSectionBreak, setPageSetup } from "./sections.ts";
import {
  deleteTable,
  deleteTableColumn,
  deleteTableRow,
  insertTable,
  insertTableColumn,
  insertTableRow,
} from "./tables.ts";
import { deleteText, format, insert, replace } from "./text.ts";

export const makers: Readonly<Record<EditTypeName, Maker>> = {
  insert,
  replace,
  delete: deleteText,
  format,
  insert_paragraphs: insertParagraphs,
  delete_paragraphs: deleteParagraphs,
  move_paragraphs: moveParagraphs,
  split_paragraph: splitParagraph,
  join_paragraphs: joinParagraphs,
  set_paragraph_style: setParagraphStyle,
  set_paragraph_format: setParagraphFormat,
  set_numbering: setNumbering,
  insert_section_break: insertSectionBreak,
  remove_section_break: removeSectionBreak,
  set_page_setup: setPageSetup,
  add_header_footer: addHeaderFooter,
  insert_table: insertTable,
  delete_table: deleteTable,
  insert_table_row: insertTableRow,
  delete_table_row: deleteTableRow,
  insert_table_column: insertTableColumn,
  delete_table_column: deleteTableColumn,
  add_hyperlink: addHyperlink,
  set_hyperlink: setHyperlink,
  remove_hyperlink: removeHyperlink,
  insert_table_of_contents: insertTableOfContents,
  refresh_fields: refreshFields,
  delete_note: deleteNote,
  add_comment: addComment,
  reply_comment: replyComment,
  resolve_comment: resolveComment,
  accept_revision: acceptRevision,
  reject_revision: rejectRevision,
  set_document_settings: setDocumentSettings,
};
