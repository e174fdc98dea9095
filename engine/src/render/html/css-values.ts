// Values of a document as CSS.
//
// A file may hold any string where a colour, a font or a measure should stand, and CSS is code to a browser: nothing
// reaches a style sheet but a number of ours, a word of ours, six hexadecimal digits, or a font name of letters, digits, spaces
// and hyphens (HTM-21).

import { twips } from "../../document/values.ts";

/** One declaration, or nothing. */
export type Declarations = string;

/** Twentieths of a point as points. */
export function points(measure: number): string {
  return `${Math.round(clamp(measure) * 5) / 100}pt`;
}

/** No page is larger: what a file says beyond it is a mistake or an attack. */
const LARGEST = 100_000;

function clamp(measure: number): number {
  return Math.max(-LARGEST, Math.min(LARGEST, measure));
}

/** `name: value` in points, or nothing where the file gives no measure. */
export function measure(name: string, value: string | undefined): Declarations {
  const read = twips(value);
  return read === undefined ? "" : `${name}:${points(read)};`;
}

/** Six hexadecimal digits as a colour; undefined for `auto` and for anything else. */
export function color(value: string | undefined): string | undefined {
  return value !== undefined && /^[0-9a-fA-F]{6}$/.test(value) ? `#${value.toLowerCase()}` : undefined;
}

/** The colours of w:highlight. */
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
  /** The fonts to try, nearest first: they have the same widths. */
  readonly stack: string;
  /** The height of a line in font sizes. */
  readonly lineHeight: number;
  /** The family of the web-font provider that has the same widths. */
  readonly web: string | undefined;
}

const SANS = { stack: 'Arimo,"Liberation Sans",Arial,sans-serif', lineHeight: 1.15, web: "Arimo" };
const SERIF = { stack: 'Tinos,"Liberation Serif","Times New Roman",serif', lineHeight: 1.15, web: "Tinos" };
const MONO = { stack: 'Cousine,"Liberation Mono","Courier New",monospace', lineHeight: 1.13, web: "Cousine" };
const CALIBRI = { stack: "Carlito,Calibri,sans-serif", lineHeight: 1.22, web: "Carlito" };
const CAMBRIA = { stack: "Caladea,Cambria,serif", lineHeight: 1.17, web: "Caladea" };

/** Fonts with a free one of the same widths. */
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

/** A font as the browser may find it; undefined for a name that CSS must not see. */
export function fontFamily(name: string | undefined): FontFamily | undefined {
  if (name === undefined || !/^[\p{L}\p{N} _-]{1,64}$/u.test(name)) return undefined;
  const known = METRIC.get(name.toLowerCase());
  if (known !== undefined) return known;
  const like = MONO_NAME.test(name) ? MONO : SERIF_NAME.test(name) && !/sans/i.test(name) ? SERIF : SANS;
  return { stack: `"${name}",${like.stack}`, lineHeight: like.lineHeight, web: like.web };
}

/** What Word shows where a document names no font. */
export const DEFAULT_FONT: FontFamily = SERIF;

/** Borders of WordprocessingML by the nearest of CSS. */
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

/** A border as the value of a CSS property: `none` where the file says that there is none. */
export function border({ style, size, color: given }: BorderValues): string {
  if (style === undefined || style === "nil" || style === "none") return "none";
  const eighths = size !== undefined && /^\d{1,3}$/.test(size) ? Number(size) : 4;
  const kind = BORDERS.get(style) ?? (/double|thin|thick/i.test(style) ? "double" : "solid");
  const width = Math.max(kind === "double" ? 2.25 : 0.5, Math.min(12, Math.round((eighths / 8) * 100) / 100));
  return `${width}pt ${kind} ${color(given) ?? "#000000"}`;
}
