// Converts character formatting to CSS declarations.
//
// CSS inherits as the document does: defaults are on the whole page, a table style on its cells, a paragraph style on
// the paragraph. Only the properties that a run or its character style sets are on the run. So a class contains only
// what its own layers set (HTM-12).

import { attributeOf, type Formatting, isToggledOn, propertyOf } from "../../document/formatting/formatting.ts";
import type { Layer, LayerKind } from "../../document/formatting/styles.ts";
import { type ThemeFonts, themeFont } from "../../document/formatting/theme-fonts.ts";
import { isOnValue, twips } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { color, type Declarations, fontFamily, highlightColor, points } from "./css-values.ts";

export interface FontUse {
  readonly theme: ThemeFonts;
  /** The families to request from the web-font provider. */
  readonly web: Set<string>;
}

/**
 * Remembers the result for a formatting, because most runs and paragraphs share theirs with others. The code in formatting.ts finds
 * the layers after the direct one once per style, so the first of them identifies all.
 */
export class FormattingMemory<Value> {
  readonly #known = new Map<Layer | undefined, Map<string, Value>>();

  /** Returns the remembered or a new value. `also` names everything else that the value depends on. */
  of(formatting: Formatting, also: string, make: () => Value): Value {
    const [first, second] = formatting;
    const isDirect = first?.kind === "direct";
    const behind = isDirect ? second : first;
    const key = isDirect ? `${also}${saidBy(first.tree, first.node)}` : also;
    const values = this.#known.get(behind) ?? new Map<string, Value>();
    this.#known.set(behind, values);
    const known = values.get(key);
    if (known !== undefined) return known;
    const made = make();
    values.set(key, made);
    return made;
  }
}

const EARLIER: ReadonlySet<NameId> = new Set([W.rPrChange, W.pPrChange]);

/**
 * Returns a key for the properties that an element sets, without their old values. The separators cannot occur in a
 * document.
 */
function saidBy(tree: Tree, node: NodeId): string {
  let said = "";
  for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
    const name = tree.name(child);
    if (EARLIER.has(name) || !tree.isElement(child)) continue;
    said += `\0${name}`;
    for (const { name: attribute, value } of tree.attributes(child)) said += `\x01${attribute}\x02${value}`;
    const below = saidBy(tree, child);
    if (below !== "") said += `\x03${below}\x04`;
  }
  return said;
}

/** Returns the declarations of some of the layers of a text. A toggle property depends on all layers. */
export function characterCss(formatting: Formatting, kinds: ReadonlySet<LayerKind>, fonts: FontUse): Declarations {
  const own = formatting.filter(({ kind }) => kinds.has(kind));
  if (own.length === 0) return "";
  const value = (name: NameId): string | undefined => attributeOf(own, name, W.val);
  const isSaid = (name: NameId): boolean => propertyOf(own, name) !== undefined;
  const toggle = (name: NameId, on: string, off: string): string =>
    isSaid(name) ? (isToggledOn(formatting, name) ? on : off) : "";
  return [
    fontCss(own, fonts),
    sizeCss(value(W.sz)),
    toggle(W.b, "font-weight:700;", "font-weight:400;"),
    toggle(W.i, "font-style:italic;", "font-style:normal;"),
    toggle(W.caps, "text-transform:uppercase;", "text-transform:none;"),
    toggle(W.smallCaps, "font-variant-caps:small-caps;", "font-variant-caps:normal;"),
    lineCss(own, formatting),
    colorCss(own),
    verticalCss(value(W.vertAlign)),
    spacingCss(attributeOf(own, W.spacing, W.val)),
  ].join("");
}

/** Returns the font and its line height. */
export function fontCss(own: Formatting, { theme, web }: FontUse): Declarations {
  const named = themeFont(theme, attributeOf(own, W.rFonts, W.asciiTheme, W.hAnsiTheme));
  const family = fontFamily(named ?? attributeOf(own, W.rFonts, W.ascii, W.hAnsi));
  if (family === undefined) return "";
  if (family.web !== undefined) web.add(family.web);
  return `font-family:${family.stack};--lh:${family.lineHeight};`;
}

/** Converts half points. */
export function sizeCss(value: string | undefined): Declarations {
  const size = twips(value);
  return size === undefined || size < 2 || size > 3276 ? "" : `font-size:${size / 2}pt;`;
}

const UNDERLINES: ReadonlyMap<string, string> = new Map([
  ["double", "double"],
  ["dotted", "dotted"],
  ["dash", "dashed"],
  ["wave", "wavy"],
]);

function lineCss(own: Formatting, formatting: Formatting): Declarations {
  const underline = attributeOf(own, W.u, W.val);
  const isStruck = [W.strike, W.dstrike].some((name) => propertyOf(own, name) !== undefined);
  if (underline === undefined && !isStruck) return "";
  const all = attributeOf(formatting, W.u, W.val);
  const lines = [
    ...(all === undefined || all === "none" ? [] : ["underline"]),
    ...([W.strike, W.dstrike].some((name) => isToggledOn(formatting, name)) ? ["line-through"] : []),
  ];
  const style = UNDERLINES.get(all ?? "");
  return `text-decoration:${lines.join(" ") || "none"}${style === undefined ? "" : ` ${style}`};`;
}

function colorCss(own: Formatting): Declarations {
  const text = color(attributeOf(own, W.color, W.val));
  const fill = highlightColor(attributeOf(own, W.highlight, W.val)) ?? color(attributeOf(own, W.shd, W.fill));
  return `${text === undefined ? "" : `color:${text};`}${fill === undefined ? "" : `background-color:${fill};`}`;
}

function verticalCss(value: string | undefined): Declarations {
  if (value === "superscript") return "vertical-align:super;font-size:.65em;line-height:0;";
  return value === "subscript" ? "vertical-align:sub;font-size:.65em;line-height:0;" : "";
}

function spacingCss(value: string | undefined): Declarations {
  const read = twips(value);
  return read === undefined || read === 0 || Math.abs(read) > 400 ? "" : `letter-spacing:${points(read)};`;
}

/** True if the text is hidden. Word does not show it in the usual views. */
export function isVanished(formatting: Formatting): boolean {
  const hidden = propertyOf(formatting, W.vanish);
  return hidden !== undefined && isOnValue(hidden.tree.attribute(hidden.node, W.val));
}
