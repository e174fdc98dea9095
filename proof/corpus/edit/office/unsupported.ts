// Lists the types of edit whose tracked changes LibreOffice does not read or decides differently.
//
// For these, LibreOffice must only open the redline, and docxodus alone judges the result.

import type { EditTypeName } from "@versus/engine/tasks";

export const unsupported: Readonly<Partial<Record<EditTypeName, string>>> = {
  move_paragraphs: "it leaves an empty paragraph where a moved one was or would be",
  insert_section_break: "it does not track the ends of sections",
  remove_section_break: "it does not track the ends of sections",
  add_header_footer: "it keeps the paragraph of a new header when its text is rejected",
  insert_table: "it leaves an empty paragraph where an inserted table was",
  delete_table: "it keeps cells of deleted rows that begin with empty paragraphs",
  insert_table_column: "it does not read tracked cells",
  delete_table_column: "it does not read tracked cells",
  insert_table_of_contents: "it makes an index of the field, which is not tracked",
};
