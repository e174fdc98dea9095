// Reads where the cells of a table are in a view: neighbours, edges, and the parts of the table style that apply (FMT-7).

import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { readTable, type Table, type TableCell, type TableRow } from "../tables.ts";
import type { Story } from "../text/stories.ts";
import { isAccepted, isDropped, isHidden, type View } from "../text/views.ts";
import { isOnValue } from "../values.ts";
import { W } from "../word-names.ts";
import { fixedWidth, setWidth, shareOf, widestContent } from "./fitted-cells.ts";
import { NO_PROPERTIES, type Properties, PropertyReader } from "./property-layers.ts";
import type { StyleLayers, TablePart } from "./style-layers.ts";

/** The surroundings of a cell, which its look depends on. */
export interface TableCellPlace {
  readonly tableProperties: Properties;
  /** The w:tblPrEx of its row. */
  readonly exceptions: Properties;
  readonly part: TablePart;
  /** Cells that share a side; undefined at the edge of the table. */
  readonly neighbours: Readonly<Record<CellSide, Properties | undefined>>;
  /** The parts of the table style that apply to these cells. */
  readonly partsBeside: Readonly<Record<CellSide, TablePart | undefined>>;
  /** The properties of the cell in the view. */
  readonly own: Properties;
  /**
   * The sum of the widths in twips of the cells of its row. Undefined if one of them sets none, and in a table whose width
   * is not a share of the page.
   */
  readonly rowWidth: number | undefined;
  /** True if the cell does not wrap its text, and each paragraph of it fits into one line (FMT-58). */
  readonly isUnwrapped: boolean;
  /** True if the cell above, or below, is merged with this one. */
  readonly isMergedUp: boolean;
  readonly isMergedDown: boolean;
}

export type CellSide = "top" | "left" | "bottom" | "right";

/** Returns the place of a cell that has a table style and nothing else, with the same neighbour on all sides. */
export function styledCell(part: TablePart, beside: Properties | undefined): TableCellPlace {
  return {
    tableProperties: NO_PROPERTIES,
    exceptions: NO_PROPERTIES,
    part,
    neighbours: { top: beside, left: beside, bottom: beside, right: beside },
    partsBeside: { top: undefined, left: undefined, bottom: undefined, right: undefined },
    own: NO_PROPERTIES,
    rowWidth: undefined,
    isUnwrapped: false,
    isMergedUp: false,
    isMergedDown: false,
  };
}

/** Returns the properties of an owner in a view: those that a change recorded, if the view does not accept it. */
function propertiesInView(
  tree: Tree,
  owner: NodeId,
  { name, change, view }: { readonly name: NameId; readonly change: NameId; readonly view: View },
): NodeId {
  const own = tree.child(owner, name);
  const changed = own === NONE || view === "accepted" ? NONE : tree.child(own, change);
  return changed === NONE || isAccepted(tree, changed, view) ? own : tree.child(changed, name);
}

/** The bits of w:tblLook by attribute. */
const LOOK_BITS: readonly (readonly [attribute: string, bit: number])[] = [
  ["firstRow", 0x20],
  ["lastRow", 0x40],
  ["firstColumn", 0x80],
  ["lastColumn", 0x100],
  ["noHBand", 0x200],
  ["noVBand", 0x400],
];

/** Returns the names of the conditions in the w:tblLook of a table. */
function readTableLook(properties: Properties): ReadonlySet<string> {
  const attributes = properties.get("tblLook")?.attributes ?? new Map<string, string>();
  const bits = Number.parseInt(attributes.get("val") ?? "0", 16) || 0;
  const isOn = ([name, bit]: readonly [string, number]): boolean => {
    const written = attributes.get(name);
    return written === undefined ? (bits & bit) !== 0 : isOnValue(written);
  };
  return new Set(LOOK_BITS.filter(isOn).map(([name]) => name));
}

/** The conditions under which parts of a table style apply, with what must be on or off in the w:tblLook. */
const CONDITIONS: readonly (readonly [condition: string, ...wanted: string[]])[] = [
  ["wholeTable"],
  ["band1Horz", "!noHBand"],
  ["band2Horz", "!noHBand"],
  ["band1Vert", "!noVBand"],
  ["band2Vert", "!noVBand"],
  ["firstRow", "firstRow"],
  ["lastRow", "lastRow"],
  ["firstCol", "firstColumn"],
  ["lastCol", "lastColumn"],
  ["nwCell", "firstRow", "firstColumn"],
  ["neCell", "firstRow", "lastColumn"],
  ["swCell", "lastRow", "firstColumn"],
  ["seCell", "lastRow", "lastColumn"],
];
export const ALL_CONDITIONS: readonly string[] = CONDITIONS.map(([condition]) => condition);

/** Returns the style of a table, without a place in it. */
export function tablePart(properties: Properties, styles: StyleLayers): TablePart {
  const style = properties.get("tblStyle")?.attributes.get("val");
  if (!styles.hasConditions(style)) return { style, conditions: [], allowed: undefined };
  const look = readTableLook(properties);
  const isAllowed = (wanted: string): boolean =>
    wanted.startsWith("!") ? !look.has(wanted.slice(1)) : look.has(wanted);
  const allowed = CONDITIONS.filter(([, ...wanted]) => wanted.every(isAllowed)).map(([condition]) => condition);
  return { style, conditions: [], allowed };
}

interface RowAt {
  readonly row: TableRow;
  readonly index: number;
}

/** All places of cells of one document, so that equal places are one object. */
export class CellPlaces {
  readonly properties = new PropertyReader();
  readonly #known = new Map<string, TableCellPlace>();

  find(place: TableCellPlace): TableCellPlace {
    const { tableProperties, exceptions, own, neighbours, part, rowWidth, isUnwrapped, isMergedUp, isMergedDown } =
      place;
    const { top, left, bottom, right } = neighbours;
    const numbers = [tableProperties, exceptions, own, top, left, bottom, right].map((one) =>
      this.properties.numberOf(one),
    );
    const parts = Object.values(place.partsBeside).map((beside) => beside?.conditions.join(","));
    const key = [...numbers, ...part.conditions, ...parts, rowWidth, isUnwrapped, isMergedUp, isMergedDown].join(" ");
    const known = this.#known.get(key) ?? place;
    this.#known.set(key, known);
    return known;
  }
}

interface TableContext {
  readonly styles: StyleLayers;
  readonly places: CellPlaces;
  readonly view: View;
}

export class TablePlaces {
  readonly #story: Story;
  readonly #styles: StyleLayers;
  readonly #view: View;
  readonly #table: Table;
  readonly #rows: readonly TableRow[];
  readonly #properties: Properties;
  readonly #part: TablePart;
  readonly #places: CellPlaces;
  readonly #cells = new Map<NodeId, Properties>();
  readonly #found = new Map<NodeId, TableCellPlace>();
  #isFitted: boolean | undefined;

  constructor(story: Story, table: NodeId, { styles, places, view }: TableContext) {
    const { tree } = story;
    this.#story = story;
    this.#styles = styles;
    this.#places = places;
    this.#view = view;
    this.#table = readTable(story, table);
    this.#rows = this.#table.rows.filter(
      ({ properties }) =>
        properties === NONE || !tree.children(properties).some((child) => isHidden(tree, child, view)),
    );
    this.#properties = places.properties.read(
      tree,
      propertiesInView(tree, table, { name: W.tblPr, change: W.tblPrChange, view }),
    );
    this.#part = tablePart(this.#properties, styles);
    for (const [index, row] of this.#rows.entries()) this.#addRow({ row, index });
  }

  /** A number that is the same for tables with equal properties. */
  get number(): number {
    return this.#places.properties.numberOf(this.#properties);
  }

  /** The properties of the table in the view. */
  get properties(): Properties {
    return this.#properties;
  }

  /** True if every cell sets its width, and its words and pictures fit into it (FMT-43). */
  get isFitted(): boolean {
    this.#isFitted ??= this.#rows.every(({ cells }) =>
      cells.every((cell) => {
        const width = setWidth(this.#cellProperties(cell)!);
        return width !== undefined && widestContent(this.#story, cell.node) <= width;
      }),
    );
    return this.#isFitted;
  }

  /** Returns the place of a cell; undefined for a cell that the view does not show. */
  of(cell: NodeId): TableCellPlace | undefined {
    return this.#found.get(cell);
  }

  #addRow({ row, index }: RowAt): void {
    const { tree } = this.#story;
    const exceptions = this.#places.properties.read(
      tree,
      propertiesInView(tree, row.node, { name: W.tblPrEx, change: W.tblPrExChange, view: this.#view }),
    );
    const [above, below] = [this.#rows[index - 1], this.#rows[index + 1]];
    const rowWidth = shareOf(this.#properties.get("tblW")) === undefined ? undefined : this.#widthOf(row);
    for (const [at, cell] of row.cells.entries()) {
      const [up, down] = [cellAt(above, cell.column), cellAt(below, cell.column)];
      const partAt = (line: number, beside: number): TablePart | undefined => {
        const other = this.#rows[line];
        return other?.cells[beside] === undefined ? undefined : this.#partOf({ row: other, index: line }, beside);
      };
      const partOver = (line: number, beside: TableCell | undefined): TablePart | undefined =>
        beside === undefined ? undefined : partAt(line, this.#rows[line]!.cells.indexOf(beside));
      const place = {
        tableProperties: this.#properties,
        exceptions,
        part: this.#partOf({ row, index }, at),
        own: this.#cellProperties(cell)!,
        rowWidth,
        isUnwrapped: this.#isUnwrapped(cell),
        neighbours: {
          top: this.#cellProperties(up),
          bottom: this.#cellProperties(down),
          left: this.#cellProperties(row.cells[at - 1]),
          right: this.#cellProperties(row.cells[at + 1]),
        },
        partsBeside: {
          top: partOver(index - 1, up),
          bottom: partOver(index + 1, down),
          left: partAt(index, at - 1),
          right: partAt(index, at + 1),
        },
        isMergedUp: cell.vMerge === "continue" && up !== undefined,
        isMergedDown: cell.vMerge !== undefined && down?.vMerge === "continue",
      };
      this.#found.set(cell.node, this.#places.find(place));
    }
  }

  #isUnwrapped(cell: TableCell): boolean {
    const properties = this.#cellProperties(cell)!;
    const width = properties.has("noWrap") ? setWidth(properties) : undefined;
    return width !== undefined && widestContent(this.#story, cell.node, "paragraph") <= width;
  }

  #widthOf({ cells }: TableRow): number | undefined {
    const { tree } = this.#story;
    const isShown = ({ properties }: TableCell): boolean =>
      properties === NONE || !tree.children(properties).some((child) => isDropped(tree, child, this.#view));
    const widths = cells.filter(isShown).map((cell) => fixedWidth(this.#cellProperties(cell)!.get("tcW")));
    return widths.reduce((sum, width) => (sum === undefined || width === undefined ? undefined : sum + width), 0);
  }

  #cellProperties(cell: TableCell | undefined): Properties | undefined {
    const { tree } = this.#story;
    if (cell === undefined) return undefined;
    const known = this.#cells.get(cell.node);
    if (known !== undefined) return known;
    const node = propertiesInView(tree, cell.node, { name: W.tcPr, change: W.tcPrChange, view: this.#view });
    const properties = this.#places.properties.read(tree, node);
    this.#cells.set(cell.node, properties);
    return properties;
  }

  /** Returns the conditional parts of the table style that apply to a cell, nearest first (ISO 29500-1, 17.7.6). */
  #partOf({ row, index }: RowAt, at: number): TablePart {
    const part = this.#part;
    const { style, allowed } = part;
    if (allowed === undefined) return part;
    const look = readTableLook(this.#properties);
    const isFirstRow = look.has("firstRow") && index === 0;
    const isLastRow = look.has("lastRow") && index === this.#rows.length - 1 && !isFirstRow;
    const isFirstColumn = look.has("firstColumn") && at === 0;
    const isLastColumn = look.has("lastColumn") && at === row.cells.length - 1 && !isFirstColumn;
    const found: string[] = [];
    if (isFirstRow && isFirstColumn) found.push("nwCell");
    if (isFirstRow && isLastColumn) found.push("neCell");
    if (isLastRow && isFirstColumn) found.push("swCell");
    if (isLastRow && isLastColumn) found.push("seCell");
    if (isFirstColumn) found.push("firstCol");
    if (isLastColumn) found.push("lastCol");
    if (isFirstRow) found.push("firstRow");
    if (isLastRow) found.push("lastRow");
    if (!look.has("noHBand") && !isFirstRow && !isLastRow) {
      const band = (index - (look.has("firstRow") ? 1 : 0)) / this.#styles.bandSize(style, "tblStyleRowBandSize");
      found.push(Math.floor(band) % 2 === 0 ? "band1Horz" : "band2Horz");
    }
    if (!look.has("noVBand") && !isFirstColumn && !isLastColumn) {
      const band = (at - (look.has("firstColumn") ? 1 : 0)) / this.#styles.bandSize(style, "tblStyleColBandSize");
      found.push(Math.floor(band) % 2 === 0 ? "band1Vert" : "band2Vert");
    }
    return { ...part, conditions: [...found, "wholeTable"] };
  }
}

function cellAt(row: TableRow | undefined, column: number): TableCell | undefined {
  return row?.cells.findLast((cell) => cell.column <= column && column < cell.column + cell.gridSpan);
}
