// How a comparison is to be made, as the fields of its form say it and as the engine is told. What a form does not say
// is left to the engine.

import type { CompareOptions } from "@versus/engine";
import type { ReceivedForm, TextRule } from "../contract/forms.ts";

/** What was said. */
export type GivenOptions = Partial<CompareOptions>;

interface OptionField extends TextRule {
  readonly read: (value: string) => GivenOptions;
}

const yes = ["true", "1"];
const yesOrNo = [...yes, "false", "0"];
/** More is none of the values. */
const mostBytes = 64;

function field(description: string, values: readonly string[], read: OptionField["read"]): OptionField {
  return { description, values, read, least: 0, most: 1, mostBytes };
}

const isYes = (value: string): boolean => yes.includes(value);

const optionFields: Readonly<Record<string, OptionField>> = {
  granularity: field("The size of the smallest mark. Without it: word.", ["word", "character"], (value) => ({
    granularity: value as CompareOptions["granularity"],
  })),
  detect_moves: field(
    "Whether what went in one place and came in another is shown as moved, or as a deletion and an insertion. Without it: true.",
    yesOrNo,
    (value) => ({ detectMoves: isYes(value) }),
  ),
  ignore_formatting: field(
    "No changes of formatting are written; it stays as in the modified document. Without it: false.",
    yesOrNo,
    (value) => ({ ignoreFormatting: isYes(value) }),
  ),
  ignore_case: field(
    "Words that differ in upper and lower case alone count as equal; the modified spelling is shown. Without it: false.",
    yesOrNo,
    (value) => ({ ignoreCase: isYes(value) }),
  ),
  ignore_whitespace: field(
    "Text that differs in white space alone counts as equal; the modified spelling is shown. Without it: false.",
    yesOrNo,
    (value) => ({ ignoreWhitespace: isYes(value) }),
  ),
  ignore_typography: field(
    "Quotes and dashes count as equal whatever their kind, and so do no-break and repeated spaces; the modified spelling is shown. Without it: false.",
    yesOrNo,
    (value) => ({ ignoreTypography: isYes(value) }),
  ),
  comments: field(
    "What becomes of the comments of the modified document. Without it: keep.",
    ["keep", "drop"],
    (value) => ({ comments: value as CompareOptions["comments"] }),
  ),
};

/** As a form takes them. */
export const optionRules: Readonly<Record<string, TextRule>> = Object.fromEntries(
  Object.entries(optionFields).map(([name, { read: _, ...rule }]) => [name, rule]),
);

/** Undefined when a form says nothing. It keeps the rules above. */
export function givenOptions(form: Pick<ReceivedForm, "texts">): GivenOptions | undefined {
  const given = Object.entries(optionFields).flatMap(([name, { read }]) => form.texts(name).map(read));
  return given.length === 0 ? undefined : Object.assign({}, ...given);
}
