// Checks that the instruction has words for the operations that need them.
//
// These operations are links, which lead a reader elsewhere, deletions of whole structures, and tables of contents. The
// engine's table of operations contains the words. Untracked effects need more than a word (asked-effects.ts).
// Instructions are in English (docs/design/instructions.md).

import { type EditType, editTypes } from "@versus/engine/tasks";
import { isObject } from "../read-answer.ts";

/** Maps a type of edit that needs words to a pattern that matches one of them. */
const patterns: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<EditType>(editTypes).flatMap(([type, { asked }]) =>
    typeof asked === "object" && "words" in asked ? [[type, new RegExp(asked.words.join("|"))] as const] : [],
  ),
);

export interface AskedContext {
  /** The sentences of the instruction that the answer quotes for the edit, folded. */
  readonly sentences: string;
  /**
   * True if the same step inserts something in place of the content that the edit acts on. A deletion is then part of
   * rewriting.
   */
  readonly isRewritten: boolean;
}

/** Returns the problem of an operation that was not asked for or sets a password; undefined without one. */
export function unaskedOperation(edit: Readonly<Record<string, unknown>>, context: AskedContext): string | undefined {
  const { sentences, isRewritten } = context;
  const type = String(edit.type);
  if (type === "set_document_settings" && hasPassword(edit.settings))
    return "A password is never set by an instruction.";
  const asked = new Map<string, EditType>(Object.entries(editTypes)).get(type)?.asked;
  if (asked === "freely" || (typeof asked === "object" && "effect" in asked)) return undefined;
  if (patterns.get(type)?.test(sentences) === true) return undefined;
  if (asked?.isRemoval === true && isRewritten) return undefined;
  return `The words in "asked" do not ask for ${type}.`;
}

function hasPassword(settings: unknown): boolean {
  return isObject(settings) && isObject(settings.protection) && settings.protection.password !== undefined;
}
