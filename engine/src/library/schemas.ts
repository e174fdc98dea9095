// The published forms of what goes in and comes out, and the limits.

import { rangeLimits } from "../compare/selective/compare-ranges.ts";
import { editSchema } from "../edit/shape/check-edits.ts";
import { readerLimits } from "../ooxml/limits.ts";
import { contentSchema } from "../render/content/schema.ts";
import { redlineSchema } from "../render/json/schema.ts";

/** JSON Schemas of an edit, of the content and of a redline's JSON. */
export const schemas = {
  // Made when it is asked for: a program that edits nothing does not pay for it.
  get edit() {
    return editSchema();
  },
  content: contentSchema,
  redline: redlineSchema,
} as const;

/** The limits of the reader, and of a comparison of ranges as text. */
export const limits = { reader: readerLimits, ranges: rangeLimits } as const;
