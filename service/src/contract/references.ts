// The caller's own name for an object, such as the number of a matter. Every creating call takes one; reads echo it, lists and
// usage are asked for by it, and it stays with the record when the content is deleted. Empty is the same as none.

import { z } from "zod";
import type { ReceivedForm, TextRule } from "./forms.ts";
import { limits } from "./limits.ts";

const most = limits.referenceCharacters;
const meaning = `Your own name for it, such as a matter number: at most ${most} characters. Reads return it, lists and usage can be asked for by it, and it outlives the content.`;
const example = "Matter 2026-117";

/** In a form. */
export const referenceRule: TextRule = {
  description: meaning,
  least: 0,
  most: 1,
  mostCharacters: most,
  // A character has four bytes at most.
  mostBytes: 4 * most,
  example,
};

/** Of a form that keeps its rules. */
export function referenceIn(form: Pick<ReceivedForm, "texts">): string | null {
  return referenceOf(form.texts("reference")[0]);
}

export function referenceOf(given: string | undefined): string | null {
  return given === undefined || given === "" ? null : given;
}

/** In a JSON body. */
export const givenReference = z
  .string()
  .refine(isShort, `must be at most ${most} characters long`)
  .optional()
  .meta({ description: meaning, maxLength: most, examples: [example] });

/** In the reply of a read. */
export const toldReference = z.string().optional().describe("The reference that it was created with, if any.");

/** The part of a reply that echoes it. */
export function echoed({ reference }: { readonly reference: string | null }): { reference?: string } {
  return reference === null ? {} : { reference };
}

export function isShort(reference: string): boolean {
  return [...reference].length <= most;
}
