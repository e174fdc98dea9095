// Makes more edits of formatting: run size and colour, indents, tables, rows, cells, text columns.

import { type NameId, NONE, type NodeId, propertyOf, runFormatting, type Tree, W } from "@versus/engine/inside";
import type { Draft, EditFinder, MadeEdit } from "../draft.ts";
import { childValue, elementsIn, makeValue, propertiesOf, setProperty } from "../markup.ts";
import type { Place } from "../places.ts";
import type { PropertyChange } from "../truth.ts";
import { BEFORE_INDENT, hasText, propertyEdit, sectionsOf } from "./formatting.ts";
import { type Cell, type Grid, gridsOf, isFreeCell } from "./grids.ts";

/** The order of run properties in the schema, as far as it matters here (ISO 29500-1, 17.3.2.28). */
export const BEFORE_COLOR = (
  "rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish " +
  "webHidden"
).split(" ");
export const BEFORE_SIZE = [...BEFORE_COLOR, "color", "spacing", "w", "kern", "position"];
const BEFORE_TABLE_ALIGNMENT =
  "tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW".split(" ");
const BEFORE_SHADING = "cnfStyle tcW gridSpan hMerge vMerge tcBorders".split(" ");
const BEFORE_COLUMNS =
  "headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType pgNumType".split(
    " ",
  );

/** Returns the finder of edits that change the value of one run property. */
function runEdit(property: NameId, look: { name: string; values: readonly string[]; before: readonly string[] }) {
  const finder: EditFinder = (draft) => {
    const found = draft.pick(draft.body, (place) => drawRun(draft, place, { property, values: look.values }));
    if (found === undefined) return undefined;
    const [place, { run, start, current, after }] = found;
    return () => {
      const { tree } = place.story;
      draft.touch(place);
      setProperty(tree, propertiesOf(tree, run, W.rPr), makeValue(tree, property, after), new Set(look.before));
      return propertyEdit(place, { name: look.name, before: current, after }, { offset: start });
    };
  };
  return finder;
}

/** Returns a random run with text, and a value that is not the property's effective value. */
function drawRun(draft: Draft, place: Place, { property, values }: { property: NameId; values: readonly string[] }) {
  const pieces = place.segments.flatMap((segment) => segment.pieces);
  const piece = draft.draw(pieces.filter(({ start, end }) => place.text.slice(start, end).trim() !== ""));
  if (piece === undefined) return undefined;
  const effective = propertyOf(runFormatting(draft.numbering, place.story, piece.run), property);
  const current = effective === undefined ? null : (effective.tree.attribute(effective.node, W.val) ?? null);
  const after = draft.draw(values.filter((value) => value !== current));
  return after === undefined ? undefined : { run: piece.run, start: piece.start, current, after };
}

export const changeRunSize = runEdit(W.sz, { name: "size", values: ["17", "25", "31"], before: BEFORE_SIZE });
export const changeRunColor = runEdit(W.color, {
  name: "color",
  values: ["C00000", "1F4E79", "548235"],
  before: BEFORE_COLOR,
});

/** Unusual indents, in twentieths of a point, so that a paragraph hardly ever has the value already. */
const INDENTS = ["611", "907", "1217"];

export const changeIndent: EditFinder = (draft) => {
  const side = draft.document.package.dialect === "strict" ? W.start : W.left;
  const found = draft.pick(draft.body, (place) => (hasText(place) ? draft.draw(INDENTS) : undefined));
  if (found === undefined) return undefined;
  const [place, after] = found;
  return () => {
    const { tree } = place.story;
    draft.touch(place);
    const properties = propertiesOf(tree, place.node, W.pPr);
    const old = tree.child(properties, W.ind);
    const before = old === NONE ? null : (tree.attribute(old, side) ?? null);
    if (old === NONE) setProperty(tree, properties, tree.element(W.ind, [[side, after]]), new Set(BEFORE_INDENT));
    else tree.setAttribute(old, side, after);
    return propertyEdit(place, { name: "indent", before, after });
  };
};

/** Returns an edit of something that is not a paragraph. It is named by the first paragraph in it. */
function blockEdit({ reference: story, index: paragraph }: Place, property: PropertyChange): MadeEdit {
  return { story, paragraph, before: [], after: [], offset: 0, removed: "", inserted: "", property };
}

interface TableCell {
  readonly grid: Grid;
  readonly cell: Cell;
}

/** Returns the free cells among those that `cellsOf` selects in untouched plain tables, without nested tables. */
function freeCells(draft: Draft, cellsOf: (grid: Grid) => readonly Cell[]): TableCell[] {
  const grids = gridsOf(draft).filter(({ node }) => draft.isUntouched(node));
  const cells = grids.flatMap((grid) => cellsOf(grid).map((cell) => ({ grid, cell })));
  return cells.filter(({ grid, cell }) => isFreeCell(draft, grid, cell) && !cell.holdsTable);
}

/**
 * Returns the free cells that contain a text that occurs once in the body. If two rows are equal, nobody knows which
 * one changed.
 */
function tellingCells(draft: Draft, cellsOf: (grid: Grid) => readonly Cell[]): TableCell[] {
  const counts = Map.groupBy(draft.body, ({ text }) => text);
  const isDistinctive = ({ text }: Place): boolean => text.trim() !== "" && counts.get(text)?.length === 1;
  return freeCells(draft, cellsOf).filter(({ cell }) => cell.places.some(isDistinctive));
}

export const alignTable: EditFinder = (draft) => {
  const drawn = draft.draw(freeCells(draft, ({ rows }) => rows[0]!.cells.slice(0, 1)));
  if (drawn === undefined) return undefined;
  const { grid, cell } = drawn;
  const { tree } = grid.story;
  const before = childValue(tree, tree.child(grid.node, W.tblPr), W.jc);
  const after = before === "center" ? "left" : "center";
  return () => {
    draft.touch(...cell.places);
    draft.touchNode(grid.node);
    const properties = propertiesOf(tree, grid.node, W.tblPr);
    setProperty(tree, properties, makeValue(tree, W.jc, after), new Set(BEFORE_TABLE_ALIGNMENT));
    return blockEdit(cell.places[0]!, { name: "table alignment", before, after });
  };
};

/** Forbids breaking a row over pages, or allows it again. */
export const keepRowWhole: EditFinder = (draft) => {
  const drawn = draft.draw(tellingCells(draft, ({ rows }) => rows.flatMap(({ cells }) => cells.slice(0, 1))));
  if (drawn === undefined) return undefined;
  const { grid, cell } = drawn;
  const { tree } = grid.story;
  const row = tree.parent(cell.node);
  const old = tree.child(row, W.trPr);
  const isKept = old !== NONE && tree.child(old, W.cantSplit) !== NONE;
  return () => {
    draft.touch(...cell.places);
    const properties = rowProperties(tree, row);
    if (isKept) tree.remove(tree.child(properties, W.cantSplit));
    else tree.append(properties, tree.element(W.cantSplit));
    return blockEdit(cell.places[0]!, { name: "row break", before: String(!isKept), after: String(isKept) });
  };
};

/** Returns the properties of a row, and makes them after its `w:tblPrEx` if it has none. */
function rowProperties(tree: Tree, row: NodeId): NodeId {
  const found = tree.child(row, W.trPr);
  if (found !== NONE) return found;
  const made = tree.element(W.trPr);
  const next = elementsIn(tree, row).find((child) => tree.name(child) !== W.tblPrEx);
  tree.insertBefore(row, made, next ?? NONE);
  return made;
}

const FILLS = ["DDEBF7", "E2EFDA", "FFF2CC"];

export const shadeCell: EditFinder = (draft) => {
  const drawn = draft.draw(tellingCells(draft, ({ rows }) => rows.flatMap(({ cells }) => cells)));
  if (drawn === undefined) return undefined;
  const { grid, cell } = drawn;
  const { tree } = grid.story;
  const properties = tree.child(cell.node, W.tcPr);
  const old = properties === NONE ? NONE : tree.child(properties, W.shd);
  const before = old === NONE ? null : (tree.attribute(old, W.fill) ?? null);
  const after = draft.draw(FILLS.filter((fill) => fill !== before))!;
  return () => {
    draft.touch(...cell.places);
    const attributes = [[W.val, "clear"] as const, [W.color, "auto"] as const, [W.fill, after] as const];
    const shading = tree.element(W.shd, attributes);
    setProperty(tree, propertiesOf(tree, cell.node, W.tcPr), shading, new Set(BEFORE_SHADING));
    return blockEdit(cell.places[0]!, { name: "shading", before, after });
  };
};

export const changeSectionColumns: EditFinder = (draft) => {
  const body = draft.stories.find(({ story }) => story.kind === "body");
  if (body === undefined) return undefined;
  const { tree } = body.story;
  const columnsOf = (section: NodeId): NodeId => tree.child(section, W.cols);
  const isPlain = (columns: NodeId): boolean => columns === NONE || elementsIn(tree, columns).length === 0;
  const sections = sectionsOf(draft).filter(({ section }) => draft.isUntouched(section) && isPlain(columnsOf(section)));
  const drawn = draft.draw(sections);
  if (drawn === undefined) return undefined;
  const { section, index: paragraph } = drawn;
  return () => {
    const old = columnsOf(section);
    const before = old === NONE ? null : (tree.attribute(old, W.num) ?? null);
    const after = before === "2" ? "3" : "2";
    draft.touchNode(section);
    if (old === NONE) setProperty(tree, section, tree.element(W.cols, [[W.num, after]]), new Set(BEFORE_COLUMNS));
    else tree.setAttribute(old, W.num, after);
    const texts = { before: [], after: [], offset: 0, removed: "", inserted: "" };
    return { story: body.reference, paragraph, ...texts, property: { name: "columns", before, after } };
  };
};
