// Converts values of a document to CSS.
//
// A file may contain any string instead of a colour, a font or a measure, and a browser executes CSS. A style sheet
// gets only our own numbers and words, six hexadecimal digits, or a checked font name. A font name contains letters,
// digits, spaces, underscores and hyphens (HTM-21).

import { twips } from "../../document/values.ts";

/** CSS declarations, or an empty string. */
export type Declarations = string;

/** Converts twentieths of a point to points. */
export function points(measure: number): string {
  return `${Math.round(clamp(measure) * 5) / 100}pt`;
}

/** Maximum measure, in twentieths of a point. No page is larger, so a larger value is a mistake or an attack. */
const LARGEST = 100_000;

function clamp(measure: number): number {
  return Math.max(-LARGEST, Math.min(LARGEST, measure));
}

/** Returns `name: value` in points; an empty string if the file gives no measure. */
export function measure(name: string, value: string | undefined): Declarations {
  const read = twips(value);
  return read === undefined ? "" : `${name}:${points(read)};`;
}

/** Returns six hexadecimal digits as a colour; undefined for `auto` and anything else. */
export function color(value: string | undefined): string | undefined {
  return value !== undefined && /^[0-9a-fA-F]{6}$/.test(value) ? `#${value.toLowerCase()}` : undefined;
}

/** Maps values of w:highlight to colours. */
const HIGHLIGHTS: ReadonlyMap<string, string> = new Map([
  ["yellow", "#ffff00"],
  ["green", "#00ff00"],
  ["cyan", "#00ffff"],
  ["magenta", "#ff00ff"],
  ["blue", "#9db7ff"],
  ["red", "#ff9d9d"],
  ["darkBlue", "#8f9bd8"],
  ["darkCyan", "#7fc4c4"],
  ["darkGreen", "#86c586"],
  ["darkMagenta", "#c99ac9"],
  ["darkRed", "#d89a9a"],
  ["darkYellow", "#cfc77a"],
  ["darkGray", "#a0a0a0"],
  ["lightGray", "#d3d3d3"],
]);

export function highlightColor(value: string | undefined): string | undefined {
  return HIGHLIGHTS.get(value ?? "");
}

interface FontFamily {
  /** The fonts to try, best first. If the font is known (`METRIC`), the substitutes have the same widths. */
  readonly stack: string;
  /** In multiples of the font size. */
  readonly lineHeight: number;
  /** The family of the web-font provider that replaces the font. */
  readonly web: string | undefined;
}

const SANS = { stack: 'Arimo,"Liberation Sans",Arial,sans-serif', lineHeight: 1.15, web: "Arimo" };
const SERIF = { stack: 'Tinos,"Liberation Serif","Times New Roman",serif', lineHeight: 1.15, web: "Tinos" };
const MONO = { stack: 'Cousine,"Liberation Mono","Courier New",monospace', lineHeight: 1.13, web: "Cousine" };
const CALIBRI = { stack: "Carlito,Calibri,sans-serif", lineHeight: 1.22, web: "Carlito" };
const CAMBRIA = { stack: "Caladea,Cambria,serif", lineHeight: 1.17, web: "Caladea" };

/** Maps a font to a free one with the same widths. */
const METRIC: ReadonlyMap<string, FontFamily> = new Map([
  ["arial", SANS],
  ["helvetica", SANS],
  ["liberation sans", SANS],
  ["arimo", SANS],
  ["times new roman", SERIF],
  ["times", SERIF],
  ["liberation serif", SERIF],
  ["tinos", SERIF],
  ["courier new", MONO],
  ["courier", MONO],
  ["liberation mono", MONO],
  ["cousine", MONO],
  ["calibri", CALIBRI],
  ["calibri light", CALIBRI],
  ["carlito", CALIBRI],
  ["cambria", CAMBRIA],
  ["caladea", CAMBRIA],
]);

const SERIF_NAME = /serif|roman|garamond|georgia|book|palatino|century|ming|song|minion|baskerville|goudy|bodoni/i;
const MONO_NAME = /mono|courier|consol|typewriter|code/i;

/** Returns the fonts that a browser may use for a name; undefined for a name that must not reach CSS. */
export function fontFamily(name: string | undefined): FontFamily | undefined {
  if (name === undefined || !/^[\p{L}\p{N} _-]{1,64}$/u.test(name)) return undefined;
  const known = METRIC.get(name.toLowerCase());
  if (known !== undefined) return known;
  const like = MONO_NAME.test(name) ? MONO : SERIF_NAME.test(name) && !/sans/i.test(name) ? SERIF : SANS;
  return { stack: `"${name}",${like.stack}`, lineHeight: like.lineHeight, web: like.web };
}

/** The font that Word uses if a document names none. */
export const DEFAULT_FONT: FontFamily = SERIF;

/** Maps borders of WordprocessingML to the nearest of CSS. */
const BORDERS: ReadonlyMap<string, string> = new Map([
  ["single", "solid"],
  ["thick", "solid"],
  ["double", "double"],
  ["triple", "double"],
  ["dotted", "dotted"],
  ["dashed", "dashed"],
  ["dashSmallGap", "dashed"],
  ["dotDash", "dashed"],
  ["dotDotDash", "dashed"],
  ["inset", "inset"],
  ["outset", "outset"],
  ["wave", "solid"],
]);

export interface BorderValues {
  readonly style: string | undefined;
  /** In eighths of a point. */
  readonly size: string | undefined;
  readonly color: string | undefined;
}

/** Returns a border as the value of a CSS property; `none` if the file sets no border. */
export function border({ style, size, color: given }: BorderValues): string {
  if (style === undefined || style === "nil" || style === "none") return "none";
  const eighths = size !== undefined && /^\d{1,3}$/.test(size) ? Number(size) : 4;
  const kind = BORDERS.get(style) ?? (/double|thin|thick/i.test(style) ? "double" : "solid");
  const width = Math.max(kind === "double" ? 2.25 : 0.5, Math.min(12, Math.round((eighths / 8) * 100) / 100));
  return `${width}pt ${kind} ${color(given) ?? "#000000"}`;
}
