// Defines the options of a merge in its form.

import { mergeOptionNames, mergeOptionTable } from "@versus/engine/tasks";
import type { ReceivedForm } from "../contract/forms.ts";
import { type GivenOptions, givenOptionsOf, optionRulesOf } from "../redlines/given-options.ts";

/** The rules of the form fields, one per option. */
export const optionRules = optionRulesOf(mergeOptionTable);

/** Returns the options of a form, or undefined if it has none. Throws INVALID_REQUEST for a contradiction. */
export function givenOptions(form: Pick<ReceivedForm, "texts">): GivenOptions | undefined {
  return givenOptionsOf(form, mergeOptionNames);
}
