// The role of every element of a story: one row an element, and the sets that readers and writers ask, derived from the rows.
//
// An element that comes to be known gets a row here, and every reader, writer and rule sees it as what it is. A test holds the
// table against the schema's list of what may stand in a story (element-groups.txt). Sets that say how one place treats elements
// are policies: they stay where they are used, marked so, and are written with these sets as far as they can.

import { NameSet } from "../ooxml/xml/name-set.ts";
import { MC, type NameId, type Names } from "../ooxml/xml/names.ts";
import { A, M, V, W, W14, wordNamespace } from "./word-names.ts";

/** The effect of a tracked change on its content: it came, it went, or it moved. */
export type TrackedChange = "insertion" | "deletion" | "moveFrom" | "moveTo";

export interface ElementRole {
  readonly is:
    | "story"
    | "block"
    | "row"
    | "cell"
    | "run"
    /** Holds characters. */
    | "text"
    /** Stands for a character. */
    | "character"
    /** Shows something that is not in the document's text. */
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
    /** Shows its content as if that stood in its place. */
    | "wrapper"
    | "link"
    | "field"
    /** A tracked change: around content, or a mark in properties. */
    | "tracked"
    /** A tracked change of a cell, in its properties. */
    | "cellMark"
    | "rangeStart"
    | "rangeEnd"
    /** The place that a note or a comment belongs to. */
    | "reference"
    | "properties"
    /** Keeps properties as they were. */
    | "record"
    /** Names a style, a header or a footer, in properties. */
    | "name"
    /** Written by Word for itself. */
    | "trace"
    /** A choice of markup compatibility. */
    | "branch";
  readonly holds?: "blocks" | "rows" | "cells" | "runs" | "any";
  readonly change?: TrackedChange;
  /** The other end of a range. */
  readonly other?: NameId;
  /** The kind of thing that a range, a mark or properties belong to. */
  readonly of?: "document" | "part" | "note" | "box" | "place" | "comment" | "move" | "control" | "table" | "run";
  /** Of a control or a wrapper: the properties of its own. */
  readonly properties?: NameId;
  /** Of properties: what keeps the old ones. */
  readonly record?: NameId;
  /** Of a reference: the note that it leads to. */
  readonly note?: NameId;
  /** Of a name: the kind of style that it names. */
  readonly style?: "paragraph" | "character" | "table";
  /** Of properties: nothing is lost with them when they are empty. */
  readonly isOptional?: true;
  /** Means something by the document that it stands in, or more than its own paragraph. */
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

/** A range around the start tag of a control and one around its end tag: the control came or went, not what is in it. */
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

  // Runs and what stands in them.
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

  // Tracked changes, in the order in which they stand in the properties of a mark.
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

  // Properties, and what keeps the old ones.
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

/** The role of an element that the grammar knows. */
export function roleOf(name: NameId): ElementRole | undefined {
  return grammar.get(name);
}

/** The elements whose role says so, in the order of the grammar. */
function named(isWanted: (role: ElementRole) => boolean): NameSet {
  return new NameSet([...grammar].filter(([, role]) => isWanted(role)).map(([name]) => name));
}

function elementsThatAre(kind: ElementRole["is"]): NameSet {
  return named(({ is }) => is === kind);
}

/** By element: something that its role says, for those where it does. */
function byName<Said>(saidBy: (role: ElementRole) => Said | undefined): ReadonlyMap<NameId, Said> {
  return new Map(
    [...grammar].flatMap(([name, role]) => {
      const said = saidBy(role);
      return said === undefined ? [] : [[name, said] as const];
    }),
  );
}

/** Stories of a note, a comment or a text box: they stand in another story, or side by side in a part. */
export const ENCLOSED_STORIES = named(({ is, of }) => is === "story" && (of === "note" || of === "box"));
/** Notes and comments: they stand side by side in a part. */
export const NOTE_STORIES = named(({ is, of }) => is === "story" && of === "note");
/** Stories that always hold a paragraph. */
export const FILLED_STORIES = named(({ is, of }) => is === "story" && of !== "document");
export const STORIES = elementsThatAre("story");
/** Paragraphs and tables. */
export const BLOCKS = elementsThatAre("block");
export const TABLE_PARTS = named(({ is, holds }) => is === "row" || is === "cell" || holds === "rows");

/** Around blocks, rows, cells or runs, tracked changes included: read as if their content stood in their place. */
export const WRAPPERS = named(({ holds }) => holds === "any");
/** The same without tracked changes. */
export const CONTROL_PARTS = named(({ is, holds }) => holds === "any" && is !== "tracked");
/** Those that have properties of their own. */
export const CONTROLS = named(({ holds, properties }) => holds === "any" && properties !== undefined);
/** Around runs in a paragraph, tracked changes included. */
export const RUN_HOLDERS = named(
  ({ is, holds }) => is !== "block" && is !== "ruby" && (holds === "runs" || holds === "any"),
);
/** The same without tracked changes. */
export const UNTRACKED_RUN_HOLDERS = new NameSet([...RUN_HOLDERS].filter((name) => roleOf(name)?.is !== "tracked"));
/** Show their content and nothing else. */
export const TRANSPARENT = elementsThatAre("wrapper");
export const BRANCHES = elementsThatAre("branch");

/** Elements that hold characters: text and the codes of fields, deleted or not. */
export const TEXTS = elementsThatAre("text");
/** Elements that stand for a character. */
export const CHARACTERS = elementsThatAre("character");
export const OBJECTS = elementsThatAre("object");
export const DRAWINGS = elementsThatAre("drawing");
/** Elements that name the picture of a drawing. */
export const PICTURES = elementsThatAre("picture");
export const EQUATIONS = elementsThatAre("equation");
/** Elements that Word writes for itself: pages as they broke, errors of spelling. */
export const TRACES = elementsThatAre("trace");
/** By the reference to a note: the note. */
export const NOTE_REFERENCES = byName(({ note }) => note);
export const COMMENT_MARKS = named(({ of }) => of === "comment");
/** By the element that names a style: the kind of style. */
export const STYLE_NAMES = byName(({ style }) => style);
/** Elements that name a header or a footer. */
export const PART_NAMES = named(({ is, of }) => is === "name" && of === "part");
const DEPENDENT_NAMES = named(({ isDependent }) => isDependent === true);

/** Tracked changes around content and in properties, in the order in which they stand in the properties of a mark. */
export const TRACKED = elementsThatAre("tracked");
export const TRACKED_CHANGES = byName(({ is, change }) => (is === "tracked" ? change : undefined));
/** Changes that bring something: it is gone when all is rejected. */
export const CAME = named(({ is, change }) => is === "tracked" && (change === "insertion" || change === "moveTo"));
/** Changes that take something away: it is gone when all is accepted. */
export const WENT = named(({ is, change }) => is === "tracked" && (change === "deletion" || change === "moveFrom"));
export const CELL_MARKS = elementsThatAre("cellMark");
export const CELL_CHANGES = byName(({ is, change }) => (is === "cellMark" ? change : undefined));
/** Starts of ranges around a tag of a control: it came or went. */
export const CONTROL_CHANGES = named(({ is, change }) => is === "rangeStart" && change !== undefined);

/** The ends of ranges that name a place in the text: each exists once, and none is tracked. */
export const RANGE_MARKS = named(({ other, of }) => other !== undefined && (of === "place" || of === "comment"));
export const RANGE_STARTS = new NameSet([...RANGE_MARKS].filter((name) => roleOf(name)?.is === "rangeStart"));
export const RANGE_ENDS = new NameSet([...RANGE_MARKS].filter((name) => !RANGE_STARTS.has(name)));
export const MOVE_RANGES = named(({ of }) => of === "move");
export const CONTROL_RANGES = named(({ other, of }) => other !== undefined && of === "control");
/** By one end of a range: the other. */
export const OTHER_ENDS = byName(({ other }) => other);

export const PROPERTIES = elementsThatAre("properties");
/** The properties of a run, or of a run of an equation. */
export const RUN_PROPERTIES = named(({ is, of }) => is === "properties" && of === "run");
export const TABLE_PROPERTIES = named(({ is, of }) => is === "properties" && of === "table");
export const CONTROL_PROPERTIES = named(({ is, of }) => is === "properties" && of === "control");
/** Properties that say nothing when they are empty. */
export const OPTIONAL_PROPERTIES = named(({ isOptional }) => isOptional === true);
/** By properties: the element in them that keeps the old ones. */
export const RECORD_OF = byName(({ record }) => record);
/** Elements that keep properties as they were. */
export const PROPERTY_CHANGES = new NameSet(RECORD_OF.values());
/** The same, and the old form of a number (w:numberingChange). */
export const RECORDS = elementsThatAre("record");

/** Elements among properties that are not kept with the old ones, and the side of the properties that they stand on. */
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

/** By the element that keeps old properties: what it does not keep. */
export const UNRECORDED_BY: ReadonlyMap<NameId, Unrecorded> = new Map(
  [...UNRECORDED].map(([properties, unrecorded]) => [RECORD_OF.get(properties)!, unrecorded]),
);

const STRANGERS: ReadonlyMap<NameId, NameSet> = new Map(
  [...RECORD_OF].map(([properties, record]) => [
    properties,
    new NameSet([record, ...(UNRECORDED.get(properties)?.names ?? [])]),
  ]),
);

/** Elements among properties that are none of them: marks, other properties, and the record of the old ones. */
export function strangersIn(properties: NameId): NameSet {
  return STRANGERS.get(properties) ?? NO_NAMES;
}

const NO_NAMES = new NameSet([]);

/** Footnotes and endnotes: their part, the note in it, the reference in the text, and the settings. */
export const NOTES = [
  { part: "footnotes", note: W.footnote, reference: W.footnoteReference, settings: W.footnotePr },
  { part: "endnotes", note: W.endnote, reference: W.endnoteReference, settings: W.endnotePr },
] as const;

/** True for an element by which its paragraph depends on the document: a dependent one, or one that is none of Word's. */
export function isDependent(names: Names, name: NameId): boolean {
  return names.namespaceOf(name) !== wordNamespace || DEPENDENT_NAMES.has(name);
}
