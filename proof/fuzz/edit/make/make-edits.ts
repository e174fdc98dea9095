// Makes a batch of edits for a document.
//
// Each edit names existing content, or content that an earlier edit makes. The engine decides which of them fit
// together.

import type { Random } from "../../../runner/random.ts";
import type { NamedEdit } from "../names.ts";
import type { Reading } from "../reading.ts";
import * as annotations from "./annotation-edits.ts";
import { Maker } from "./maker.ts";
import * as paragraphs from "./paragraph-edits.ts";
import * as sections from "./section-edits.ts";
import * as tables from "./table-edits.ts";
import * as text from "./text-edits.ts";
import { undoneTypes } from "./undone-edits.ts";

/** Every type of edit except the decisions, with its relative frequency. */
const makers: Readonly<Record<string, readonly [text.MakeEdit, number]>> = {
  insert: [text.insert, 6],
  replace: [text.replace, 5],
  delete: [text.deleteText, 4],
  format: [text.format, 5],
  insert_paragraphs: [paragraphs.insertParagraphs, 5],
  delete_paragraphs: [paragraphs.deleteParagraphs, 2],
  move_paragraphs: [paragraphs.moveParagraphs, 3],
  split_paragraph: [paragraphs.splitParagraph, 3],
  join_paragraphs: [paragraphs.joinParagraphs, 2],
  set_paragraph_style: [paragraphs.setParagraphStyle, 3],
  set_paragraph_format: [paragraphs.setParagraphFormat, 3],
  set_numbering: [paragraphs.setNumbering, 3],
  insert_section_break: [sections.insertSectionBreak, 2],
  remove_section_break: [sections.removeSectionBreak, 2],
  set_page_setup: [sections.setPageSetup, 2],
  add_header_footer: [sections.addHeaderFooter, 2],
  insert_table: [tables.insertTable, 2],
  delete_table: [tables.deleteTable, 1],
  insert_table_row: [tables.insertTableRow, 3],
  delete_table_row: [tables.deleteTableRow, 2],
  insert_table_column: [tables.insertTableColumn, 3],
  delete_table_column: [tables.deleteTableColumn, 2],
  add_hyperlink: [annotations.addHyperlink, 2],
  set_hyperlink: [annotations.setHyperlink, 2],
  remove_hyperlink: [annotations.removeHyperlink, 2],
  insert_table_of_contents: [annotations.insertTableOfContents, 1],
  refresh_fields: [annotations.refreshFields, 1],
  delete_note: [annotations.deleteNote, 2],
  add_comment: [annotations.addComment, 3],
  reply_comment: [annotations.replyComment, 2],
  resolve_comment: [annotations.resolveComment, 1],
  set_document_settings: [annotations.setDocumentSettings, 1],
};

export const madeTypes: readonly string[] = Object.keys(makers);

const weighted = Object.entries(makers).flatMap(([type, [, weight]]) => Array.from({ length: weight }, () => type));

/** Number of edits made of a requested type, because some are refused. */
const TRIES = 4;

/**
 * Returns `count` edits, or fewer if the document lacks content that the chosen types need. Edits of the type `first`,
 * or a sequence that undoes new content, come before them.
 */
export function makeEdits(
  random: Random,
  reading: Reading,
  { count, first }: { readonly count: number; readonly first: string | undefined },
): NamedEdit[] {
  if (reading.starts.size === 0) return [];
  const maker = new Maker(random, reading);
  const types = random.list(count, () => random.pick(weighted));
  if (first !== undefined && makers[first] !== undefined) types.unshift(...Array.from({ length: TRIES }, () => first));
  const undone = undoneTypes(first);
  if (undone.length > 0) maker.shareMade = 0.9;
  const planned = [...undone, ...types.map((type) => ({ type, isBeside: false }))];
  return planned.flatMap(({ type, isBeside }) => {
    maker.isBeside = isBeside;
    const edit = makers[type]![0](maker);
    if (edit === undefined) return [];
    maker.refs.push(...edit.makes.map(({ ref, kind }) => ({ ref, kind })));
    return [edit];
  });
}
