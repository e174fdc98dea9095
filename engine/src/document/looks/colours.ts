// Resolves colours: names of the theme with tint and shade, automatic colours, shading and borders (FMT-2).

import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { WordDocument } from "../open-document.ts";
import { partsOf } from "../text/stories.ts";
import type { PropertyElement } from "./property-layers.ts";

/** Colours and fonts of a document's theme. */
export interface ThemeLook {
  /** Maps names such as `accent1` and `text1` to RRGGBB. */
  readonly colours: ReadonlyMap<string, string>;
  /** Maps names such as `minorHAnsi` and `majorEastAsia` to a font. */
  readonly fonts: ReadonlyMap<string, string>;
}

const SCRIPTS = [
  ["latin", ["Ascii", "HAnsi"]],
  ["ea", ["EastAsia"]],
  ["cs", ["Bidi"]],
] as const;

export function readThemeLook(document: WordDocument): ThemeLook {
  const colours = new Map<string, string>();
  const fonts = new Map<string, string>();
  const [part] = partsOf(document, "theme");
  if (part === undefined) return { colours, fonts };
  const tree = document.package.tree(part);
  const elements = childNamed(tree, tree.root, "themeElements");
  const scheme = childNamed(tree, elements, "clrScheme");
  for (const colour of scheme === NONE ? [] : tree.children(scheme)) {
    const inner = tree.isElement(colour) ? tree.firstChild(colour) : NONE;
    const value =
      inner === NONE ? undefined : (attributeNamed(tree, inner, "lastClr") ?? attributeNamed(tree, inner, "val"));
    if (value !== undefined) colours.set(tree.names.local(tree.name(colour)), value.toUpperCase());
  }
  for (const [role, plain] of MAPPED) {
    const value = colours.get(plain);
    if (value !== undefined && !colours.has(role)) colours.set(role, value);
  }
  const fontScheme = childNamed(tree, elements, "fontScheme");
  for (const role of ["major", "minor"] as const) {
    const font = childNamed(tree, fontScheme, `${role}Font`);
    for (const [script, names] of SCRIPTS) {
      const typeface = attributeNamed(tree, childNamed(tree, font, script), "typeface");
      for (const name of names) if (typeface) fonts.set(`${role}${name}`, typeface);
    }
  }
  return { colours, fonts };
}

/** Maps the names that text uses to those of the theme. */
const MAPPED: readonly (readonly [role: string, plain: string])[] = [
  ["dark1", "dk1"],
  ["light1", "lt1"],
  ["dark2", "dk2"],
  ["light2", "lt2"],
  ["text1", "dk1"],
  ["background1", "lt1"],
  ["text2", "dk2"],
  ["background2", "lt2"],
  ["hyperlink", "hlink"],
  ["followedHyperlink", "folHlink"],
];

function childNamed(tree: Tree, parent: NodeId, local: string): NodeId {
  if (parent === NONE) return NONE;
  return (
    tree.children(parent).find((child) => tree.isElement(child) && tree.names.local(tree.name(child)) === local) ?? NONE
  );
}

function attributeNamed(tree: Tree, node: NodeId, local: string): string | undefined {
  if (node === NONE) return undefined;
  return tree.attributes(node).find(({ name }) => tree.names.local(name) === local)?.value;
}

/** The attributes of an element that hold a colour. */
interface ColourAttributes {
  readonly plain: string;
  readonly theme: string;
  readonly tint: string;
  readonly shade: string;
}

const COLOUR: ColourAttributes = { plain: "color", theme: "themeColor", tint: "themeTint", shade: "themeShade" };
const FILL: ColourAttributes = { plain: "fill", theme: "themeFill", tint: "themeFillTint", shade: "themeFillShade" };

/** Returns RRGGBB, or `auto`. */
export function colourOf(element: PropertyElement, theme: ThemeLook, plain = "color"): string {
  return colourBy(element, theme, { ...COLOUR, plain });
}

function colourBy({ attributes }: PropertyElement, theme: ThemeLook, names: ColourAttributes): string {
  const named = theme.colours.get(attributes.get(names.theme) ?? "");
  if (named === undefined) return (attributes.get(names.plain) ?? "auto").toUpperCase().replace("AUTO", "auto");
  const [tint, shade] = [names.tint, names.shade].map(
    (name) => Number.parseInt(attributes.get(name) ?? "FF", 16) / 255,
  );
  return withLightness(named, (lightness) => lightness * shade! * tint! + (1 - tint!));
}

/** Changes the lightness of a colour, as Word does for tints and shades. */
function withLightness(colour: string, change: (lightness: number) => number): string {
  const [red, green, blue] = [0, 2, 4].map((from) => Number.parseInt(colour.slice(from, from + 2), 16) / 255);
  const most = Math.max(red!, green!, blue!);
  const least = Math.min(red!, green!, blue!);
  const lightness = (most + least) / 2;
  const target = Math.min(1, Math.max(0, change(lightness)));
  if (target === lightness) return colour;
  const chroma = most - least;
  const saturation = chroma === 0 ? 0 : chroma / (1 - Math.abs(2 * lightness - 1));
  const wide = (1 - Math.abs(2 * target - 1)) * saturation;
  const channels = [red!, green!, blue!].map((value) => {
    const at = chroma === 0 ? 0 : (value - least) / chroma;
    return Math.round((target - wide / 2 + at * wide) * 255);
  });
  return channels.map((value) => value.toString(16).padStart(2, "0").toUpperCase()).join("");
}

/** Returns a shading; undefined for none and for white. */
export function shadingOf(element: PropertyElement | undefined, theme: ThemeLook): string | undefined {
  if (element === undefined) return undefined;
  const pattern = element.attributes.get("val") ?? "clear";
  if (pattern === "nil") return undefined;
  const fill = colourBy(element, theme, FILL);
  const ground = fill === "FFFFFF" ? "auto" : fill;
  if (pattern === "clear") return ground === "auto" ? undefined : ground;
  return `${pattern} ${colourBy(element, theme, COLOUR)} ${ground}`;
}

/** Returns a border; undefined for none. A border without a width shows nothing. */
export function borderText(
  element: PropertyElement | undefined,
  theme: ThemeLook,
  hasSpace = true,
): string | undefined {
  if (element === undefined) return undefined;
  const { attributes } = element;
  const line = attributes.get("val") ?? "none";
  const size = Number(attributes.get("sz") ?? "4");
  if (line === "nil" || line === "none" || size === 0) return undefined;
  const space = hasSpace ? ` ${attributes.get("space") ?? "0"}` : "";
  const colour = colourOf(element, theme);
  const shown = colour === "000000" ? "auto" : colour;
  const extras = ["shadow", "frame"].filter((name) => ["1", "true", "on"].includes(attributes.get(name) ?? ""));
  return [`${line} ${size}${space} ${shown}`, ...extras].join(" ");
}
