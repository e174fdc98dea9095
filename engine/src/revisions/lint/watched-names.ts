// The elements that rules ask for, and those of Word that hold text.

import { W, W15, WP } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { PROPERTY_CHANGES } from "../revision.ts";

/** Tracked changes that carry an id, an author and a date. */
export const REVISIONS: readonly NameId[] = [
  W.ins,
  W.del,
  W.moveFrom,
  W.moveTo,
  W.rPrChange,
  W.pPrChange,
  W.sectPrChange,
  W.tblPrChange,
  W.tblPrExChange,
  W.trPrChange,
  W.tcPrChange,
  W.numberingChange,
  W.cellIns,
  W.cellDel,
  W.cellMerge,
];

const RANGES: readonly NameId[] = [
  W.bookmarkStart,
  W.bookmarkEnd,
  W.commentRangeStart,
  W.commentRangeEnd,
  W.moveFromRangeStart,
  W.moveFromRangeEnd,
  W.moveToRangeStart,
  W.moveToRangeEnd,
  W.permStart,
  W.permEnd,
];

const BLOCKS_AND_RUNS: readonly NameId[] = [
  W.body,
  W.hdr,
  W.ftr,
  W.p,
  W.tbl,
  W.tr,
  W.tc,
  W.r,
  W.altChunk,
  W.hyperlink,
  W.fldSimple,
  W.sdtPr,
  W.txbxContent,
];

const TEXTS: readonly NameId[] = [W.t, W.delText, W.instrText, W.delInstrText, W.fldChar];

const PROPERTIES: readonly NameId[] = [
  W.pPr,
  W.rPr,
  W.tblPr,
  W.trPr,
  W.tcPr,
  W.tblGrid,
  W.sectPr,
  W.pStyle,
  W.rStyle,
  W.tblStyle,
  W.numId,
  W.gridCol,
  W.gridSpan,
  W.gridBefore,
  W.gridAfter,
  W.headerReference,
  W.footerReference,
];

const REFERRED: readonly NameId[] = [
  W.comment,
  W.commentReference,
  W.footnote,
  W.footnoteReference,
  W.endnote,
  W.endnoteReference,
  W.footnotePr,
  W.endnotePr,
  W.style,
  W.num,
  W.abstractNum,
  W15.commentEx,
  WP.docPr,
];

export const WATCHED: readonly NameId[] = [
  ...new Set([...REVISIONS, ...PROPERTY_CHANGES, ...RANGES, ...BLOCKS_AND_RUNS, ...TEXTS, ...PROPERTIES, ...REFERRED]),
];

/** Elements of Word whose text is theirs. */
export const TEXT_HOLDERS: ReadonlySet<NameId> = new Set([W.t, W.delText, W.instrText, W.delInstrText, W.fldData]);
