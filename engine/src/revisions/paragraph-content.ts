// Which elements of a paragraph are content, and which are only marks of something else.

import { W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";

/** Elements of a paragraph that may as well stand between paragraphs. */
export const BETWEEN: ReadonlySet<NameId> = new Set([
  W.pPr,
  W.bookmarkStart,
  W.bookmarkEnd,
  W.commentRangeStart,
  W.commentRangeEnd,
  W.permStart,
  W.permEnd,
  W.proofErr,
  W.moveFromRangeStart,
  W.moveFromRangeEnd,
  W.moveToRangeStart,
  W.moveToRangeEnd,
]);

/** Wrappers that are nothing without what they hold. */
export const EMPTIED: ReadonlySet<NameId> = new Set([W.hyperlink, W.smartTag, W.ins, W.del, W.moveFrom, W.moveTo]);
