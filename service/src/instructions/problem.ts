// Describes problems of a model's answer.
//
// The model gets the complete problem for its repair. If the problem remains, the caller gets only its reason, because
// the model may have copied text of the document into any of its words.

import type { Refusal } from "@versus/engine/tasks";

/** The reasons that occur only with instructions, each with its meaning. */
export const instructionReasons = {
  INVALID_ANSWER: "The language model did not return a list of edits.",
  NOT_ASKED: "The language model built an edit that the instruction does not ask for.",
  REPLACEMENT_MISSING: "No edit that was built contains replacement_text.",
} as const;

export interface AnswerProblem {
  /** Index of the edit among all edits of the answer, from 0. Undefined for the answer as a whole. */
  readonly edit?: number;
  readonly field?: string;
  readonly reason: keyof typeof instructionReasons | Refusal["reason"];
  /** One sentence for the model. */
  readonly message: string;
  readonly paragraphs?: Refusal["paragraphs"];
}

export function answerProblem(message: string): AnswerProblem {
  return { reason: "INVALID_ANSWER", message };
}

/** Maps a reason to the advice for the caller. */
const sentences: Readonly<Partial<Record<AnswerProblem["reason"], string>>> = {
  INVALID_ANSWER:
    "the language model did not return a list of edits; ask for less at once, or rephrase the instruction",
  NOT_ASKED:
    "the language model built an edit that the instruction does not ask for. Name the position and the change explicitly. Ask for comments, decisions and settings with a verb and its object, or list them in `allow`",
  REPLACEMENT_MISSING: "no place was found for replacement_text; say where it belongs",
  TEXT_NOT_FOUND: "the text to change was not found; quote it exactly as in the document",
  TEXT_NOT_UNIQUE: "the text to change occurs more than once; say which occurrence you mean",
  OCCURRENCE_OUT_OF_RANGE: "the text to change occurs fewer times than that; say which occurrence you mean",
  PARAGRAPH_NOT_FOUND: "the paragraph to change does not exist; name it by its text or its number",
  PART_NOT_FOUND: "the header, footer or note to change does not exist; say which one you mean",
  SECTION_NOT_FOUND: "the section to change does not exist; say which one you mean",
  TABLE_NOT_FOUND: "the table to change does not exist; say which one you mean",
  ROW_NOT_FOUND: "the row to change does not exist; say which one you mean",
  COLUMN_NOT_FOUND: "the column to change does not exist; say which one you mean",
  NOTE_NOT_FOUND: "the note to change does not exist; say which one you mean",
  COMMENT_NOT_FOUND: "the comment does not exist; say which one you mean",
  REVISION_NOT_FOUND: "the tracked change does not exist; say which one you mean",
  STYLE_NOT_FOUND: "the document does not have this style; name one that it has",
  LIST_STYLE_NOT_FOUND: "the document does not have this list; name one that it has",
  URL_NOT_ALLOWED: "the address of a link is not allowed; give an http, https or mailto address",
  FIELD_NOT_ALLOWED: "this kind of field is not allowed; ask for plain text instead",
  PROTECTED_CONTENT: "the text contains a note reference, an image or part of a field; name the text around it",
  DECISIONS_MIXED: "accepting or rejecting tracked changes needs a request of its own; send two requests",
};

/** Returns the sentence for the message of the refusal. */
export function sentenceOf({ reason }: AnswerProblem): string {
  return sentences[reason] ?? `the edits that were built cannot be applied (${reason}); rephrase the instruction`;
}
