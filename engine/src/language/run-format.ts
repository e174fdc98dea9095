// Reads and writes the `format` object of text (EDT-60): direct properties of `w:rPr`.
//
// A theme font has no name here. The font, size, bold and italic of complex scripts have no keys of their own: writing
// a key sets them too, as Word does.

import { twips } from "../document/values.ts";
import { W } from "../document/word-names.ts";
import type { NodeId, Tree } from "../ooxml/xml/tree.ts";
import { colour, readColour, shadingKey, writeColour } from "./colours.ts";
import {
  type FormatProblems,
  type FormatProperty,
  formatProblems,
  formatSchema,
  formatShapes,
  formatTable,
  readFormat,
  switchKey,
  valueKey,
  writeFormat,
} from "./format-keys.ts";
import { bool, either, numbers, oneOf, only, words } from "./value-shapes.ts";

export type Underline = "single" | "double" | "thick" | "dotted" | "dashed" | "wavy" | "words";

/** The format as it is read. False means off, even if the style sets the property. */
export interface RunFormat {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strikethrough?: boolean;
  readonly double_strikethrough?: boolean;
  readonly small_caps?: boolean;
  readonly all_caps?: boolean;
  readonly hidden?: boolean;
  /** Read as a name or as false. When written, true means single. */
  readonly underline?: boolean | Underline;
  readonly vertical_align?: "superscript" | "subscript" | "baseline" | false;
  readonly font?: string;
  /** In points. */
  readonly size?: number;
  /** `#RRGGBB` or `auto`. */
  readonly color?: string;
  readonly highlight?: string | false;
  readonly shading?: string | false;
  /** In points. */
  readonly character_spacing?: number;
  readonly character_style?: string;
  readonly language?: string;
}

/** A change to be written. Null removes a direct setting, and an absent key changes nothing. */
export type RunFormatChange = { readonly [Key in keyof RunFormat]?: RunFormat[Key] | null };

/** Returns the keys that a `w:rPr` sets; undefined if it sets nothing or is `NONE`. */
export function readRunFormat({ tree }: { readonly tree: Tree }, properties: NodeId): RunFormat | undefined {
  return readFormat(runFormat, tree, properties);
}

/** Sets and removes properties of a `w:rPr` as a checked format requests. Elements are in the order of the schema. */
export function writeRunFormat({ tree }: { readonly tree: Tree }, properties: NodeId, format: RunFormatChange): void {
  writeFormat(runFormat, tree, properties, format);
}

/** Returns the unknown keys of an object, and the keys with an invalid value. */
export function runFormatProblems(format: object): FormatProblems {
  return formatProblems(runFormat, format);
}

const UNDERLINES: ReadonlyMap<string, Underline | false> = new Map<string, Underline | false>([
  ["single", "single"],
  ["double", "double"],
  ["thick", "thick"],
  ["dotted", "dotted"],
  ["dash", "dashed"],
  ["wave", "wavy"],
  ["words", "words"],
  ["none", false],
  // A style without a name of its own is reported as the most similar one. Only the first of each is written.
  ["dottedHeavy", "dotted"],
  ["dashedHeavy", "dashed"],
  ["dashLong", "dashed"],
  ["dashLongHeavy", "dashed"],
  ["dotDash", "dashed"],
  ["dashDotHeavy", "dashed"],
  ["dotDotDash", "dashed"],
  ["dashDotDotHeavy", "dashed"],
  ["wavyHeavy", "wavy"],
  ["wavyDouble", "wavy"],
]);

const HIGHLIGHTS: ReadonlyMap<string, string | false> = new Map<string, string | false>([
  ...["yellow", "green", "cyan", "magenta", "blue", "red", "black", "white"].map((name) => [name, name] as const),
  ["darkBlue", "dark_blue"],
  ["darkCyan", "dark_cyan"],
  ["darkGreen", "dark_green"],
  ["darkMagenta", "dark_magenta"],
  ["darkRed", "dark_red"],
  ["darkYellow", "dark_yellow"],
  ["darkGray", "gray"],
  ["lightGray", "light_gray"],
  ["none", false],
]);

/** Returns the first word of the format that reads as a value of ours. */
function wordFor<Value>(table: ReadonlyMap<string, Value>, value: unknown): string {
  for (const [written, read] of table) if (read === value) return written;
  return "none";
}

const namesIn = (table: ReadonlyMap<string, string | false>): string[] =>
  [...new Set(table.values())].filter((value) => value !== false);

const vertical = ["superscript", "subscript", "baseline"];

const fontKey: FormatProperty = {
  shape: words(/^[^\u0000-\u001f]+$/, { longest: 64, says: "the name of a font, up to 64 characters" }),
  element: W.rFonts,
  read: (tree, node) => (tree.attribute(node, W.asciiTheme) === undefined ? tree.attribute(node, W.ascii) : undefined),
  say: (value) => [
    // attributes
    ...[W.ascii, W.hAnsi, W.cs].map((name) => [name, value === null ? undefined : String(value)] as const),
    // attributes
    ...[W.asciiTheme, W.hAnsiTheme, W.cstheme].map((name) => [name, undefined] as const),
  ],
};

const colourKey: FormatProperty = {
  shape: either(only("auto"), colour),
  element: W.color,
  read: (tree, node) => {
    const value = tree.attribute(node, W.val);
    return value === "auto" ? value : readColour(value);
  },
  say: (value) => [
    [W.val, value === null ? undefined : value === "auto" ? "auto" : writeColour(value)],
    // attributes
    ...[W.themeColor, W.themeTint, W.themeShade].map((name) => [name, undefined] as const),
  ],
};

/** Returns a size in points. A number without a unit counts half points. */
function readSize(value: string): number | undefined {
  const measure = twips(value);
  return measure === undefined ? undefined : /[a-z]$/.test(value) ? measure / 20 : measure / 2;
}

const ORDER =
  "ins del moveFrom moveTo rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath rPrChange";

const same = { read: (value: string) => value, write: String };

const runFormat = formatTable(
  {
    bold: switchKey(W.b, W.bCs),
    italic: switchKey(W.i, W.iCs),
    strikethrough: switchKey(W.strike),
    double_strikethrough: switchKey(W.dstrike),
    small_caps: switchKey(W.smallCaps),
    all_caps: switchKey(W.caps),
    hidden: switchKey(W.vanish),
    underline: valueKey(W.u, {
      shape: either(bool, oneOf(namesIn(UNDERLINES))),
      read: (value) => UNDERLINES.get(value),
      write: (value) => (value === true ? "single" : wordFor(UNDERLINES, value)),
    }),
    vertical_align: valueKey(W.vertAlign, {
      shape: either(oneOf(vertical), only(false)),
      read: (value) => value,
      write: (value) => (value === false ? "baseline" : String(value)),
    }),
    font: fontKey,
    size: valueKey(W.sz, {
      shape: numbers({ least: 1, most: 1638, step: 0.5, unit: "points" }),
      twins: [W.szCs],
      read: readSize,
      write: (value) => `${Number(value) * 2}`,
    }),
    color: colourKey,
    highlight: valueKey(W.highlight, {
      shape: either(oneOf(namesIn(HIGHLIGHTS)), only(false)),
      read: (value) => HIGHLIGHTS.get(value),
      write: (value) => wordFor(HIGHLIGHTS, value),
    }),
    shading: shadingKey,
    character_spacing: valueKey(W.spacing, {
      shape: numbers({ least: -100, most: 100, unit: "points" }),
      read: (value) => points(twips(value)),
      write: (value) => `${Math.round(Number(value) * 20)}`,
    }),
    character_style: valueKey(W.rStyle, {
      shape: words(/^[^\u0000-\u001f]+$/, { longest: 255, says: "the id of a character style" }),
      ...same,
    }),
    language: valueKey(W.lang, {
      shape: words(/^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/, { longest: 85, says: "a language tag such as en-GB" }),
      ...same,
    }),
  } satisfies Readonly<Record<keyof RunFormat, FormatProperty>>,
  {
    order: ORDER,
    meanings: {
      bold: "Bold text.",
      italic: "Italic text.",
      strikethrough: "A line through the text.",
      double_strikethrough: "Two lines through the text.",
      small_caps: "Lower-case letters as small capitals.",
      all_caps: "All letters as capitals; the text itself does not change.",
      hidden: "Hidden text.",
      underline: "The kind of underline; true is single.",
      vertical_align: "Raised or lowered text.",
      font: "The name of the font.",
      size: "The font size in points.",
      color: "The colour of the text.",
      highlight: "The highlighter colour behind the text.",
      shading: "The background colour.",
      character_spacing: "Extra space between characters, in points.",
      character_style: "The id of a character style.",
      language: "The language of the text, for spelling and hyphenation.",
    },
  },
);

function points(measure: number | undefined): number | undefined {
  return measure === undefined ? undefined : measure / 20;
}

/** The JSON Schema of a format as it is read. */
export const runFormatSchema = formatSchema(runFormat);
/** Maps a key to the shape of its values. */
export const runFormatShapes = formatShapes(runFormat);
