// How a comparison is to be made, as the fields of its form say it and as the engine is told. What a form does not say
// is left to the engine.

import type { CompareOptions } from "@versus/engine/tasks";
import type { ReceivedForm, TextRule } from "../contract/forms.ts";

/** What was said: to the engine, and of the PDFs. */
export interface GivenOptions extends Partial<CompareOptions> {
  /** PDFs end with a legend. */
  readonly pdfLegend?: boolean;
}

/** Those that the engine takes. */
export function engineOptions(given: GivenOptions | null): Partial<CompareOptions> {
  const { pdfLegend: _, ...options } = given ?? {};
  return options;
}

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
  granularity: field("The smallest unit that a change marks. Default: word.", ["word", "character"], (value) => ({
    granularity: value as CompareOptions["granularity"],
  })),
  detect_moves: field(
    "Show relocated text as a move. With false, a move is a deletion and an insertion. Default: true.",
    yesOrNo,
    (value) => ({ detectMoves: isYes(value) }),
  ),
  ignore_formatting: field(
    "Do not mark formatting changes; the redline has the formatting of the modified document. Default: false.",
    yesOrNo,
    (value) => ({ ignoreFormatting: isYes(value) }),
  ),
  ignore_case: field(
    "Do not mark words that differ only in letter case; the redline shows the modified spelling. Default: false.",
    yesOrNo,
    (value) => ({ ignoreCase: isYes(value) }),
  ),
  ignore_whitespace: field(
    "Do not mark text that differs only in white space; the redline shows the modified spacing. Default: false.",
    yesOrNo,
    (value) => ({ ignoreWhitespace: isYes(value) }),
  ),
  ignore_typography: field(
    "Treat straight and curly quotes, all kinds of dashes, no-break spaces and repeated spaces as equal. The redline has the modified version. Default: false.",
    yesOrNo,
    (value) => ({ ignoreTypography: isYes(value) }),
  ),
  comments: field("Keep or drop the comments of the modified document. Default: keep.", ["keep", "drop"], (value) => ({
    comments: value as CompareOptions["comments"],
  })),
  pdf_legend: field(
    "End the PDFs with one page that explains the marks, counts the changes and names both documents. Default: false.",
    yesOrNo,
    (value) => ({ pdfLegend: isYes(value) }),
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
