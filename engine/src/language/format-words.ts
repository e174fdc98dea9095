// Writes values of the objects `format`, `paragraph_format` and `page_setup` in words (EDT-60).

import { lineSpacingWords, pointWords } from "../document/looks/measure-words.ts";
import type { PageSetupJson } from "./page-setup.ts";
import type { Border, ParagraphFormat, TabStop } from "./paragraph-format.ts";
import type { RunFormat } from "./run-format.ts";

/** A key of a format with its value, or the id of a style. */
export type FormatValues = RunFormat & ParagraphFormat & PageSetupJson & { readonly style?: string };

/** Returns for example `bold`, `not bold`, `size: 12 pt` or `line spacing: single`. */
export function formatValueWords(key: string, value: unknown): string {
  const name = key.replaceAll("_", " ");
  if (value === true) return name;
  if (value === false) return `${NOT_A_SWITCH.has(key) ? "no" : "not"} ${name}`;
  return `${name}: ${OBJECTS[key]?.(value) ?? plainWords(key, value)}`;
}

/** Keys that are false if nothing is there. Other keys that are false are off. */
const NOT_A_SWITCH: ReadonlySet<string> = new Set<keyof FormatValues>([
  "underline",
  "vertical_align",
  "highlight",
  "shading",
  "outline_level",
]);

const IN_POINTS: ReadonlySet<string> = new Set<keyof FormatValues>([
  "size",
  "character_spacing",
  "indent_left",
  "indent_right",
  "indent_first_line",
  "space_before",
  "space_after",
]);

function plainWords(key: string, value: unknown): string {
  return typeof value === "number" && IN_POINTS.has(key) ? pointWords(value) : String(value).replaceAll("_", " ");
}

/** Maps a key whose values are objects to the words for them. */
const OBJECTS: Readonly<Record<string, ((value: unknown) => string) | undefined>> = {
  line_spacing: (value) => {
    const { rule, value: amount } = value as NonNullable<ParagraphFormat["line_spacing"]>;
    return lineSpacingWords(rule, amount);
  },
  tab_stops: (value) => (value as readonly TabStop[]).map(tabWords).join(" and ") || "none",
  borders: (value) => namedWords(value as Readonly<Record<string, Border | false>>, borderWords),
  margins: (value) => namedWords(value as Readonly<Record<string, number>>, pointWords),
  paper: (value) => {
    if (typeof value === "string") return value;
    const { width, height } = value as { readonly width: number; readonly height: number };
    return `${pointWords(width)} by ${pointWords(height)}`;
  },
  page_numbering: (value) => {
    const { start, number_format: format } = value as NonNullable<PageSetupJson["page_numbering"]>;
    const from = start === undefined ? [] : [start === null ? "not restarted" : `from ${start}`];
    return [...from, ...(format === undefined ? [] : [format.replaceAll("_", " ")])].join(" ");
  },
};

function namedWords<Value>(values: Readonly<Record<string, Value>>, words: (value: Value) => string): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${words(value)}`)
    .join(" and ");
}

function tabWords({ position, alignment = "left", leader = "none" }: TabStop): string {
  return `${pointWords(position)} ${alignment}${leader === "none" ? "" : ` with ${leader}`}`;
}

function borderWords(border: Border | false): string {
  return border === false ? "none" : `${border.style} ${pointWords(border.width)} ${border.color}`;
}
