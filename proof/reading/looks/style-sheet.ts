// Reads the styles, lists and theme of a document, and lists the layers that apply to text (ISO 29500-1, 17.7.2).

import type { ContentPackage } from "../content-package.ts";
import { childNamed, type Element, elementsIn } from "../xml-tree.ts";
import { isSwitchedOn, type Layer, type Level, layer, valOf } from "./layers.ts";
import { findListPlace, type List, type ListPlace, readLists } from "./lists.ts";
import { readTheme, type Theme } from "./theme.ts";

/** The table style around something, with the names of its conditional parts that apply, nearest first. */
export interface TableStyle {
  readonly id: string | undefined;
  readonly parts: readonly string[];
}

/** The surroundings of text. */
export interface TextPlace {
  readonly style: string | undefined;
  readonly table: TableStyle | undefined;
}

/** The conditional parts of a table style. */
export const TABLE_PARTS =
  "wholeTable band1Horz band2Horz band1Vert band2Vert firstRow lastRow firstCol lastCol nwCell neCell swCell seCell".split(
    " ",
  );

export type StyleKind = "paragraph" | "character" | "table";

export class StyleSheet {
  readonly theme: Theme;
  readonly lists: ReadonlyMap<string, List>;
  readonly styles: readonly Element[];
  /** True if the settings let lines break in words. */
  readonly isHyphenated: boolean;
  readonly #defaults: Element | undefined;
  /** Maps a kind and an id to their chain. Some documents have thousands of styles. */
  readonly #chains = new Map<string, readonly Element[]>();

  /** `theme` replaces the theme of the document. */
  constructor(file: ContentPackage, theme?: Theme) {
    const rootOf = (kind: string): Element | undefined => {
      const part = file.related(file.main, kind);
      return part === undefined ? undefined : file.tree(part);
    };
    const styles = rootOf("styles");
    this.isHyphenated = isSwitchedOn(childNamed(rootOf("settings"), "w:autoHyphenation"));
    this.theme = theme ?? readTheme(rootOf("theme"));
    this.lists = readLists(rootOf("numbering"));
    this.styles = styles === undefined ? [] : elementsIn(styles).filter(({ name }) => name === "w:style");
    this.#defaults = childNamed(styles, "w:docDefaults");
  }

  /** Returns a style and those that it is based on. An id without a style of the kind means the default style. */
  chain(kind: StyleKind, id: string | undefined): readonly Element[] {
    const key = `${kind} ${id ?? ""}`;
    const known = this.#chains.get(key) ?? this.#readChain(kind, id);
    this.#chains.set(key, known);
    return known;
  }

  #readChain(kind: StyleKind, id: string | undefined): Element[] {
    const found: Element[] = [];
    let next = (id === undefined ? undefined : this.#find(kind, id)) ?? this.#defaultOf(kind);
    while (next !== undefined && !found.includes(next)) {
      found.push(next);
      const parent = valOf(childNamed(next, "w:basedOn"));
      next = parent === undefined ? undefined : this.#find(kind, parent);
    }
    return found;
  }

  /** Returns what a character style alone sets. */
  characterLayers(id: string | undefined): Layer[] {
    return layersOf("character", this.chain("character", id), "w:rPr");
  }

  runLayers(direct: Element | undefined, { style, table }: TextPlace): Layer[] {
    const character = valOf(childNamed(direct, "w:rStyle"));
    return [
      ...layer("direct", direct),
      ...this.characterLayers(character),
      ...layersOf("paragraph", this.chain("paragraph", style), "w:rPr"),
      ...this.tableLayers(table, "w:rPr"),
      ...layer("defaults", childNamed(childNamed(this.#defaults, "w:rPrDefault"), "w:rPr")),
    ];
  }

  /** Returns the layers of a paragraph. A list is as near as what names it: the paragraph, or one of its styles. */
  paragraphLayers(direct: Element | undefined, { style, table }: TextPlace): Layer[] {
    const chain = this.chain("paragraph", style);
    const place = this.listPlace(direct, style);
    const nearer = chain.slice(0, place?.styles ?? 0);
    return [
      ...layer("direct", direct),
      ...layersOf("paragraph", nearer, "w:pPr"),
      ...layer("list", childNamed(place?.level, "w:pPr")),
      ...layersOf("paragraph", chain.slice(nearer.length), "w:pPr"),
      ...this.tableLayers(table, "w:pPr"),
      ...layer("defaults", childNamed(childNamed(this.#defaults, "w:pPrDefault"), "w:pPr")),
    ];
  }

  listPlace(direct: Element | undefined, style: string | undefined): ListPlace | undefined {
    return findListPlace(this.lists, direct, this.chain("paragraph", style));
  }

  /** Returns the layers of a table style: its conditional parts, and then the style itself. */
  tableLayers(table: TableStyle | undefined, holder: string): Layer[] {
    if (table === undefined) return [];
    const chain = this.chain("table", table.id);
    return [...this.conditionalLayers(table, holder), ...layersOf("table", chain, holder)];
  }

  conditionalLayers({ id, parts }: TableStyle, holder: string): Layer[] {
    const all = this.chain("table", id)
      .flatMap(elementsIn)
      .filter(({ name }) => name === "w:tblStylePr");
    return parts.flatMap((part) =>
      all
        .filter(({ attributes }) => attributes.get("w:type") === part)
        .flatMap((found) => layer("table", childNamed(found, holder))),
    );
  }

  #find(kind: StyleKind, id: string): Element | undefined {
    return this.styles.find((style) => kindOf(style) === kind && style.attributes.get("w:styleId") === id);
  }

  #defaultOf(kind: StyleKind): Element | undefined {
    const all = this.styles.filter((style) => kindOf(style) === kind);
    // Word takes the style called Normal for paragraphs if no style is marked (FMT-50).
    const unmarked = kind === "paragraph" ? all.find((style) => /^normal$/i.test(nameOf(style))) : undefined;
    return all.findLast(isDefault) ?? unmarked;
  }
}

export function kindOf({ attributes }: Element): string {
  return attributes.get("w:type") ?? "paragraph";
}

export function nameOf(style: Element): string {
  return valOf(childNamed(style, "w:name")) ?? "";
}

function isDefault(style: Element): boolean {
  const value = style.attributes.get("w:default");
  return value !== undefined && isSwitchedOn({ ...style, attributes: new Map([["w:val", value]]) });
}

function layersOf(level: Level, chain: readonly Element[], holder: string): Layer[] {
  return chain.flatMap((style) => layer(level, childNamed(style, holder)));
}
