// What is wrong with an answer of the model: told to the model for repair with all there is to say, and to the caller, if
// it stays, by its reason alone, because the model may have put text of the document into any of its words.

import type { Refusal } from "@versus/engine";

/** The reasons that written edits do not have, each with its meaning. */
export const instructionReasons = {
  INVALID_ANSWER: "The language model's answer is no list of edits.",
  NOT_ASKED: "The language model built an edit that the instruction does not ask for.",
  REPLACEMENT_MISSING: "No edit that was built has a place for replacement_text.",
} as const;

export interface AnswerProblem {
  /** The place of the edit among all of the answer, from 0; left out for the answer as a whole. */
  readonly edit?: number;
  readonly field?: string;
  readonly reason: keyof typeof instructionReasons | Refusal["reason"];
  /** One sentence, for the model. */
  readonly message: string;
  readonly paragraphs?: Refusal["paragraphs"];
}

export function answerProblem(message: string): AnswerProblem {
  return { reason: "INVALID_ANSWER", message };
}

/** What a reason says to the caller: what is missing. */
const sentences: Readonly<Partial<Record<AnswerProblem["reason"], string>>> = {
  INVALID_ANSWER: "the language model's answer is not a list of edits; ask for less at once, or in plainer words",
  NOT_ASKED:
    "the language model built an edit that the instruction does not ask for in words; name the place and say what is to be done there",
  REPLACEMENT_MISSING: "no place was found for replacement_text; say in the instruction where it belongs",
  TEXT_NOT_FOUND: "text that is to be changed was not found; quote it as it stands in the document",
  TEXT_NOT_UNIQUE: "text that is to be changed stands in several places; say which",
  OCCURRENCE_OUT_OF_RANGE: "text that is to be changed does not occur so often; say which one is meant",
  PARAGRAPH_NOT_FOUND: "a paragraph that is to be changed is not there; name it by its text or number",
  PART_NOT_FOUND: "a header, footer or note that is to be changed is not there; say which is meant",
  SECTION_NOT_FOUND: "a section that is to be changed is not there; say which is meant",
  TABLE_NOT_FOUND: "a table that is to be changed is not there; say which is meant",
  ROW_NOT_FOUND: "a row that is to be changed is not there; say which is meant",
  COLUMN_NOT_FOUND: "a column that is to be changed is not there; say which is meant",
  NOTE_NOT_FOUND: "a note that is to be changed is not there; say which is meant",
  COMMENT_NOT_FOUND: "a comment that is spoken of is not there; say which is meant",
  REVISION_NOT_FOUND: "a tracked change that is to be decided is not there; say which is meant",
  STYLE_NOT_FOUND: "the document has no such style; name one that it has",
  LIST_STYLE_NOT_FOUND: "the document has no such list; name one that it has",
  URL_NOT_ALLOWED: "the address of a link is not one that is allowed; give an http, https or mailto address",
  FIELD_NOT_ALLOWED: "a field of that kind is not written; ask for text in its place",
  PROTECTED_CONTENT: "a note reference, an image or part of a field is in the way; name the text around it",
  DECISIONS_MIXED: "tracked changes are decided in a request of their own; send two",
};

/** For the message of the refusal. */
export function sentenceOf({ reason }: AnswerProblem): string {
  return sentences[reason] ?? `the edits that were built cannot be carried out (${reason}); ask for it in another way`;
}
