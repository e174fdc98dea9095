// Which elements of a paragraph are content, and which are only marks of something else.

import { W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";

/** The ends of ranges that name a place in the text: each exists once, and none is tracked. */
export const RANGE_MARKS: ReadonlySet<NameId> = new Set([
  W.bookmarkStart,
  W.bookmarkEnd,
  W.commentRangeStart,
  W.commentRangeEnd,
  W.permStart,
  W.permEnd,
]);

/** These, and what refers to a comment: all that exists once and goes where its text goes. */
export const PLACE_MARKS: ReadonlySet<NameId> = new Set([...RANGE_MARKS, W.commentReference]);

/** Elements of a paragraph that may as well stand between paragraphs. */
export const BETWEEN: ReadonlySet<NameId> = new Set([
  W.pPr,
  ...RANGE_MARKS,
  W.proofErr,
  W.moveFromRangeStart,
  W.moveFromRangeEnd,
  W.moveToRangeStart,
  W.moveToRangeEnd,
]);

/** Wrappers that are nothing without what they hold. */
export const EMPTIED: ReadonlySet<NameId> = new Set([W.hyperlink, W.smartTag, W.ins, W.del, W.moveFrom, W.moveTo]);
