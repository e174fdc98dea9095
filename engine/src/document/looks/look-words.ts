// Writes the difference of two looks in words: `size: 11 pt`, `bold`, `not bold`, `indent left: 36 pt`.

import { differentFields, type Look } from "./look.ts";
import { lineSpacingWords, pointWords } from "./measure-words.ts";

/** The words for one field in two looks. */
export interface FieldWords {
  readonly was: string;
  readonly is: string;
}

/**
 * Returns the words for the fields in which two looks differ. A field of one script is left out if the field for most
 * letters differs in the same way.
 */
export function differenceWords(one: Look, other: Look): FieldWords[] {
  const fields = differentFields(one, other);
  const wordsOf = (field: string, name: string): FieldWords => {
    const [was, is] = [one, other].map((look) => fieldWords(field, name, look.fields.get(field)));
    return { was: was!, is: is! };
  };
  const isLike = (field: string, main: string): boolean =>
    fields.includes(main) && isSameWords(wordsOf(field, ""), wordsOf(main, ""));
  return fields.flatMap((field) => {
    const script = SCRIPTS.get(field);
    if (script !== undefined && isLike(field, script.main)) return [];
    return [wordsOf(field, script?.name ?? NAMES.get(field) ?? field.replaceAll("-", " "))];
  });
}

function isSameWords(one: FieldWords, other: FieldWords): boolean {
  return one.was === other.was && one.is === other.is;
}

/** Maps a field of one script to the field for most letters, and to its name. */
const SCRIPTS: ReadonlyMap<string, { readonly main: string; readonly name: string }> = new Map([
  ["font hAnsi", { main: "font ascii", name: "font of other letters" }],
  ["font eastAsia", { main: "font ascii", name: "East Asian font" }],
  ["font cs", { main: "font ascii", name: "complex-script font" }],
  ["size cs", { main: "size", name: "complex-script size" }],
  ["bold cs", { main: "bold", name: "complex-script bold" }],
  ["italic cs", { main: "italic", name: "complex-script italic" }],
]);

/** Maps a field to its name. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["font ascii", "font"],
  ["line", "line spacing"],
  ["outline", "outline level"],
  ["raised", "raised or lowered"],
  ["tabs", "tab stops"],
  ["tabs label", "tab stops"],
  ["label-look", "label"],
]);

/** Maps a field to the words for its default value, which looks leave out. */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ["size", "10 pt"],
  ["size cs", "10 pt"],
  ["line", "single"],
  ["alignment", "left"],
  ["color", "automatic"],
]);

/** Fields in twips, by their first word. They are 0 if a look leaves them out. */
const IN_TWIPS: ReadonlySet<string> = new Set(["indent", "space", "letter-spacing", "position", "cell-margin"]);

function fieldWords(field: string, name: string, value: string | undefined): string {
  if (field.startsWith("other ")) return `${value === undefined ? "no " : ""}w:${field.slice("other ".length)}`;
  if (value === "on") return name;
  const shown = value === undefined ? defaultWords(field) : valueWords(field, value);
  if (shown !== undefined) return `${name}: ${shown}`;
  return `${SWITCHES.test(field) ? "not" : "no"} ${name}`.trimEnd();
}

const SWITCHES = /^(bold|italic|hidden|outline$|shadow|emboss|imprint)/;

function defaultWords(field: string): string | undefined {
  return IN_TWIPS.has(field.split(" ")[0]!) ? pointWords(0) : DEFAULTS.get(field);
}

function valueWords(field: string, value: string): string {
  if (field.startsWith("size")) return pointWords(Number(value) / 2);
  if (field.startsWith("label")) return "different";
  if (field === "line") return lineWords(value);
  if (field === "outline") return String(Number(value) + 1);
  if (IN_TWIPS.has(field.split(" ")[0]!) && /^-?\d+$/.test(value)) return pointWords(Number(value) / 20);
  return value.replaceAll(/\b[0-9A-F]{6}\b/g, "#$&");
}

/** The value of a field `line` is its rule in the file and its value in twips, or in 240ths of a line. */
function lineWords(value: string): string {
  const [rule, amount] = value.split(" ");
  if (rule === "auto") return lineSpacingWords("multiple", Number(amount) / 240);
  return lineSpacingWords(rule === "exact" ? "exact" : "at_least", Number(amount) / 20);
}
