// Computes the CSS of table cells from the table's style, its conditions and direct properties.
//
// A style can format the first row, the last column or every second row. The conditions that the table enables
// (w:tblLook) apply in a fixed order: bands, then columns and rows, then corners (ISO 29500-1, 17.7.6).

import type { Layer } from "../../document/formatting/styles.ts";
import { findStyle, type StyleProperty, styleChain } from "../../document/formatting/styles.ts";
import type { Numbering } from "../../document/lists/numbering.ts";
import type { Table, TableCell } from "../../document/tables.ts";
import { childValue, isOnValue, twips, wholeNumber } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { border, color, type Declarations, points } from "./css-values.ts";
import { characterCss, type FontUse } from "./run-css.ts";

/** The position of a cell in its table. */
export interface TablePlace {
  readonly row: number;
  readonly rows: number;
  readonly column: number;
  readonly columns: number;
  readonly columnSpan: number;
  readonly rowSpan: number;
}

export class TableLook {
  readonly #tree: Tree;
  readonly #table: Table;
  /** The w:style elements of the table style, nearest last. */
  readonly #styles: readonly StyleProperty[];
  readonly #fonts: FontUse;

  constructor(tree: Tree, table: Table, { numbering, fonts }: { numbering: Numbering; fonts: FontUse }) {
    this.#tree = tree;
    this.#table = table;
    this.#fonts = fonts;
    const { styles } = numbering;
    const id = childValue(tree, table.properties, W.tblStyle);
    const chain = styleChain(styles, findStyle(styles, "table", id));
    this.#styles = chain.toReversed().map(({ node }) => ({ tree: styles.tree!, node }));
  }

  tableCss(): Declarations {
    const { properties, grid } = this.#table;
    const widths = grid.map((width) => width ?? 0);
    const total = widths.reduce((sum, width) => sum + width, 0);
    const align = childValue(this.#tree, properties, W.jc);
    const indent = measureIn(this.#tree, child(this.#tree, properties, W.tblInd), W.w);
    const isCentred = align === "center";
    const side = align === "right" || align === "end" ? "margin-inline-start:auto;" : "";
    return [
      total > 0 ? `width:${points(total)};` : "width:100%;",
      isCentred ? "margin-inline:auto;" : side,
      indent !== undefined && !isCentred && side === "" ? `margin-inline-start:${points(indent)};` : "",
    ].join("");
  }

  cellCss(cell: TableCell, place: TablePlace): Declarations {
    const conditions = this.#conditions(place);
    const direct = child(this.#tree, cell.properties, W.tcBorders);
    const edges = EDGES.map(([edge, name]) => {
      const drawn = this.#edge(edge, { place, conditions, direct });
      return drawn === undefined ? "" : `border-${name}:${drawn};`;
    });
    const fill =
      color(attributeIn(this.#tree, child(this.#tree, cell.properties, W.shd), W.fill)) ?? this.#fill(conditions);
    const align = childValue(this.#tree, cell.properties, W.vAlign);
    return [
      ...edges,
      fill === undefined ? "" : `background-color:${fill};`,
      align === "center" ? "vertical-align:middle;" : align === "bottom" ? "vertical-align:bottom;" : "",
      this.#margins(cell),
      this.#text(conditions),
    ].join("");
  }

  /** Returns the conditions of the style that apply to a cell, in the order of their application. */
  #conditions({ row, rows, column, columns, columnSpan, rowSpan }: TablePlace): string[] {
    const look = this.#look();
    const isFirstRow = look.firstRow && row === 0;
    const isLastRow = look.lastRow && row + rowSpan >= rows && rows > 1;
    const isFirstColumn = look.firstColumn && column === 0;
    const isLastColumn = look.lastColumn && column + columnSpan >= columns && columns > 1;
    const band = (at: number, hasFirst: boolean): string => ((at - (hasFirst ? 1 : 0)) % 2 === 0 ? "band1" : "band2");
    return [
      ...(look.rowBands && !isFirstRow && !isLastRow ? [`${band(row, look.firstRow)}Horz`] : []),
      ...(look.columnBands && !isFirstColumn && !isLastColumn ? [`${band(column, look.firstColumn)}Vert`] : []),
      ...(isFirstColumn ? ["firstCol"] : []),
      ...(isLastColumn ? ["lastCol"] : []),
      ...(isFirstRow ? ["firstRow"] : []),
      ...(isLastRow ? ["lastRow"] : []),
      ...(isFirstRow && isFirstColumn ? ["nwCell"] : []),
      ...(isFirstRow && isLastColumn ? ["neCell"] : []),
    ];
  }

  #look(): Readonly<
    Record<"firstRow" | "lastRow" | "firstColumn" | "lastColumn" | "rowBands" | "columnBands", boolean>
  > {
    const node = child(this.#tree, this.#table.properties, W.tblLook);
    const bits = Number.parseInt(attributeIn(this.#tree, node, W.val) ?? "0", 16) || 0;
    const has = (name: NameId, bit: number): boolean => {
      const said = attributeIn(this.#tree, node, name);
      return said === undefined ? (bits & bit) !== 0 : isOnValue(said);
    };
    return {
      firstRow: has(W.firstRow, 0x20),
      lastRow: has(W.lastRow, 0x40),
      firstColumn: has(W.firstColumn, 0x80),
      lastColumn: has(W.lastColumn, 0x100),
      rowBands: node !== NONE && !has(W.noHBand, 0x200),
      columnBands: node !== NONE && !has(W.noVBand, 0x400),
    };
  }

  /** Returns the properties of that name in the conditions, the last applied first. */
  #conditioned(conditions: readonly string[], name: NameId): StyleProperty[] {
    const found: StyleProperty[] = [];
    for (const condition of conditions.toReversed()) {
      for (const { tree, node } of this.#styles.toReversed()) {
        const wanted = tree
          .children(node)
          .find((below) => tree.name(below) === W.tblStylePr && tree.attribute(below, W.type) === condition);
        const properties = wanted === undefined ? NONE : tree.child(wanted, name);
        if (properties !== NONE) found.push({ tree, node: properties });
      }
    }
    return found;
  }

  /** Returns the properties of that name for the whole table in its style, nearest first. */
  #styled(name: NameId): StyleProperty[] {
    const found = this.#styles.toReversed().map(({ tree, node }) => ({ tree, node: tree.child(node, name) }));
    return found.filter(({ node }) => node !== NONE);
  }

  #edge(
    edge: Edge,
    { place, conditions, direct }: { place: TablePlace; conditions: readonly string[]; direct: NodeId },
  ): string | undefined {
    const own = line(this.#tree, direct, NAMES[edge]);
    if (own !== undefined) return own;
    const inner = INNER[edge];
    const isOuter = isAtEdge(edge, place);
    for (const { tree, node } of this.#conditioned(conditions, W.tcPr)) {
      const borders = tree.child(node, W.tcBorders);
      const said = line(tree, borders, NAMES[edge]) ?? (isOuter ? undefined : line(tree, borders, inner));
      if (said !== undefined) return said;
    }
    const wanted = isOuter ? NAMES[edge] : inner;
    const ofTable = line(this.#tree, child(this.#tree, this.#table.properties, W.tblBorders), wanted);
    if (ofTable !== undefined) return ofTable;
    for (const { tree, node } of this.#styled(W.tblPr)) {
      const said = line(tree, tree.child(node, W.tblBorders), wanted);
      if (said !== undefined) return said;
    }
    return undefined;
  }

  #fill(conditions: readonly string[]): string | undefined {
    for (const { tree, node } of [...this.#conditioned(conditions, W.tcPr), ...this.#styled(W.tcPr)]) {
      const said = attributeIn(tree, child(tree, node, W.shd), W.fill);
      if (said !== undefined) return color(said);
    }
    return undefined;
  }

  #margins(cell: TableCell): Declarations {
    const sources: StyleProperty[] = [
      { tree: this.#tree, node: child(this.#tree, cell.properties, W.tcMar) },
      { tree: this.#tree, node: child(this.#tree, this.#table.properties, W.tblCellMar) },
      ...this.#styled(W.tblPr).map(({ tree, node }) => ({ tree, node: tree.child(node, W.tblCellMar) })),
    ];
    const margin = (name: NameId, other: NameId, usual: number): string => {
      for (const { tree, node } of sources) {
        const read = measureIn(tree, child(tree, node, name), W.w) ?? measureIn(tree, child(tree, node, other), W.w);
        if (read !== undefined) return points(read);
      }
      return points(usual);
    };
    const [top, bottom] = [margin(W.top, W.top, 0), margin(W.bottom, W.bottom, 0)];
    return `padding:${top} ${margin(W.right, W.end, USUAL_MARGIN)} ${bottom} ${margin(W.left, W.start, USUAL_MARGIN)};`;
  }

  #text(conditions: readonly string[]): Declarations {
    const layers = [...this.#conditioned(conditions, W.rPr), ...this.#styled(W.rPr)];
    const formatting = layers.map(({ tree, node }): Layer => ({ kind: "table style", tree, node }));
    return characterCss(formatting, TABLE_LAYERS, this.#fonts);
  }
}

/** Word's default margin at the left and right of a cell, in twentieths of a point. */
const USUAL_MARGIN = 108;
const TABLE_LAYERS: ReadonlySet<Layer["kind"]> = new Set(["table style"]);

/** A side of a cell. */
type Edge = "top" | "left" | "bottom" | "right";
// policy: the sides of a cell
const NAMES = { top: W.top, left: W.left, bottom: W.bottom, right: W.right } as const;
// policy: the lines between cells
const INNER = { top: W.insideH, bottom: W.insideH, left: W.insideV, right: W.insideV } as const;
const EDGES = (["top", "left", "bottom", "right"] as const).map((edge) => [edge, edge] as const);
/** Maps a side to its name in Strict documents, which use the direction of the text. */
// policy: two names of one side
const STRICT: ReadonlyMap<NameId, NameId> = new Map([
  [W.left, W.start],
  [W.right, W.end],
]);

function isAtEdge(edge: Edge, { row, rows, column, columns, columnSpan, rowSpan }: TablePlace): boolean {
  if (edge === "top") return row === 0;
  if (edge === "bottom") return row + rowSpan >= rows;
  return edge === "left" ? column === 0 : column + columnSpan >= columns;
}

function line(tree: Tree, borders: NodeId, name: NameId): string | undefined {
  const strict = STRICT.get(name);
  const own = child(tree, borders, name);
  const node = own === NONE && strict !== undefined ? child(tree, borders, strict) : own;
  if (node === NONE) return undefined;
  return border({
    style: tree.attribute(node, W.val),
    size: tree.attribute(node, W.sz),
    color: tree.attribute(node, W.color),
  });
}

function child(tree: Tree, parent: NodeId, name: NameId): NodeId {
  return parent === NONE ? NONE : tree.child(parent, name);
}

function attributeIn(tree: Tree, node: NodeId, name: NameId): string | undefined {
  return node === NONE ? undefined : tree.attribute(node, name);
}

/** Returns a width in twentieths of a point; undefined for a percentage or an automatic width. */
function measureIn(tree: Tree, node: NodeId, name: NameId): number | undefined {
  const type = attributeIn(tree, node, W.type);
  return type === "pct" || type === "auto" ? undefined : twips(attributeIn(tree, node, name));
}

/** Returns the minimum height of a row, in twentieths of a point. */
export function rowHeight(tree: Tree, properties: NodeId): number | undefined {
  const height = child(tree, properties, W.trHeight);
  const value = wholeNumber(attributeIn(tree, height, W.val));
  return value === undefined || value <= 0 ? undefined : value;
}
