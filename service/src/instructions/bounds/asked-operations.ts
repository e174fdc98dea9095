// The operations that are carried out only when the instruction asks for them in words.
//
// They are those whose effect is not all tracked and so cannot be rejected (settings, decisions, comments, fields), those that
// lead a reader elsewhere (links), and those that take whole structures away. The engine's table of operations has the words of
// each, one of which must stand in the sentence that asks for it; those of settings are here. Instructions are English
// (docs/design/instructions.md).

import { type EditType, editTypes } from "@versus/engine/tasks";
import { isObject } from "../read-answer.ts";

/** By type of edit that is not asked for freely: one of its words. */
const patterns: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<EditType>(editTypes).flatMap(([type, { asked }]) =>
    asked === "freely" ? [] : [[type, new RegExp(asked.words.join("|"))] as const],
  ),
);

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
  const known = new Map<string, EditType>(Object.entries(editTypes)).get(type);
  if (known?.asked === "freely" || patterns.get(type)?.test(sentences) === true) return undefined;
  if (known?.asked.isRemoval === true && isRewritten) return undefined;
  return `The words in "asked" do not ask for ${type}.`;
}

function unaskedSetting(settings: unknown, sentences: string): string | undefined {
  if (!isObject(settings)) return undefined;
  const { protection } = settings;
  if (isObject(protection) && protection.password !== undefined) return "A password is never set by an instruction.";
  const unasked = Object.keys(settings).find((key) => settingWords[key]?.test(sentences) !== true);
  return unasked === undefined ? undefined : `The words in "asked" do not ask for the setting ${unasked}.`;
}
