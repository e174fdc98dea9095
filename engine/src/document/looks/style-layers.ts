// Finds the layers of properties that apply to a run or a paragraph in its own document.
//
// The layers are those of `formatting.ts`, for properties that are given and not read at their node: a property change
// records properties that no paragraph has. Parts of table styles are added by the conditions of the cell (FMT-7).

import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import {
  findStyle,
  readStyles,
  type Style,
  type StyleKind,
  type StyleTable,
  styleChain,
} from "../formatting/styles.ts";
import { type ListLevel, type ListPlace, listPlaceBy, type Numbering, numberingOf } from "../lists/numbering.ts";
import type { WordDocument } from "../open-document.ts";
import { readSettings } from "../settings.ts";
import { wholeNumber } from "../values.ts";
import { W } from "../word-names.ts";
import { readThemeLook, type ThemeLook } from "./colours.ts";
import {
  NO_PROPERTIES,
  type Properties,
  type PropertyLayer,
  PropertyLayers,
  readPropertyElements,
} from "./property-layers.ts";

/** The table style around a paragraph, and its conditional parts that apply, nearest first. */
export interface TablePart {
  /** The id of the style; undefined for the default table style. */
  readonly style: string | undefined;
  readonly conditions: readonly string[];
  /** The conditions that the table allows; undefined if its style has no conditional parts. */
  readonly allowed: readonly string[] | undefined;
}

/** The styles around text, which its formatting depends on besides its own properties. */
export interface StylePlace {
  /** The id of the paragraph style; undefined for the default style. */
  readonly style: string | undefined;
  /** Undefined outside tables. */
  readonly table: TablePart | undefined;
}

type Holder = "pPr" | "rPr" | "tcPr" | "tblPr" | "trPr";

export class StyleLayers {
  readonly styles: StyleTable;
  readonly numbering: Numbering;
  readonly theme: ThemeLook;
  /** True if the document hyphenates words. */
  readonly isHyphenated: boolean;
  readonly #read = new Map<string, Properties>();
  readonly #levels = new Map<NodeId, Properties>();
  readonly #behind = new Map<string, readonly PropertyLayer[]>();

  constructor(document: WordDocument) {
    this.styles = readStyles(document);
    this.numbering = numberingOf(document, this.styles);
    this.theme = readThemeLook(document);
    this.isHyphenated = readSettings(document).autoHyphenation;
  }

  ofRun(direct: Properties, { style, table }: StylePlace): PropertyLayers {
    const character = direct.get("rStyle")?.attributes.get("val");
    const key = `r\0${character}\0${style}\0${tableKey(table)}`;
    const behind = this.#remember(key, () => [
      ...this.#chain("character", character, "character style", "rPr"),
      ...this.#chain("paragraph", style, "paragraph style", "rPr"),
      ...this.tableLayers(table, "rPr"),
      ...this.#defaults("rPr"),
    ]);
    return new PropertyLayers([{ kind: "direct", properties: direct }, ...behind]);
  }

  /** Returns the layers that a character style alone sets. */
  ofCharacterStyle(id: string): PropertyLayers {
    return new PropertyLayers(this.#chain("character", id, "character style", "rPr"));
  }

  /** Returns the layers that a table style alone sets for text. */
  ofTableText(table: Pick<TablePart, "style" | "conditions">): PropertyLayers {
    return new PropertyLayers(this.tableLayers(table, "rPr"));
  }

  /** Returns the run properties that a level sets for its label. */
  labelProperties(level: ListLevel): Properties {
    return this.#properties(this.numbering.tree, level.node, "rPr");
  }

  ofParagraph(direct: Properties, { style, table }: StylePlace): PropertyLayers {
    const place = this.listPlace(direct, style);
    const key = `p\0${style}\0${tableKey(table)}\0${place?.list.numId}\0${place?.level}\0${place?.style?.id}`;
    const behind = this.#remember(key, () => this.#behindParagraph({ style, table }, place));
    return new PropertyLayers([{ kind: "direct", properties: direct }, ...behind]);
  }

  listPlace(direct: Properties, style: string | undefined): ListPlace | undefined {
    const numbering = direct.get("numPr");
    const childValue = (name: string): string | undefined =>
      numbering?.children.find((child) => child.name === name)?.attributes.get("val");
    return listPlaceBy(this.numbering, { numId: childValue("numId"), level: wholeNumber(childValue("ilvl")), style });
  }

  levelOf(place: ListPlace | undefined): ListLevel | undefined {
    return place?.list.levels.get(place.level);
  }

  /** Returns the paragraph properties that the level of a list sets. */
  levelParagraph(place: ListPlace): Properties {
    const level = this.levelOf(place);
    return level === undefined ? NO_PROPERTIES : this.#properties(this.numbering.tree, level.node, "pPr");
  }

  /** Returns the elements of a w:lvl. */
  levelElement(level: ListLevel): Properties {
    const tree = this.numbering.tree!;
    const known = this.#levels.get(level.node) ?? readPropertyElements(tree, level.node);
    this.#levels.set(level.node, known);
    return known;
  }

  /** Returns the layers of a table style, with its conditional parts first. */
  tableLayers(table: Pick<TablePart, "style" | "conditions"> | undefined, holder: Holder): PropertyLayer[] {
    if (table === undefined) return [];
    const chain = this.#stylesOf("table", table.style);
    const conditional = table.conditions.flatMap((condition) =>
      chain.flatMap(({ node }) => this.#conditionalPart(node, condition, holder)),
    );
    return [...conditional, ...this.#layersOf(chain, "table style", holder)];
  }

  /** Returns the number of rows or columns in a band of a table style. */
  bandSize(style: string | undefined, name: "tblStyleRowBandSize" | "tblStyleColBandSize"): number {
    const layers = new PropertyLayers(this.tableLayers({ style, conditions: [] }, "tblPr"));
    return Math.max(1, wholeNumber(layers.value(name)) ?? 1);
  }

  /** True if a table style has conditional parts. */
  hasConditions(style: string | undefined): boolean {
    const { tree } = this.styles;
    return this.#stylesOf("table", style).some(({ node }) => tree!.child(node, W.tblStylePr) !== NONE);
  }

  #behindParagraph({ style, table }: StylePlace, place: ListPlace | undefined): PropertyLayer[] {
    const level = this.levelOf(place);
    const list = level === undefined ? [] : layer("list", this.#properties(this.numbering.tree, level.node, "pPr"));
    const chain = this.#stylesOf("paragraph", style);
    const end = place?.style === undefined ? 0 : chain.indexOf(place.style) + 1;
    const byStyle = (styles: readonly Style[]): PropertyLayer[] => this.#layersOf(styles, "paragraph style", "pPr");
    return [
      ...byStyle(chain.slice(0, end)),
      ...list,
      ...byStyle(chain.slice(end)),
      ...this.tableLayers(table, "pPr"),
      ...this.#defaults("pPr"),
    ];
  }

  #stylesOf(kind: StyleKind, id: string | undefined): Style[] {
    return styleChain(this.styles, findStyle(this.styles, kind, id));
  }

  #chain(kind: StyleKind, id: string | undefined, layerKind: PropertyLayer["kind"], holder: Holder): PropertyLayer[] {
    return this.#layersOf(this.#stylesOf(kind, id), layerKind, holder);
  }

  #layersOf(styles: readonly Style[], kind: PropertyLayer["kind"], holder: Holder): PropertyLayer[] {
    return styles.flatMap(({ node }) => layer(kind, this.#properties(this.styles.tree, node, holder)));
  }

  #conditionalPart(style: NodeId, condition: string, holder: Holder): PropertyLayer[] {
    const tree = this.styles.tree!;
    return tree.children(style).flatMap((child) => {
      const isPart = tree.name(child) === W.tblStylePr && tree.attribute(child, W.type) === condition;
      return isPart ? layer("conditional", this.#properties(tree, child, holder)) : [];
    });
  }

  #defaults(holder: "pPr" | "rPr"): PropertyLayer[] {
    const { tree, documentDefaults } = this.styles;
    if (documentDefaults === NONE) return [];
    const wrapper = tree!.child(documentDefaults, holder === "pPr" ? W.pPrDefault : W.rPrDefault);
    return wrapper === NONE ? [] : layer("defaults", this.#properties(tree, wrapper, holder));
  }

  #properties(tree: Tree | undefined, owner: NodeId, holder: Holder): Properties {
    if (tree === undefined) return NO_PROPERTIES;
    const key = `${tree === this.styles.tree}\0${owner}\0${holder}`;
    const known = this.#read.get(key) ?? readPropertyElements(tree, tree.child(owner, W[holder]));
    this.#read.set(key, known);
    return known;
  }

  #remember(key: string, find: () => readonly PropertyLayer[]): readonly PropertyLayer[] {
    const known = this.#behind.get(key) ?? find();
    this.#behind.set(key, known);
    return known;
  }
}

function layer(kind: PropertyLayer["kind"], properties: Properties): PropertyLayer[] {
  return properties.size === 0 ? [] : [{ kind, properties }];
}

/** Returns a key for the style and the parts of a table; empty outside tables. */
export function tableKey(table: TablePart | undefined): string {
  return table === undefined ? "" : `${table.style}\0${table.conditions.join()}`;
}
