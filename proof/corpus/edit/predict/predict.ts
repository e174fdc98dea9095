// Predicts what a request does to a document, from the content JSON of the upload and the edits alone.
//
// It follows the specification and shares no code with the engine, so that each can reveal errors of the other. Facts
// that the JSON does not contain are open, aspect by aspect, and the comparison counts them.

import type { ContentJson } from "@versus/engine/tasks";
import { learnLists } from "./labels.ts";
import { Unlocated } from "./locate.ts";
import type { ListDefinition, Model } from "./model.ts";
import {
  acceptRevision,
  passMoved,
  rejectRevision,
  setDocumentSettings,
  settleDecisions,
} from "./operations/decisions-and-settings.ts";
import { addHyperlink, insertTableOfContents, removeHyperlink, setHyperlink } from "./operations/links-and-fields.ts";
import { addComment, deleteNote, replyComment, resolveComment } from "./operations/notes-and-comments.ts";
import { setNumbering } from "./operations/numbering.ts";
import {
  deleteParagraphs,
  insertParagraphs,
  joinParagraphs,
  moveParagraphs,
  setParagraphFormat,
  setParagraphStyle,
  splitParagraph,
} from "./operations/paragraphs.ts";
import { addHeaderFooter, insertSectionBreak, removeSectionBreak, setPageSetup } from "./operations/sections.ts";
import {
  deleteTable,
  deleteTableColumn,
  deleteTableRow,
  insertTable,
  insertTableColumn,
  insertTableRow,
} from "./operations/tables.ts";
import { deleteText, format, insert, readSharedNotes, replace } from "./operations/text.ts";
import { readModel } from "./read-model.ts";

export interface Prediction {
  readonly model: Model;
  /** Lists whose labels could not be reproduced for the upload. */
  readonly strange: ReadonlySet<ListDefinition>;
}

/** An edit of a request, as it is sent. */
export interface Edit {
  readonly type: string;
}

/** The author of the request. Without it, the authors of comments are not predicted. */
export interface Signature {
  readonly author?: string;
}

/** Predicts the document with the changes of a request accepted. Undecided changes of others stay as they are. */
export function predict(content: ContentJson, edits: readonly Edit[], { author }: Signature = {}): Prediction {
  const model = readModel(content, author);
  passMoved(model);
  readSharedNotes(model);
  const strange = learnLists(model);
  for (const [index, edit] of edits.entries()) {
    try {
      OPERATIONS[edit.type]!(model, edit as never);
    } catch (error) {
      if (!(error instanceof Unlocated)) throw error;
      model.refusals.push(`edit ${index} (${edit.type}) should be refused: ${error.message}`);
    }
  }
  settleDecisions(model);
  return { model, strange };
}

type Operation = (model: Model, edit: never) => void;

const OPERATIONS: Readonly<Record<string, Operation>> = {
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
  // The results of fields are computed when the document is opened.
  refresh_fields: () => {},
  delete_note: deleteNote,
  add_comment: addComment,
  reply_comment: replyComment,
  resolve_comment: resolveComment,
  accept_revision: acceptRevision,
  reject_revision: rejectRevision,
  set_document_settings: setDocumentSettings,
};
