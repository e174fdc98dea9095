// What carries out each type of edit.

import type { EditTypeName } from "../shape/edit-types.ts";
import { addComment, replyComment, resolveComment } from "./comments.ts";
import { insertTableOfContents, refreshFields } from "./fields.ts";
import { addHeaderFooter } from "./headers-footers.ts";
import { addHyperlink, removeHyperlink, setHyperlink } from "./hyperlinks.ts";
import { moveParagraphs } from "./move-paragraphs.ts";
import { deleteNote } from "./notes.ts";
import { setNumbering } from "./numbering.ts";
import type { Operation } from "./operation.ts";
import { setParagraphFormat, setParagraphStyle } from "./paragraph-properties.ts";
import { deleteParagraphs, insertParagraphs } from "./paragraphs.ts";
import { acceptRevision, rejectRevision } from "./revisions.ts";
import { insertSectionBreak, removeSectionBreak, setPageSetup } from "./sections.ts";
import { setDocumentSettings } from "./settings.ts";
import { joinParagraphs, splitParagraph } from "./split-and-join.ts";
import { deleteTableColumn, insertTableColumn } from "./table-columns.ts";
import { deleteTableRow, insertTableRow } from "./table-rows.ts";
import { deleteTable, insertTable } from "./tables.ts";
import { deleteText, format, insert, replace } from "./text.ts";

export const operations: Readonly<Partial<Record<EditTypeName, Operation>>> = {
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
  insert_table_of_contents: insertTableOfContents,
  refresh_fields: refreshFields,
  add_hyperlink: addHyperlink,
  set_hyperlink: setHyperlink,
  remove_hyperlink: removeHyperlink,
  delete_note: deleteNote,
  add_comment: addComment,
  reply_comment: replyComment,
  resolve_comment: resolveComment,
  accept_revision: acceptRevision,
  reject_revision: rejectRevision,
  set_document_settings: setDocumentSettings,
};
