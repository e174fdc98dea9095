// Exports the JSON Schemas of edits, content and redlines, and the limits of the engine.

import { rangeLimits } from "../compare/selective/compare-ranges.ts";
import { editSchema } from "../edit/shape/check-edits.ts";
import { readerLimits } from "../ooxml/limits.ts";
import { contentSchema } from "../render/content/schema.ts";
import { redlineSchema } from "../render/json/schema.ts";

/** JSON Schemas of an edit, of the content, and of the JSON of a redline. */
export const schemas = {
  // A getter, so that programs without edits do not pay for making the schema.
  get edit() {
    return editSchema();
  },
  content: contentSchema,
  redline: redlineSchema,
} as const;

/** Limits of the reader, and of a comparison of ranges as text. */
export const limits = { reader: readerLimits, ranges: rangeLimits } as const;
