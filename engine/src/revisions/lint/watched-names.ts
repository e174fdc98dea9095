// Lists the elements that rules read, and the elements of Word that contain text.

import {
  BLOCKS,
  CELL_MARKS,
  MOVE_RANGES,
  NOTE_REFERENCES,
  PART_NAMES,
  PROPERTIES,
  PROPERTY_CHANGES,
  RANGE_MARKS,
  RECORDS,
  STORIES,
  STYLE_NAMES,
  TABLE_PARTS,
  TEXTS,
  TRACKED,
} from "../../document/grammar.ts";
import { W, W15, WP } from "../../document/word-names.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import type { NameId } from "../../ooxml/xml/names.ts";

/** Tracked changes with an id, an author and a date. The change of a grid has only an id. */
export const REVISIONS: readonly NameId[] = [...TRACKED, ...RECORDS, ...CELL_MARKS].filter(
  (name) => name !== W.tblGridChange,
);

// policy: elements that rules read in addition to the groups of the grammar
const OTHERS: readonly NameId[] = [
  ...[W.r, W.altChunk, W.hyperlink, W.fldSimple, W.fldChar, W.commentReference, WP.docPr],
  ...[W.pgMar, W.numId, W.gridCol, W.gridSpan, W.gridBefore, W.gridAfter],
  ...[W.footnotePr, W.endnotePr, W.style, W.num, W.abstractNum, W15.commentEx],
];

export const WATCHED: readonly NameId[] = [
  ...new Set([
    ...[...REVISIONS, ...PROPERTY_CHANGES, ...RANGE_MARKS, ...MOVE_RANGES],
    ...[...STORIES, ...BLOCKS, ...TABLE_PARTS, ...TEXTS],
    ...[...PROPERTIES, ...PART_NAMES, ...STYLE_NAMES.keys(), ...NOTE_REFERENCES.keys()],
    ...OTHERS,
  ]),
];

/** Elements of Word that may contain text. */
export const TEXT_HOLDERS = new NameSet([...TEXTS, W.fldData]);
