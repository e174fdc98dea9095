// Reads the options of a comparison from the fields of its form.
//
// The engine defines the table of options. An option that the form omits is left to the engine.

import {
  type AllOptions,
  fromWire,
  type OptionName,
  optionNames,
  optionTable,
  readFormatting,
  type WireOptions,
} from "@versus/engine/tasks";
import { refusalFor } from "../contract/api-error.ts";
import type { ReceivedForm, TextRule } from "../contract/forms.ts";

/** The options that the form contains. */
export type GivenOptions = Partial<AllOptions>;

const yes = ["true", "1"];
const yesOrNo = [...yes, "false", "0"];
/** Longer than any value of an option. */
const mostBytes = 64;

const isToggle = (name: OptionName): boolean => typeof optionTable[name].default === "boolean";

function ruleOf(name: OptionName): TextRule {
  const { does, default: usual, values } = optionTable[name];
  return {
    description: `${does} Default: ${usual}.`,
    values: isToggle(name) ? yesOrNo : values.map(String),
    least: 0,
    most: 1,
    mostBytes,
  };
}

/** The rules of the form fields, one per option. */
export const optionRules: Readonly<Record<string, TextRule>> = Object.fromEntries(
  optionNames.map((name) => [name, ruleOf(name)]),
);

/**
 * Returns the options of a form that satisfies its rules, or undefined if the form has no option. Throws
 * INVALID_REQUEST if `ignore_formatting` and `formatting` contradict each other.
 */
export function givenOptions(form: Pick<ReceivedForm, "texts">): GivenOptions | undefined {
  const given = optionNames.flatMap((name) =>
    form.texts(name).map((value) => [name, isToggle(name) ? yes.includes(value) : value] as const),
  );
  if (given.length === 0) return undefined;
  const options = fromWire(Object.fromEntries(given) as Partial<WireOptions>);
  if (readFormatting(options).isContradiction) {
    const message = "`ignore_formatting=true` means `formatting=ignore`; send one of the two fields.";
    throw refusalFor("INVALID_REQUEST", [{ field: "formatting", reason: "INVALID_VALUE", message }]);
  }
  return options;
}
