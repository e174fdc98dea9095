// What carries out each type of edit.

import type { EditTypeName } from "../shape/edit-types.ts";
import { moveParagraphs } from "./move-paragraphs.ts";
import type { Operation } from "./operation.ts";
import { setParagraphFormat, setParagraphStyle } from "./paragraph-properties.ts";
import { deleteParagraphs, insertParagraphs } from "./paragraphs.ts";
import { joinParagraphs, splitParagraph } from "./split-and-join.ts";
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
};
