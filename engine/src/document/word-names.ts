// Defines the names of WordprocessingML and related formats that have fixed numbers.

import { packageVocabularies } from "../ooxml/parts/package-names.ts";
import {
  defineVocabulary,
  type NameId,
  Names,
  type NamespaceId,
  namesOf,
  seedNames,
  type Vocabulary,
} from "../ooxml/xml/names.ts";

const OFFICE = "http://schemas.openxmlformats.org";
const STRICT = "http://purl.oclc.org/ooxml";
const MICROSOFT = "http://schemas.microsoft.com/office/word";

const wordprocessing = defineVocabulary({
  slot: 8,
  prefix: "w",
  uris: [`${OFFICE}/wordprocessingml/2006/main`, `${STRICT}/wordprocessingml/main`],
  // biome-ignore format: a list of words
  locals: [
    "abstractNum", "abstractNumId", "accent1", "adjustRightInd", "after", "afterAutospacing", "afterLines", "alias",
    "aliases", "altChunk", "anchor", "annotationRef", "ascii", "asciiTheme", "author", "autoSpaceDE", "autoSpaceDN",
    "autoHyphenation", "b", "bCs", "background", "bdo", "before", "beforeAutospacing", "beforeLines", "bidi",
    "bidiVisual", "body", "bookmarkEnd", "bookmarkStart", "bottom", "br", "bar", "between", "bdr", "caps",
    "cantSplit", "cellDel", "cellIns", "cellMerge", "char", "characterSet", "checkBox", "checked", "clear", "code", "col",
    "colFirst", "colLast", "color", "cols", "column", "comment", "commentRangeEnd", "commentRangeStart",
    "commentReference", "comments", "cnfStyle", "contentPart", "contextualSpacing", "continuationSeparator", "cr",
    "cs", "csb0", "cstheme", "customXml", "customXmlDelRangeEnd", "customXmlDelRangeStart", "customXmlInsRangeEnd",
    "customXmlInsRangeStart", "customXmlMoveFromRangeEnd", "customXmlMoveFromRangeStart", "customXmlMoveToRangeEnd",
    "customXmlMoveToRangeStart", "customXmlPr", "dataBinding", "date", "dayLong", "dayShort", "ddList", "default",
    "del", "delInstrText", "delText", "destination", "dir", "dirty", "displacedByCustomXml", "docDefaults",
    "docGrid", "docPart", "docPartBody", "docPartGallery", "docPartObj", "docParts", "docVar", "docVars",
    "document", "documentProtection", "documentType", "drawing", "dropCap", "dstrike", "eastAsia", "eastAsiaTheme",
    "effect", "em", "emboss", "embedBold", "end", "endnote", "endnotePr", "endnoteRef", "endnoteReference",
    "endnotes", "equation", "even", "evenAndOddHeaders", "family", "ffData", "fill", "firstLine", "firstLineChars",
    "firstColumn", "firstRow", "fitText", "fldChar", "fldCharType", "fldData", "fldLock", "fldSimple", "font",
    "fonts", "footer", "footerReference", "footnote", "footnotePr", "footnoteRef", "footnoteReference", "footnotes",
    "format", "formatting", "framePr", "ftr", "func", "glossaryDocument", "gridAfter", "gridBefore", "gridCol",
    "gridSpan", "gutter", "h", "hAnsi", "hAnsiTheme", "hanging", "hangingChars", "hMerge", "hMergeRestart", "hRule",
    "hSpace", "hdr", "header", "headerReference", "helpText", "hidden", "hideMark", "highlight", "history",
    "hyperlink", "i", "iCs", "id", "ilvl", "imprint", "ind", "initials", "ins", "insideH", "insideV", "instr",
    "instrText", "isLgl", "jc", "keepLines", "keepNext", "kern", "kinsoku", "lang", "lastColumn",
    "lastRenderedPageBreak", "lastRow", "latentStyles", "left", "leader", "leftChars", "legacy", "line", "lineRule",
    "linePitch", "link", "linkedToStyle", "linkStyles", "listEntry", "listItem", "lnNumType", "locked", "lsdException", "lvl",
    "lvlJc", "lvlOverride", "lvlPicBulletId", "lvlRestart", "lvlText", "lock", "mirrorIndents", "mirrorMargins",
    "monthLong", "monthShort", "moveFrom", "moveFromRangeEnd", "moveFromRangeStart", "moveTo", "moveToRangeEnd",
    "moveToRangeStart", "movie", "multiLevelType", "name", "next", "noBreakHyphen", "noProof", "nsid", "num",
    "numFmt", "numId", "numIdMacAtCleanup", "numPicBullet", "numPicBulletId", "numPr", "numRestart", "numStart",
    "numStyleLink", "numbering", "numberingChange", "noWrap", "oMath", "object", "original", "orient", "outline",
    "outlineLvl", "overflowPunct", "other", "p", "pBdr", "pPr", "pPrChange", "pPrDefault", "pStyle", "pgBorders",
    "pgMar", "pgNum", "pgNumType", "pgSz", "pageBreakBefore", "paperSrc", "percent", "permEnd", "permStart",
    "personalInfo", "pict", "placeholder", "pos", "position", "prefix", "printerSettings", "proofErr", "ptab",
    "qFormat", "r", "rFonts", "rPr", "rPrChange", "rPrDefault", "rStyle", "rPrIns", "recipientData",
    "removeDateAndTime", "removePersonalInformation", "result", "restart", "right", "rightChars", "rsid", "rsidDel",
    "rsidP", "rsidR", "rsidRDefault", "rsidRPr", "rsidRoot", "rsidSect", "rsidTr", "rsids", "rt", "ruby",
    "rubyAlign", "rubyBase", "rubyPr", "rtl", "rtlGutter", "revisionView", "sdt", "sdtContent", "sdtEndPr", "sdtPr",
    "sectPr", "sectPrChange", "semiHidden", "separate", "separator", "settings", "shadow", "shd", "size",
    "smallCaps", "smartTag", "smartTagPr", "snapToGrid", "softHyphen", "spacing", "specVanish", "sprmId", "start",
    "startOverride", "strike", "style", "styleId", "styleLink", "styles", "subDoc", "suff", "suppressAutoHyphens",
    "suppressLineNumbers", "suppressOverlap", "sym", "sz", "szCs", "space", "statusText", "t", "tab", "tabs", "tag",
    "tbl", "tblBorders", "tblCaption", "tblCellMar", "tblCellSpacing", "tblDescription", "tblGrid", "tblGridChange",
    "tblHeader", "tblInd", "tblLayout", "tblLook", "tblOverlap", "tblPr", "tblPrChange", "tblPrEx", "tblPrExChange",
    "tblStyle", "tblStyleColBandSize", "tblStylePr", "tblStyleRowBandSize", "tblW", "tblpPr", "tc", "tcBorders",
    "tcFitText", "tcMar", "tcPr", "tcPrChange", "tcW", "tentative", "text", "textAlignment", "textDirection",
    "textInput", "textboxTightWrap", "tgtFrame", "titlePg", "tl2br", "tmpl", "tooltip", "top", "topLinePunct", "tr",
    "tr2bl", "trHeight", "trPr", "trPrChange", "trackRevisions", "txbxContent", "type", "themeColor", "themeTint",
    "themeShade", "themeFill", "u", "uiPriority", "unhideWhenUsed", "updateFields", "uri", "vAlign", "vMerge",
    "vMergeOrig", "vSpace", "val", "vanish", "vertAlign", "view", "vRule", "w", "wAfter", "wBefore", "webHidden",
    "widowControl", "w15", "wrap", "x", "xAlign", "y", "yAlign", "yearLong", "yearShort", "zoom", "zeroOrder",
    "compat", "compatSetting", "cryptAlgorithmClass", "cryptAlgorithmSid", "cryptAlgorithmType", "cryptProviderType",
    "cryptSpinCount", "customMarkFollows", "defaultTabStop", "docLocation", "edit", "enforcement", "fmt", "hash",
    "salt", "basedOn", "hashValue", "saltValue", "algorithmName", "spinCount", "themeFillShade", "themeFillTint",
    "noHBand", "noVBand", "attachedTemplate", "storeItemID",
  ],
});
const officeRelationships = defineVocabulary({
  slot: 9,
  prefix: "r",
  uris: [`${OFFICE}/officeDocument/2006/relationships`, `${STRICT}/officeDocument/relationships`],
  locals: ["id", "embed", "link", "pict", "href", "dm", "lo", "qs", "cs"],
});
const wordDrawing = defineVocabulary({
  slot: 10,
  prefix: "wp",
  uris: [`${OFFICE}/drawingml/2006/wordprocessingDrawing`, `${STRICT}/drawingml/wordprocessingDrawing`],
  locals: ["inline", "anchor", "docPr", "extent", "positionH", "positionV", "posOffset", "align", "wrapNone"],
});
const drawing = defineVocabulary({
  slot: 11,
  prefix: "a",
  uris: [`${OFFICE}/drawingml/2006/main`, `${STRICT}/drawingml/main`],
  // biome-ignore format: a list of words
  locals: [
    "graphic", "graphicData", "blip", "hlinkClick", "themeElements", "clrScheme", "fontScheme", "majorFont",
    "minorFont", "latin",
  ],
});
const picture = defineVocabulary({
  slot: 12,
  prefix: "pic",
  uris: [`${OFFICE}/drawingml/2006/picture`, `${STRICT}/drawingml/picture`],
  locals: ["pic"],
});
const math = defineVocabulary({
  slot: 13,
  prefix: "m",
  uris: [`${OFFICE}/officeDocument/2006/math`, `${STRICT}/officeDocument/math`],
  locals: ["oMath", "oMathPara", "oMathParaPr", "r", "t", "rPr", "ctrlPr"],
});
const vml = defineVocabulary({
  slot: 14,
  prefix: "v",
  uris: ["urn:schemas-microsoft-com:vml"],
  locals: ["shape", "textbox", "imagedata", "rect", "group"],
});
const officeVml = defineVocabulary({
  slot: 15,
  prefix: "o",
  uris: ["urn:schemas-microsoft-com:office:office"],
  locals: ["OLEObject", "relid", "title"],
});
const wordShape = defineVocabulary({
  slot: 16,
  prefix: "wps",
  uris: [`${MICROSOFT}/2010/wordprocessingShape`],
  locals: ["wsp", "txbx", "linkedTxbx"],
});
const wordGroup = defineVocabulary({
  slot: 17,
  prefix: "wpg",
  uris: [`${MICROSOFT}/2010/wordprocessingGroup`],
  locals: ["wgp", "grpSp"],
});
const wordCanvas = defineVocabulary({
  slot: 18,
  prefix: "wpc",
  uris: [`${MICROSOFT}/2010/wordprocessingCanvas`],
  locals: ["wpc"],
});
const word2010 = defineVocabulary({
  slot: 19,
  prefix: "w14",
  uris: [`${MICROSOFT}/2010/wordml`],
  isIgnorable: true,
  locals: [
    "paraId",
    "textId",
    "checkbox",
    "conflictIns",
    "conflictDel",
    "conflictMode",
    "docId",
    "customXmlConflictInsRangeStart",
    "customXmlConflictInsRangeEnd",
    "customXmlConflictDelRangeStart",
    "customXmlConflictDelRangeEnd",
  ],
});
const word2012 = defineVocabulary({
  slot: 20,
  prefix: "w15",
  uris: [`${MICROSOFT}/2012/wordml`],
  isIgnorable: true,
  // biome-ignore format: a list of words
  locals: [
    "commentsEx", "commentEx", "paraId", "paraIdParent", "done", "people", "person", "presenceInfo", "appearance",
    "color", "repeatingSection", "repeatingSectionItem", "collapsed",
  ],
});
const commentIds = defineVocabulary({
  slot: 21,
  prefix: "w16cid",
  uris: [`${MICROSOFT}/2016/wordml/cid`],
  isIgnorable: true,
  locals: ["commentsIds", "commentId", "paraId", "durableId"],
});
const wordDrawing2010 = defineVocabulary({
  slot: 22,
  prefix: "wp14",
  uris: [`${MICROSOFT}/2010/wordprocessingDrawing`],
  isIgnorable: true,
  locals: ["sizeRelH", "sizeRelV", "anchorId", "editId"],
});
const word10 = defineVocabulary({
  slot: 23,
  prefix: "w10",
  uris: ["urn:schemas-microsoft-com:office:word"],
  locals: ["wrap", "anchorlock"],
});

export const W = namesOf(wordprocessing);
/** The namespace of WordprocessingML itself. */
export const wordNamespace = wordprocessing.namespace;
export const R = namesOf(officeRelationships);
export const WP = namesOf(wordDrawing);
export const A = namesOf(drawing);
export const M = namesOf(math);
export const V = namesOf(vml);
export const W14 = namesOf(word2010);
export const W15 = namesOf(word2012);

const vocabularies: readonly Vocabulary[] = [
  wordprocessing,
  officeRelationships,
  wordDrawing,
  drawing,
  picture,
  math,
  vml,
  officeVml,
  wordShape,
  wordGroup,
  wordCanvas,
  word2010,
  word2012,
  commentIds,
  wordDrawing2010,
  word10,
];

/** Namespaces whose content is read. The first mc:Choice that requires only these is chosen. */
export const understood: ReadonlySet<NamespaceId> = new Set(vocabularies.map(({ namespace }) => namespace));

const seed = seedNames([...packageVocabularies, ...vocabularies]);

/** Returns names for one task. Documents opened with the same names can be compared and can exchange nodes. */
export function wordNames(): Names {
  return new Names([], seed);
}

/** Attributes that identify editing sessions. Readers do not see them. */
// attributes
export const EDITING_TRACES: ReadonlySet<NameId> = new Set([
  W.rsidR,
  W.rsidRPr,
  W.rsidP,
  W.rsidRDefault,
  W.rsidDel,
  W.rsidTr,
  W.rsidSect,
]);
