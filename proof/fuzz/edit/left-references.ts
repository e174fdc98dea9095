// A comment stays when its paragraph is deleted (EDT-38): its reference goes into the next paragraph, or into the one before at the
// end of a cell or story, and there it is about no text. What is put at that end of the paragraph stands in it, so in a batch the
// reference is outside of it. Sent one by one the reference is in the paragraph by then, and an end is beyond what has no
// characters (EDT-40). No reader sees a difference: the comment is on the same paragraph, and on no text, whichever side it is.

import { keysRemoved } from "./left-behind.ts";
import type { NamedEdit } from "./names.ts";
import { keysOf, type Reading } from "./reading.ts";

/** The numbers of the paragraphs of the body that what is left of deleted ones went into. */
export function paragraphsTakingIn(upload: Reading, edits: readonly NamedEdit[], result: Reading): Set<number> {
  const removed = keysRemoved(upload, edits);
  const taking = result.content.blocks.filter((block) => keysOf(block).some((key) => removed.includes(key)));
  return new Set(taking.map(({ index }) => index));
}
