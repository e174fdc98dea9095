// Defines the reference: the caller's own name for an object, such as the number of a matter.
//
// Every call that creates content accepts one, and reads return it. Lists can be filtered and usage can be divided by
// it, and the record keeps it when the content is deleted. An empty reference counts as no reference.

import { z } from "zod";
import type { ReceivedForm, TextRule } from "./forms.ts";
import { limits } from "./limits.ts";

const most = limits.referenceCharacters;
const meaning = `Your own name for it, such as a matter number: at most ${most} characters. Reads return it, lists and usage can be filtered by it, and it is kept after the content is deleted.`;
const example = "Matter 2026-117";

/** The rule of the reference field in a form. */
export const referenceRule: TextRule = {
  description: meaning,
  least: 0,
  most: 1,
  mostCharacters: most,
  // A character has at most four bytes.
  mostBytes: 4 * most,
  example,
};

/** Returns the reference of a received form, or null. */
export function referenceIn(form: Pick<ReceivedForm, "texts">): string | null {
  return referenceOf(form.texts("reference")[0]);
}

export function referenceOf(given: string | undefined): string | null {
  return given === undefined || given === "" ? null : given;
}

/** The schema of the reference in a JSON body. */
export const givenReference = z
  .string()
  .refine(isShort, `must be at most ${most} characters long`)
  .optional()
  .meta({ description: meaning, maxLength: most, examples: [example] });

/** The schema of the reference in the reply of a read. */
export const toldReference = z.string().optional().describe("The reference that it was created with, if any.");

/** Returns the field of a reply that repeats the reference. */
export function echoed({ reference }: { readonly reference: string | null }): { reference?: string } {
  return reference === null ? {} : { reference };
}

export function isShort(reference: string): boolean {
  return [...reference].length <= most;
}
