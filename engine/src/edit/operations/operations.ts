// Maps each type of edit to its operation.

import type { Lookup } from "../refusal.ts";
import type { Edit, EditTypeName } from "../shape/edit-types.ts";
import { addComment, replyComment, resolveComment } from "./comments.ts";
import { insertTableOfContents, refreshFields } from "./fields.ts";
import { addHeaderFooter } from "./headers-footers.ts";
import { addHyperlink, removeHyperlink, setHyperlink } from "./hyperlinks.ts";
import { deleteNote } from "./notes.ts";
import type { Operation, Planned, Resolving } from "./operation.ts";
import { moveParagraphs } from "./paragraphs/move-paragraphs.ts";
import { setNumbering } from "./paragraphs/numbering.ts";
import { setParagraphFormat, setParagraphStyle } from "./paragraphs/paragraph-properties.ts";
import { deleteParagraphs, insertParagraphs } from "./paragraphs/paragraphs.ts";
import { joinParagraphs, splitParagraph } from "./paragraphs/split-and-join.ts";
import { acceptRevision, rejectRevision } from "./revisions.ts";
import { insertSectionBreak, removeSectionBreak, setPageSetup } from "./sections.ts";
import { setDocumentSettings } from "./settings.ts";
import { deleteTableColumn, insertTableColumn } from "./tables/table-columns.ts";
import { deleteTableRow, insertTableRow } from "./tables/table-rows.ts";
import { deleteTable, insertTable } from "./tables/tables.ts";
import { deleteText, format, insert, replace } from "./text.ts";

const operations: { readonly [Type in EditTypeName]: Operation<Type> } = {
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

/** Resolves an edit of any type by the operation of its type. */
export function resolveEdit(resolving: Resolving<Edit>): Lookup<Planned> {
  // The compiler cannot infer that the operation found by a type takes edits of that type.
  const operation = operations[resolving.edit.type] as (of: Resolving<Edit>) => Lookup<Planned>;
  return operation(resolving);
}
