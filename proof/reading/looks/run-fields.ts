// Resolves the look of text (FMT-1 to FMT-3).

import { childNamed, type Element } from "../xml-tree.ts";
import {
  type Fields,
  isSwitchedOn,
  isToggledOn,
  type Layer,
  markupFields,
  nearest,
  nearestAttribute,
  numberOr,
  valOf,
} from "./layers.ts";
import { borderText, shadingText, type Theme, textColour, underlineText } from "./theme.ts";

/** The scripts that have fonts of their own. */
export type Script = "ascii" | "hAnsi" | "eastAsia" | "cs";

/** Returns the script of a character. */
export function scriptOf(character: string): Script {
  if (/[\u0590-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefe]/.test(character)) return "cs";
  if (/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]/.test(character)) return "eastAsia";
  return character <= "\u007f" ? "ascii" : "hAnsi";
}

const THEME_FONTS: Readonly<Record<Script, string>> = {
  ascii: "w:asciiTheme",
  hAnsi: "w:hAnsiTheme",
  eastAsia: "w:eastAsiaTheme",
  cs: "w:cstheme",
};
const TOGGLES = "caps smallCaps strike outline shadow emboss imprint vanish".split(" ");
const VALUES: Readonly<Record<string, string>> = { highlight: "none", vertAlign: "baseline", em: "none" };
const NUMBERS: Readonly<Record<string, number>> = { spacing: 0, w: 100, position: 0 };
/** Properties without a look, those of fields, and records of changes. */
const KNOWN: ReadonlySet<string> = new Set(
  [
    ..."lang noProof webHidden snapToGrid rStyle rFonts color u dstrike shd bdr rtl cs".split(" "),
    ..."b bCs i iCs sz szCs kern rPrChange ins del moveFrom moveTo".split(" "),
    ...TOGGLES,
    ...Object.keys(VALUES),
    ...Object.keys(NUMBERS),
  ].map((name) => `w:${name}`),
);

/** Fields that show on white space (CMP-72). */
const ON_SPACE = /^(u|strike|dstrike|shd|highlight|bdr)$/;

export interface RunPlace {
  readonly theme: Theme;
  /** True if the paragraph or cell has a ground that is not white. */
  readonly isShaded: boolean;
  /** True for characters that a run of either direction shows in one order: digits, signs of numbers, and a mark. */
  readonly isOrdered?: boolean;
}

/** Digits (EN), signs that end or separate numbers (ET, CS): a direction does not override them (FMT-53). */
const ORDERED = /^[0-9#$%\u00a2\u00a3\u00a4\u00a5\u00b0\u00b1\u20ac,./:]$/;

export function isOrdered(character: string): boolean {
  return ORDERED.test(character);
}

/** Returns the look of characters of one script. */
export function runFields(
  layers: readonly Layer[],
  script: Script,
  { theme, isShaded, isOrdered = false }: RunPlace,
): Fields {
  const fields = markupFields(layers, KNOWN);
  const add = (field: string, value: string | undefined): void => {
    if (value !== undefined) fields.set(field, value);
  };
  const isMarked = ["w:rtl", "w:cs"].some((name) => isSwitchedOn(nearest(layers, name)));
  const isComplex = script === "cs" || isMarked;
  const suffix = isComplex ? "Cs" : "";
  add("font", font(layers, isComplex ? "cs" : script, theme));
  fields.set("size", String(numberOr(valOf(nearest(layers, `w:sz${suffix}`)), 20)));
  for (const toggle of ["b", "i"]) if (isToggledOn(layers, `w:${toggle}${suffix}`)) fields.set(toggle, "on");
  // Programs disagree about letters of complex scripts in a run that is not marked, so the plain properties count too.
  if (script === "cs" && !isMarked) {
    fields.set("plain size", String(numberOr(valOf(nearest(layers, "w:sz")), 20)));
    for (const toggle of ["b", "i"]) if (isToggledOn(layers, `w:${toggle}`)) fields.set(`plain ${toggle}`, "on");
  }
  for (const toggle of TOGGLES) if (isToggledOn(layers, `w:${toggle}`)) fields.set(toggle, "on");
  // Text that keeps its order shows fonts and sizes of complex scripts, and nothing else of its direction.
  const switches = ["dstrike", ...(isOrdered ? [] : ["rtl"]), ...(script === "cs" ? ["cs"] : [])];
  for (const name of switches) if (isSwitchedOn(nearest(layers, `w:${name}`))) fields.set(name, "on");
  for (const [name, byDefault] of Object.entries(VALUES)) {
    const value = valOf(nearest(layers, `w:${name}`));
    if (value !== byDefault) add(name, value);
  }
  for (const [name, byDefault] of Object.entries(NUMBERS)) {
    fields.set(name, String(numberOr(valOf(nearest(layers, `w:${name}`)), byDefault)));
  }
  const kerned = numberOr(valOf(nearest(layers, "w:kern")), 0);
  if (kerned > 0 && numberOr(valOf(nearest(layers, "w:sz")), 20) >= kerned) fields.set("kerned", "on");
  const shading = shadingText(nearest(layers, "w:shd"), theme);
  add("shd", shading);
  add("bdr", borderText(nearest(layers, "w:bdr"), theme, true));
  add("u", underlineText(nearest(layers, "w:u"), theme));
  const colour = textColour(nearest(layers, "w:color"), theme);
  const isBlackAutomatic = colour === "000000" && shading === undefined && !isShaded;
  if (colour !== "auto" && !isBlackAutomatic) fields.set("color", colour);
  return fields;
}

/** A field without a look: the fonts of a mark that is like complex scripts, or is not. */
export const MARK_FONTS = "fonts of a mark";

/** Returns the look of a paragraph mark. It has no letters: fonts of two sets are not compared if no label has them. */
export function markFields(layers: readonly Layer[], place: RunPlace, hasLabel: boolean): Fields {
  const fields = runFields(layers, "ascii", { ...place, isOrdered: true });
  const isMarked = ["w:rtl", "w:cs"].some((name) => isSwitchedOn(nearest(layers, name)));
  return hasLabel ? fields : new Map([...fields, [MARK_FONTS, isMarked ? "complex" : "plain"]]);
}

/** Returns the font in lower case; undefined for Times New Roman, which is the default. */
function font(layers: readonly Layer[], script: Script, theme: Theme): string | undefined {
  const themed = THEME_FONTS[script];
  const found = nearestAttribute(layers, "w:rFonts", [themed, `w:${script}`]);
  const name = found?.attribute === themed ? theme.fonts.get(found.value) : found?.value;
  const shown = name?.toLowerCase() ?? "";
  return shown === "" || shown === "times new roman" ? undefined : shown;
}

export function fieldsOnSpace(fields: Fields): Fields {
  return new Map([...fields].filter(([field]) => ON_SPACE.test(field)));
}

/** Returns the fields that properties set themselves, for the label of a list. */
export function ownRunFields(properties: Element | undefined, place: RunPlace): Fields {
  if (properties === undefined) return new Map();
  const said = (field: string): boolean =>
    childNamed(properties, `w:${field === "font" ? "rFonts" : field === "size" ? "sz" : field}`) !== undefined ||
    field.startsWith("markup");
  const fields = runFields([{ level: "direct", holder: properties }], "ascii", place);
  return new Map([...fields].filter(([field]) => said(field)));
}
