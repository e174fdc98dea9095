// Defines the role of every element of a story, one row per element.
//
// Readers and writers use the sets that this file derives from the rows, so a new row reaches all of them. A test compares the
// table with the schema's list of elements that a story may contain (element-groups.txt). A set that only one file needs is a
// policy. It stays in that file with the mark `policy` and uses these sets as far as possible.

import { NameSet } from "../ooxml/xml/name-set.ts";
import { MC, type NameId, type Names } from "../ooxml/xml/names.ts";
import { A, M, V, W, W14, wordNamespace } from "./word-names.ts";

/** The effect of a tracked change on its content. */
export type TrackedChange = "insertion" | "deletion" | "moveFrom" | "moveTo";

export interface ElementRole {
  readonly is:
    | "story"
    | "block"
    | "row"
    | "cell"
    | "run"
    /** Contains characters. */
    | "text"
    /** Is one character. */
    | "character"
    /** Shows content that is not part of the document's text. */
    | "object"
    | "drawing"
    /** Names the picture of a drawing. */
    | "picture"
    | "equation"
    | "ruby"
    /** A document inside the document. */
    | "chunk"
    /** A content control around its content. */
    | "control"
    /** Transparent: its content is read in its position. */
    | "wrapper"
    | "link"
    | "field"
    /** A tracked change, around content or as a mark in properties. */
    | "tracked"
    /** A tracked change of a cell, in its properties. */
    | "cellMark"
    | "rangeStart"
    | "rangeEnd"
    /** Position of a note or comment. */
    | "reference"
    | "properties"
    /** Records the old properties. */
    | "record"
    /** Names a style, a header or a footer, in properties. */
    | "name"
    /** Written by Word for its own use. */
    | "trace"
    /** A branch of markup compatibility. */
    | "branch";
  readonly holds?: "blocks" | "rows" | "cells" | "runs" | "any";
  readonly change?: TrackedChange;
  /** Other end of a range. */
  readonly other?: NameId;
  /** Owner of a story, a range, a mark, a name or properties. */
  readonly of?: "document" | "part" | "note" | "box" | "place" | "comment" | "move" | "control" | "table" | "run";
  /** Properties element of a control or wrapper. */
  readonly properties?: NameId;
  /** Element that records the old values of properties. */
  readonly record?: NameId;
  /** Note that a reference leads to. */
  readonly note?: NameId;
  /** Kind of style that a name element names. */
  readonly style?: "paragraph" | "character" | "table";
  /** Set if empty properties can be removed without loss. */
  readonly isOptional?: true;
  /** Set if the meaning depends on the document, or reaches beyond the paragraph of the element. */
  readonly isDependent?: true;
}

const DEPENDENT = { isDependent: true } as const;

function tracked(change: TrackedChange): ElementRole {
  return { is: "tracked", holds: "any", change, ...DEPENDENT };
}

function range(of: "place" | "comment" | "move" | "control", [start, end]: readonly [NameId, NameId], more = {}) {
  return [
    [start, { is: "rangeStart", of, other: end, ...more }],
    [end, { is: "rangeEnd", of, other: start, ...more }],
  ] as const satisfies [NameId, ElementRole][];
}

/** Returns a range around the start tag or end tag of a control. The range tracks the control, not its content. */
function controlRange(change: TrackedChange, [start, end]: readonly [NameId, NameId]) {
  return range("control", [start, end], { change });
}

const grammar: ReadonlyMap<NameId, ElementRole> = new Map<NameId, ElementRole>([
  // Stories and their blocks.
  [W.body, { is: "story", holds: "blocks", of: "document" }],
  [W.docPartBody, { is: "story", holds: "blocks", of: "document" }],
  [W.hdr, { is: "story", holds: "blocks", of: "part" }],
  [W.ftr, { is: "story", holds: "blocks", of: "part" }],
  [W.footnote, { is: "story", holds: "blocks", of: "note" }],
  [W.endnote, { is: "story", holds: "blocks", of: "note" }],
  [W.comment, { is: "story", holds: "blocks", of: "note" }],
  [W.txbxContent, { is: "story", holds: "blocks", of: "box" }],
  [W.p, { is: "block", holds: "runs" }],
  [W.tbl, { is: "block", holds: "rows" }],
  [W.tr, { is: "row", holds: "cells" }],
  [W.tc, { is: "cell", holds: "blocks" }],
  [W.altChunk, { is: "chunk" }],
  [W.subDoc, { is: "chunk", ...DEPENDENT }],

  // Around blocks, rows, cells or runs.
  [W.sdt, { is: "control", holds: "any", properties: W.sdtPr, ...DEPENDENT }],
  [W.sdtContent, { is: "wrapper", holds: "any" }],
  [W.customXml, { is: "wrapper", holds: "any", properties: W.customXmlPr, ...DEPENDENT }],
  [W.smartTag, { is: "wrapper", holds: "any", properties: W.smartTagPr }],
  [W.dir, { is: "wrapper", holds: "runs" }],
  [W.bdo, { is: "wrapper", holds: "runs" }],
  [W.hyperlink, { is: "link", holds: "runs", ...DEPENDENT }],
  [W.fldSimple, { is: "field", holds: "runs", ...DEPENDENT }],
  [MC.AlternateContent, { is: "branch" }],
  [MC.Choice, { is: "branch" }],
  [MC.Fallback, { is: "branch" }],

  // Runs and their content.
  [W.r, { is: "run" }],
  [W.t, { is: "text" }],
  [W.delText, { is: "text" }],
  [W.instrText, { is: "text", ...DEPENDENT }],
  [W.delInstrText, { is: "text" }],
  [W.fldChar, { is: "field", ...DEPENDENT }],
  [W.tab, { is: "character" }],
  [W.ptab, { is: "character" }],
  [W.br, { is: "character" }],
  [W.cr, { is: "character" }],
  [W.noBreakHyphen, { is: "character" }],
  [W.softHyphen, { is: "character" }],
  [W.sym, { is: "character" }],
  [W.drawing, { is: "drawing", ...DEPENDENT }],
  [W.pict, { is: "drawing", ...DEPENDENT }],
  [W.object, { is: "drawing", ...DEPENDENT }],
  [A.blip, { is: "picture" }],
  [V.imagedata, { is: "picture" }],
  [W.movie, { is: "picture" }],
  [W.ruby, { is: "ruby" }],
  [W.rubyBase, { is: "ruby", holds: "runs" }],
  [W.rt, { is: "ruby", holds: "runs" }],
  [W.footnoteReference, { is: "reference", note: W.footnote, ...DEPENDENT }],
  [W.endnoteReference, { is: "reference", note: W.endnote, ...DEPENDENT }],
  [W.commentReference, { is: "reference", of: "comment", ...DEPENDENT }],
  [W.annotationRef, { is: "reference" }],
  [W.footnoteRef, { is: "object" }],
  [W.endnoteRef, { is: "object" }],
  [W.separator, { is: "object" }],
  [W.continuationSeparator, { is: "object" }],
  [W.pgNum, { is: "object" }],
  [W.dayLong, { is: "object" }],
  [W.dayShort, { is: "object" }],
  [W.monthLong, { is: "object" }],
  [W.monthShort, { is: "object" }],
  [W.yearLong, { is: "object" }],
  [W.yearShort, { is: "object" }],
  [W.contentPart, { is: "object" }],
  [W.lastRenderedPageBreak, { is: "trace" }],
  [W.proofErr, { is: "trace" }],
  [M.oMath, { is: "equation" }],
  [M.oMathPara, { is: "equation" }],

  // Tracked changes, in the order that Word uses in the properties of a mark.
  [W.ins, tracked("insertion")],
  [W.del, tracked("deletion")],
  [W.moveFrom, tracked("moveFrom")],
  [W.moveTo, tracked("moveTo")],
  [W14.conflictIns, tracked("insertion")],
  [W14.conflictDel, tracked("deletion")],
  [W.cellIns, { is: "cellMark", change: "insertion" }],
  [W.cellDel, { is: "cellMark", change: "deletion" }],
  [W.cellMerge, { is: "cellMark" }],

  // Ranges.
  ...range("place", [W.bookmarkStart, W.bookmarkEnd], DEPENDENT),
  ...range("comment", [W.commentRangeStart, W.commentRangeEnd], DEPENDENT),
  ...range("place", [W.permStart, W.permEnd], DEPENDENT),
  ...range("move", [W.moveFromRangeStart, W.moveFromRangeEnd]),
  ...range("move", [W.moveToRangeStart, W.moveToRangeEnd]),
  ...controlRange("insertion", [W.customXmlInsRangeStart, W.customXmlInsRangeEnd]),
  ...controlRange("deletion", [W.customXmlDelRangeStart, W.customXmlDelRangeEnd]),
  ...controlRange("moveFrom", [W.customXmlMoveFromRangeStart, W.customXmlMoveFromRangeEnd]),
  ...controlRange("moveTo", [W.customXmlMoveToRangeStart, W.customXmlMoveToRangeEnd]),
  ...controlRange("insertion", [W14.customXmlConflictInsRangeStart, W14.customXmlConflictInsRangeEnd]),
  ...controlRange("deletion", [W14.customXmlConflictDelRangeStart, W14.customXmlConflictDelRangeEnd]),

  // Properties, and the elements that record old properties.
  [W.rPr, { is: "properties", record: W.rPrChange, of: "run", isOptional: true }],
  [W.pPr, { is: "properties", record: W.pPrChange, isOptional: true }],
  [W.sectPr, { is: "properties", record: W.sectPrChange, ...DEPENDENT }],
  [W.tblPr, { is: "properties", record: W.tblPrChange, of: "table" }],
  [W.tblPrEx, { is: "properties", record: W.tblPrExChange, of: "table", isOptional: true }],
  [W.tblGrid, { is: "properties", record: W.tblGridChange, of: "table" }],
  [W.trPr, { is: "properties", record: W.trPrChange, of: "table", isOptional: true }],
  [W.tcPr, { is: "properties", record: W.tcPrChange, of: "table", isOptional: true }],
  [M.rPr, { is: "properties", of: "run" }],
  [M.ctrlPr, { is: "properties", of: "run" }],
  [W.sdtPr, { is: "properties", of: "control" }],
  [W.sdtEndPr, { is: "properties", of: "control" }],
  [W.smartTagPr, { is: "properties", of: "control" }],
  [W.customXmlPr, { is: "properties", of: "control" }],
  [W.rPrChange, { is: "record", ...DEPENDENT }],
  [W.pPrChange, { is: "record", ...DEPENDENT }],
  [W.sectPrChange, { is: "record" }],
  [W.tblPrChange, { is: "record" }],
  [W.tblPrExChange, { is: "record" }],
  [W.tblGridChange, { is: "record" }],
  [W.trPrChange, { is: "record" }],
  [W.tcPrChange, { is: "record" }],
  [W.numberingChange, { is: "record" }],
  [W.headerReference, { is: "name", of: "part" }],
  [W.footerReference, { is: "name", of: "part" }],
  [W.pStyle, { is: "name", style: "paragraph" }],
  [W.rStyle, { is: "name", style: "character" }],
  [W.tblStyle, { is: "name", style: "table" }],
]);

/** Returns the role of an element; undefined if the grammar does not know it. */
export function roleOf(name: NameId): ElementRole | undefined {
  return grammar.get(name);
}

/** Returns the elements whose role passes the test, in the order of the grammar. */
function elementsWhere(isWanted: (role: ElementRole) => boolean): NameSet {
  return new NameSet([...grammar].filter(([, role]) => isWanted(role)).map(([name]) => name));
}

function elementsThatAre(kind: ElementRole["is"]): NameSet {
  return elementsWhere(({ is }) => is === kind);
}

/** Maps each element to a value from its role, if the role has that value. */
function byName<Said>(saidBy: (role: ElementRole) => Said | undefined): ReadonlyMap<NameId, Said> {
  return new Map(
    [...grammar].flatMap(([name, role]) => {
      const said = saidBy(role);
      return said === undefined ? [] : [[name, said] as const];
    }),
  );
}

/**
 * Stories of a note, a comment or a text box. A text box is inside another story; notes and comments are adjacent in a part.
 */
export const ENCLOSED_STORIES = elementsWhere(({ is, of }) => is === "story" && (of === "note" || of === "box"));
/** Notes and comments, which are adjacent in a part. */
export const NOTE_STORIES = elementsWhere(({ is, of }) => is === "story" && of === "note");
/** Stories that always contain a paragraph. */
export const FILLED_STORIES = elementsWhere(({ is, of }) => is === "story" && of !== "document");
export const STORIES = elementsThatAre("story");
/** Paragraphs and tables. */
export const BLOCKS = elementsThatAre("block");
export const TABLE_PARTS = elementsWhere(({ is, holds }) => is === "row" || is === "cell" || holds === "rows");

/** Elements around blocks, rows, cells or runs, including tracked changes. Their content is read in their position. */
export const WRAPPERS = elementsWhere(({ holds }) => holds === "any");
/** WRAPPERS without tracked changes. */
export const CONTROL_PARTS = elementsWhere(({ is, holds }) => holds === "any" && is !== "tracked");
/** Wrappers with their own properties. */
export const CONTROLS = elementsWhere(({ holds, properties }) => holds === "any" && properties !== undefined);
/** Elements around runs in a paragraph, including tracked changes. */
export const RUN_HOLDERS = elementsWhere(
  ({ is, holds }) => is !== "block" && is !== "ruby" && (holds === "runs" || holds === "any"),
);
/** RUN_HOLDERS without tracked changes. */
export const UNTRACKED_RUN_HOLDERS = new NameSet([...RUN_HOLDERS].filter((name) => roleOf(name)?.is !== "tracked"));
/** Wrappers, which show only their content. Content controls, links, fields and tracked changes are not among them. */
export const TRANSPARENT = elementsThatAre("wrapper");
export const BRANCHES = elementsThatAre("branch");

/** Elements that contain characters: text and field codes, deleted or not. */
export const TEXTS = elementsThatAre("text");
/** Elements that are one character. */
export const CHARACTERS = elementsThatAre("character");
export const OBJECTS = elementsThatAre("object");
export const DRAWINGS = elementsThatAre("drawing");
/** Elements that name the picture of a drawing. */
export const PICTURES = elementsThatAre("picture");
export const EQUATIONS = elementsThatAre("equation");
/** Elements that Word writes for its own use: last page breaks, spelling errors. */
export const TRACES = elementsThatAre("trace");
/** Maps the reference to a note to the note's element. */
export const NOTE_REFERENCES = byName(({ note }) => note);
export const COMMENT_MARKS = elementsWhere(({ of }) => of === "comment");
/** Maps an element that names a style to the kind of style. */
export const STYLE_NAMES = byName(({ style }) => style);
/** Elements that name a header or a footer. */
export const PART_NAMES = elementsWhere(({ is, of }) => is === "name" && of === "part");
const DEPENDENT_NAMES = elementsWhere(({ isDependent }) => isDependent === true);

/** Tracked changes around content and in properties, in the order that Word uses in the properties of a mark. */
export const TRACKED = elementsThatAre("tracked");
export const TRACKED_CHANGES = byName(({ is, change }) => (is === "tracked" ? change : undefined));
/** Insertions and move targets: rejecting all changes removes their content. */
export const CAME = elementsWhere(
  ({ is, change }) => is === "tracked" && (change === "insertion" || change === "moveTo"),
);
/** Deletions and move sources: accepting all changes removes their content. */
export const WENT = elementsWhere(
  ({ is, change }) => is === "tracked" && (change === "deletion" || change === "moveFrom"),
);
export const CELL_MARKS = elementsThatAre("cellMark");
export const CELL_CHANGES = byName(({ is, change }) => (is === "cellMark" ? change : undefined));
/** Starts of ranges that track a tag of a control as inserted, deleted or moved. */
export const CONTROL_CHANGES = elementsWhere(({ is, change }) => is === "rangeStart" && change !== undefined);

/** Starts and ends of ranges that name a position in the text. Each exists once and is never tracked. */
export const RANGE_MARKS = elementsWhere(
  ({ other, of }) => other !== undefined && (of === "place" || of === "comment"),
);
export const RANGE_STARTS = new NameSet([...RANGE_MARKS].filter((name) => roleOf(name)?.is === "rangeStart"));
export const RANGE_ENDS = new NameSet([...RANGE_MARKS].filter((name) => !RANGE_STARTS.has(name)));
export const MOVE_RANGES = elementsWhere(({ of }) => of === "move");
export const CONTROL_RANGES = elementsWhere(({ other, of }) => other !== undefined && of === "control");
/** Maps one end of a range to the other end. */
export const OTHER_ENDS = byName(({ other }) => other);

export const PROPERTIES = elementsThatAre("properties");
/** Properties of a run, also of a run of an equation. */
export const RUN_PROPERTIES = elementsWhere(({ is, of }) => is === "properties" && of === "run");
export const TABLE_PROPERTIES = elementsWhere(({ is, of }) => is === "properties" && of === "table");
export const CONTROL_PROPERTIES = elementsWhere(({ is, of }) => is === "properties" && of === "control");
/** Properties that have no effect if they are empty. */
export const OPTIONAL_PROPERTIES = elementsWhere(({ isOptional }) => isOptional === true);
/** Maps a properties element to the element in it that records the old properties. */
export const RECORD_OF = byName(({ record }) => record);
/** Elements that record old properties. */
export const PROPERTY_CHANGES = new NameSet(RECORD_OF.values());
/** PROPERTY_CHANGES and the old form of a number (w:numberingChange). */
export const RECORDS = elementsThatAre("record");

/** The children of a properties element that its record does not contain, and their side: before or after the properties. */
export interface Unrecorded {
  readonly names: NameSet;
  readonly side: "before" | "after";
}

const UNRECORDED: ReadonlyMap<NameId, Unrecorded> = new Map([
  [W.rPr, { names: TRACKED, side: "before" }],
  [W.pPr, { names: new NameSet([W.rPr, W.sectPr]), side: "after" }],
  [W.sectPr, { names: PART_NAMES, side: "before" }],
  [W.trPr, { names: TRACKED, side: "after" }],
  [W.tcPr, { names: CELL_MARKS, side: "after" }],
]);

/** Maps an element that records old properties to the children that it does not record. */
export const UNRECORDED_BY: ReadonlyMap<NameId, Unrecorded> = new Map(
  [...UNRECORDED].map(([properties, unrecorded]) => [RECORD_OF.get(properties)!, unrecorded]),
);

const STRANGERS: ReadonlyMap<NameId, NameSet> = new Map(
  [...RECORD_OF].map(([properties, record]) => [
    properties,
    new NameSet([record, ...(UNRECORDED.get(properties)?.names ?? [])]),
  ]),
);

/**
 * Returns the children of a properties element that are not properties: marks, other properties elements, and the record of the
 * old ones.
 */
export function strangersIn(properties: NameId): NameSet {
  return STRANGERS.get(properties) ?? NO_NAMES;
}

const NO_NAMES = new NameSet([]);

/** Properties of a table before its borders, in the schema. */
const BEFORE_BORDERS: readonly NameId[] = [
  ...[W.tblStyle, W.tblpPr, W.tblOverlap, W.bidiVisual, W.tblStyleRowBandSize, W.tblStyleColBandSize, W.tblW],
  ...[W.jc, W.tblCellSpacing, W.tblInd],
];

/** Maps each property of a table that shows on its cells alone to the properties that the schema has before it. */
export const SHOWN_ON_CELLS: ReadonlyMap<NameId, NameSet> = new Map([
  [W.tblBorders, new NameSet(BEFORE_BORDERS)],
  [W.shd, new NameSet([...BEFORE_BORDERS, W.tblBorders])],
  [W.tblCellMar, new NameSet([...BEFORE_BORDERS, W.tblBorders, W.shd, W.tblLayout])],
]);

/** For footnotes and endnotes: their part, the note in it, the reference in the text, and the settings. */
export const NOTES = [
  { part: "footnotes", note: W.footnote, reference: W.footnoteReference, settings: W.footnotePr },
  { part: "endnotes", note: W.endnote, reference: W.endnoteReference, settings: W.endnotePr },
] as const;

/**
 * True if a paragraph with the element depends on the document: the element has a dependent role, or is not in Word's
 * namespace.
 */
export function isDependent(names: Names, name: NameId): boolean {
  return names.namespaceOf(name) !== wordNamespace || DEPENDENT_NAMES.has(name);
}

/** Local names of the properties of a paragraph, in the order of the schema (ISO 29500-1, A.1), without its records. */
export const PARAGRAPH_PROPERTY_ORDER: readonly string[] =
  "pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle".split(
    " ",
  );

/** Local names of the properties of a cell, in the order of the schema (ISO 29500-1, A.1). */
export const CELL_PROPERTY_ORDER: readonly string[] =
  "cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark headers cellIns cellDel cellMerge tcPrChange".split(
    " ",
  );
