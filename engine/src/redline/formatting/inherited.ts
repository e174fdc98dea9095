// Computes the properties that carrier styles and defaults give where direct properties are silent.
//
// The redline has these styles in both views. So a direct property that repeats an inherited value changes nothing that
// readers see.

import {
  findStyle,
  type Style,
  type StyleKind,
  type StyleTable,
  styleChain,
} from "../../document/formatting/styles.ts";
import { W } from "../../document/word-names.ts";
import { foldName } from "../../ooxml/parts/part-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { readSaid, type Said, SWITCHES } from "./said.ts";

// policy: marks, lists and sections of styles are read elsewhere
const PLAIN = { leftOut: new Set([W.rPr, W.numPr, W.rStyle, W.pStyle, W.sectPr]), styleName: () => undefined };

/** The value of a switch that a paragraph style and a character style both set. The result depends on both. */
const UNSURE = "?";

export class Inherited {
  readonly #styles: StyleTable;
  /** Maps kind and name to the first such style. */
  readonly #byName: ReadonlyMap<string, Style>;
  readonly #known = new Map<string, Said>();
  readonly #numbered = new Map<string, boolean>();

  constructor(styles: StyleTable) {
    this.#styles = styles;
    this.#byName = new Map(
      [...styles.byId.values()].reverse().map((style) => [`${style.kind} ${foldName(style.name)}`, style]),
    );
  }

  /**
   * Returns the style that another document calls by this id and name: its id in the carrier, or empty for the default
   * style. Undefined if the carrier lacks the style.
   */
  find(kind: StyleKind, id: string, name: string): string | undefined {
    const own = this.#styles.byId.get(id);
    const named = name === "" ? undefined : this.#byName.get(`${kind} ${foldName(name)}`);
    const style = own?.kind === kind ? own : named;
    if (style === undefined) return undefined;
    return this.#styles.defaults.get(kind) === style ? "" : style.id;
  }

  hasDefault(kind: StyleKind): boolean {
    return this.#styles.defaults.has(kind);
  }

  /** True if a style with this id exists. The empty id names the default style and always counts as existing. */
  has(kind: StyleKind, id: string): boolean {
    return id === "" || this.#styles.byId.get(id)?.kind === kind;
  }

  /** Returns the properties of a run without direct properties. */
  run(paragraphStyle: string, characterStyle: string): Said {
    return this.#remember(`r ${paragraphStyle}\0${characterStyle}`, () => {
      const paragraph = this.#chain("paragraph", paragraphStyle, "rPr");
      const character = this.#chain("character", characterStyle, "rPr");
      const merged = layered([this.#defaults("rPr"), paragraph, character]);
      for (const [path] of character) if (SWITCHES.has(path) && paragraph.has(path)) merged.set(path, UNSURE);
      return merged;
    });
  }

  /** Returns the properties of a paragraph without direct properties. */
  paragraph(style: string): Said {
    return this.#remember(`p ${style}`, () => {
      return layered([this.#defaults("pPr"), this.#chain("paragraph", style, "pPr")]);
    });
  }

  /** True if a paragraph style puts its paragraphs in a list. */
  isNumbered(style: string): boolean {
    const known = this.#numbered.get(style);
    if (known !== undefined) return known;
    const { tree } = this.#styles;
    const isNumbered = this.#stylesOf("paragraph", style).some(({ node }) => {
      const properties = tree!.child(node, W.pPr);
      return properties !== NONE && tree!.child(properties, W.numPr) !== NONE;
    });
    this.#numbered.set(style, isNumbered);
    return isNumbered;
  }

  #remember(key: string, find: () => Said): Said {
    const known = this.#known.get(key) ?? find();
    this.#known.set(key, known);
    return known;
  }

  #stylesOf(kind: StyleKind, id: string): Style[] {
    return styleChain(this.#styles, findStyle(this.#styles, kind, id === "" ? undefined : id));
  }

  #chain(kind: StyleKind, id: string, properties: "pPr" | "rPr"): Map<string, string> {
    const { tree } = this.#styles;
    const layers = this.#stylesOf(kind, id).map(({ node }) => this.#read(tree!.child(node, W[properties])));
    return layered(layers.reverse());
  }

  #defaults(properties: "pPr" | "rPr"): Said {
    const { tree, documentDefaults } = this.#styles;
    if (tree === undefined || documentDefaults === NONE) return new Map();
    const wrapper = tree.child(documentDefaults, properties === "pPr" ? W.pPrDefault : W.rPrDefault);
    return wrapper === NONE ? new Map() : this.#read(tree.child(wrapper, W[properties]));
  }

  #read(node: NodeId): Said {
    return readSaid(this.#styles.tree!, node, PLAIN);
  }
}

/**
 * Merges layers; later layers override earlier ones. A property removes the one that it excludes (`EXCLUDING`) from
 * earlier layers.
 */
function layered(layers: readonly Said[]): Map<string, string> {
  const merged = new Map<string, string>();
  for (const said of layers) {
    for (const path of said.keys()) merged.delete(EXCLUDING.get(path) ?? path);
    for (const [path, value] of said) merged.set(path, value);
  }
  return merged;
}

/**
 * Maps each property to the one that it excludes: a font by name or by theme role; a first-line indent or a hanging
 * one.
 */
const EXCLUDING: ReadonlyMap<string, string> = new Map(
  [
    ["rFonts@ascii", "rFonts@asciiTheme"],
    ["rFonts@hAnsi", "rFonts@hAnsiTheme"],
    ["rFonts@eastAsia", "rFonts@eastAsiaTheme"],
    ["rFonts@cs", "rFonts@cstheme"],
    ["ind@firstLine", "ind@hanging"],
  ].flatMap(([one, other]) => [
    [one!, other!],
    [other!, one!],
  ]),
);

/** The value of each property if neither direct properties nor styles set it. */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ["u", "none"],
  ["highlight", "none"],
  ["vertAlign", "baseline"],
  ["color", "auto"],
  ["jc", "left"],
  ["effect", "none"],
  ["em", "none"],
  ["position", "0"],
  ["kern", "0"],
  ["spacing", "0"],
  ["w", "100"],
  ["spacing@before", "0"],
  ["spacing@after", "0"],
  ["spacing@line", "240"],
  ["spacing@lineRule", "auto"],
  ["spacing@beforeAutospacing", "0"],
  ["spacing@afterAutospacing", "0"],
  ["ind@left", "0"],
  ["ind@right", "0"],
  ["ind@firstLine", "0"],
  ["ind@hanging", "0"],
  ["outlineLvl", "9"],
  ["textAlignment", "auto"],
]);
/** Switches that are on unless a property turns them off. */
const ON_BY_DEFAULT: ReadonlySet<string> = new Set(
  "widowControl kinsoku wordWrap overflowPunct autoSpaceDE autoSpaceDN adjustRightInd snapToGrid".split(" "),
);

/** Returns the properties that differ from the inherited ones and from the defaults. */
export function beyond(said: Said, inherited: Said): Said {
  const found = new Map<string, string>();
  for (const [path, value] of said) if (value !== (inherited.get(path) ?? defaultOf(path))) found.set(path, value);
  return found;
}

function defaultOf(path: string): string | undefined {
  if (SWITCHES.has(path)) return ON_BY_DEFAULT.has(path) ? "on" : "off";
  return DEFAULTS.get(path);
}
