// Reads the options of a comparison or a merge from the fields of its form.
//
// The engine defines the tables of options. An option that the form omits is left to the engine.

import {
  type AllOptions,
  fromWire,
  type OptionName,
  optionTable,
  readFormatting,
  type WireOptions,
} from "@versus/engine/tasks";
import { refusalFor } from "../contract/api-error.ts";
import type { ReceivedForm, TextRule } from "../contract/forms.ts";

/** The options that the form contains. */
export type GivenOptions = Partial<AllOptions>;

/** An option as a form names it. */
interface OptionRow {
  readonly values: readonly (string | boolean)[];
  readonly default: string | boolean;
  readonly does: string;
}

const yes = ["true", "1"];
const yesOrNo = [...yes, "false", "0"];
/** Longer than any value of an option. */
const mostBytes = 64;

function ruleOf({ does, default: usual, values }: OptionRow): TextRule {
  return {
    description: `${does} Default: ${usual}.`,
    values: typeof usual === "boolean" ? yesOrNo : values.map(String),
    least: 0,
    most: 1,
    mostBytes,
  };
}

/** Returns the rules of the form fields, one per option. */
export function optionRulesOf(
  table: Readonly<Partial<Record<OptionName, OptionRow>>>,
): Readonly<Record<string, TextRule>> {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, ruleOf(row)]));
}

/**
 * Returns the options of a form that satisfies its rules, or undefined if the form has none of these options. Throws
 * INVALID_REQUEST if `ignore_formatting` and `formatting` contradict each other.
 */
export function givenOptionsOf(
  form: Pick<ReceivedForm, "texts">,
  names: readonly OptionName[],
): GivenOptions | undefined {
  const isToggle = (name: OptionName): boolean => typeof optionTable[name].default === "boolean";
  const given = names.flatMap((name) =>
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
