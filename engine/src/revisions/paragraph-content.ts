// Which elements of a paragraph are content, and which are only marks of something else.

import { MOVE_RANGES, RANGE_MARKS, TRACKED } from "../document/grammar.ts";
import { W } from "../document/word-names.ts";
import { NameSet } from "../ooxml/xml/name-set.ts";

/** The ends of ranges, and what refers to a comment: all that exists once and goes where its text goes. */
export const PLACE_MARKS = new NameSet([...RANGE_MARKS, W.commentReference]);

/** Elements of a paragraph that may as well stand between paragraphs. */
export const BETWEEN = new NameSet([W.pPr, W.proofErr, ...RANGE_MARKS, ...MOVE_RANGES]);

/** Wrappers that are nothing without what they hold. */
export const EMPTIED = new NameSet([W.hyperlink, W.smartTag, ...TRACKED]);
