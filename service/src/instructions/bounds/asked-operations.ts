// The operations that are carried out only when the instruction asks for them in words.
//
// They are those whose effect is not all tracked and so cannot be rejected (settings, decisions, comments, fields), those that
// lead a reader elsewhere (links), and those that take whole structures away. Each has the words, one of which must stand
// in the sentence that asks for it. Instructions are English (docs/design/instructions.md).

import type { EditTypeName } from "@versus/engine/tasks";
import { isObject } from "../read-answer.ts";

const links = /\b(?:hyper)?link|\burl\b|https?:|\bwww\b|web|\bsite\b|e-?mail|mailto|address/;
const removal =
  /delet|remov|\bdrop|strik|struck|\bcut|omit|eliminat|\berase|\btake[ns]? (?:\S+ ){0,4}?(?:out|away|off)\b|\bget rid\b|\bleave (?:\S+ ){0,4}?out\b|without|replac|rewrit|rewrote|redraft|rephras|reword|substitut|shorten|condens|merg|combin|consolidat|convert|\bturn\b|summari|clean|trim|restructur|reorgani|discard|scrap|purge|no longer/;

/** Any sentence that asks for an edit may ask for it: all of it is tracked, and can be rejected. */
const FREELY = "freely";

const words: Readonly<Record<EditTypeName, RegExp | typeof FREELY>> = {
  insert: FREELY,
  replace: FREELY,
  delete: FREELY,
  format: FREELY,
  insert_paragraphs: FREELY,
  move_paragraphs: FREELY,
  split_paragraph: FREELY,
  join_paragraphs: FREELY,
  set_paragraph_style: FREELY,
  set_paragraph_format: FREELY,
  set_numbering: FREELY,
  insert_section_break: FREELY,
  set_page_setup: FREELY,
  add_header_footer: FREELY,
  insert_table: FREELY,
  insert_table_row: FREELY,
  insert_table_column: FREELY,
  // Its settings have words of their own.
  set_document_settings: FREELY,
  accept_revision: /accept|approv|adopt|\bkeep|incorporat|finali[sz]/,
  reject_revision: /reject|declin|discard|\bundo|revert|refus|roll back/,
  refresh_fields: /\bfields?\b|table of contents|\btoc\b|cross-? ?references?|page numbers?/,
  insert_table_of_contents: /contents|\btoc\b/,
  add_comment: /comment|annotat|remark|\bnote|\bflag|\bquer(?:y|ies)|question|margin/,
  reply_comment: /comment|repl(?:y|ies)|respon|answer|thread/,
  resolve_comment: /comment|resolv|thread/,
  add_hyperlink: links,
  set_hyperlink: links,
  remove_hyperlink: links,
  delete_paragraphs: removal,
  delete_table: removal,
  delete_table_row: removal,
  delete_table_column: removal,
  delete_note: removal,
  remove_section_break: removal,
};

const settingWords: Readonly<Record<string, RegExp>> = {
  track_changes: /track|redlin|record (?:the )?changes/,
  protection: /protect|restrict|\block|unlock|read-? ?only/,
  remove_personal_information: /personal|anonym|metadata|privacy|private|identif|author names?/,
};

export interface AskedContext {
  /** The sentences of the instruction that the edit is said to be asked by, folded. */
  readonly sentences: string;
  /** The same step puts something new in the place of what the edit acts on: taking the old away is part of that. */
  readonly isRewritten: boolean;
}

/** What the edit does that nobody asked for; undefined when all is well. */
export function unaskedOperation(edit: Readonly<Record<string, unknown>>, context: AskedContext): string | undefined {
  const { sentences, isRewritten } = context;
  if (edit.type === "set_document_settings") return unaskedSetting(edit.settings, sentences);
  const type = String(edit.type);
  const wanted = Object.hasOwn(words, type) ? words[type as EditTypeName] : undefined;
  if (wanted === FREELY || wanted?.test(sentences) === true) return undefined;
  if (wanted === removal && isRewritten) return undefined;
  return `The words in "asked" do not ask for ${type}.`;
}

function unaskedSetting(settings: unknown, sentences: string): string | undefined {
  if (!isObject(settings)) return undefined;
  const { protection } = settings;
  if (isObject(protection) && protection.password !== undefined) return "A password is never set by an instruction.";
  const unasked = Object.keys(settings).find((key) => settingWords[key]?.test(sentences) !== true);
  return unasked === undefined ? undefined : `The words in "asked" do not ask for the setting ${unasked}.`;
}
