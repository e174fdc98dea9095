// Represents what formatting shows on the page, and compares two looks (FMT-1 to FMT-9).
//
// A look is computed under the styles, theme and lists of its own document. It has no entry for a value that shows
// nothing, such as an alignment to the left.

import { hasLength, isSameValue } from "./lengths.ts";

export interface Look {
  /** Maps a field to its value. Default values are left out. */
  readonly fields: ReadonlyMap<string, string>;
  /** Fields that the properties themselves set, or the list that they name. */
  readonly direct: ReadonlySet<string>;
  /** Fields that styles and lists set; document defaults are not among them. Undefined if no style matters. */
  readonly styled?: ReadonlySet<string>;
  /** Fields that show nothing here. They count if they show in the other look. */
  readonly unused?: ReadonlySet<string>;
}

/** Fields that are compared only if both looks have them, because they show only in some surroundings (FMT-9). */
const IF_BOTH: ReadonlySet<string> = new Set([
  "label-look",
  "page header",
  "page footer",
  "notes footnotes",
  "notes endnotes",
  "notes shown",
  "columns space",
  "cell-width",
  "cell-share",
  "table-share",
  "table-length width",
]);

/** Returns the fields that readers see as different, sorted. */
export function differentFields(one: Look, other: Look): string[] {
  const fields = new Set([...one.fields.keys(), ...other.fields.keys()]);
  const differ = (field: string): boolean =>
    !(one.unused?.has(field) && other.unused?.has(field)) &&
    !isSameField(field, one.fields.get(field), other.fields.get(field));
  return [...fields].filter(differ).sort();
}

function isSameField(field: string, one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) {
    return IF_BOTH.has(field) || (hasLength(field) && isSameValue(field, one ?? "0", other ?? "0"));
  }
  return isSameValue(field, one, other);
}

/** Letters of complex scripts: Hebrew and Arabic to Burmese in the order of Unicode, and Khmer. */
const COMPLEX_SCRIPT = /[\u0590-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefe]/;
const EAST_ASIAN = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]/;
const ASCII = /[!-~]/;
const OTHER_LETTERS = /[\u00a1-\u058f\u10a0-\u10ff\u1200-\u177f\u1800-\u2e7f]/;
const COMPLEX_FIELDS: ReadonlySet<string> = new Set(["font cs", "size cs", "bold cs", "italic cs"]);
const OTHER_SIZES: ReadonlySet<string> = new Set(["size", "bold", "italic"]);

/** Fields of runs that show on white space (CMP-72). */
const ON_SPACE: ReadonlySet<string> = new Set(
  "underline strike double-strike highlight shading border hidden effect".split(" "),
);

/** The text of a picture or an embedded object. */
export const PICTURE = "\uFFFC";
/** Fields of runs that show on letters alone (FMT-45). */
const ON_LETTERS =
  /^(font|size|bold|italic|color|caps|small-caps|outline|shadow|emboss|imprint|scale|kerning|emphasis-mark|direction|complex)\b/;

/** True if a field of a run shows on a text. An empty text is a paragraph mark, which has the height of letters. */
export function showsOn(field: string, text: string, look: Look): boolean {
  if (text === PICTURE) return !ON_LETTERS.test(field);
  if (text !== "" && text.trim() === "" && /^(font|size|bold|italic|color)/.test(field)) return ON_SPACE.has(field);
  const isInMarked = isMarked(look);
  const isComplex = isInMarked || COMPLEX_SCRIPT.test(text);
  if (COMPLEX_FIELDS.has(field)) return isComplex;
  if (OTHER_SIZES.has(field) || (isInMarked && field.startsWith("font"))) return !isInMarked;
  if (field === "font ascii") return text === "" || ASCII.test(text);
  if (field === "font hAnsi") return OTHER_LETTERS.test(text);
  if (field === "font eastAsia") return EAST_ASIAN.test(text);
  return true;
}

/** Fields that choose between the two sets of fonts, sizes and switches of a run. */
const MARKINGS: ReadonlySet<string> = new Set(["direction", "complex"]);
/** Digits and the signs of numbers, which keep their order in a run of either direction (ISO 29500-1, 17.3.2.30). */
const KEEPS_ORDER = /^[0-9.,:/#$%\u00a2-\u00a5\u00b0\u00b1\u20ac\s]*$/;
/** Pairs of a plain field and the one that a marked run shows instead. */
const SWITCHED: readonly (readonly [plain: string, marked: string])[] = [
  ["size", "size cs"],
  ["bold", "bold cs"],
  ["italic", "italic cs"],
  ["font ascii", "font cs"],
  ["font hAnsi", "font cs"],
  ["font eastAsia", "font cs"],
];
const OF_SCRIPTS = /^(font|size|bold|italic)/;

function isMarked({ fields }: Look): boolean {
  return [...MARKINGS].some((field) => fields.has(field));
}

/**
 * True if some of the fields in which two looks of runs differ show on a text (FMT-53). A mark has no letters, so only
 * its size counts if one of the looks is marked.
 */
export function areShownOn(text: string, fields: readonly string[], looks: readonly [Look, Look]): boolean {
  const shows = (field: string): boolean => looks.some((look) => showsOn(field, text, look));
  if (text === PICTURE || !fields.some((field) => MARKINGS.has(field))) return fields.some(shows);
  if (COMPLEX_SCRIPT.test(text) || (fields.includes("direction") && !KEEPS_ORDER.test(text))) return true;
  const rest = fields.filter((field) => !MARKINGS.has(field));
  const [plain, marked] = isMarked(looks[0]) ? [looks[1], looks[0]] : looks;
  if (isMarked(plain) === isMarked(marked)) return rest.some(shows);
  const isSwitched = SWITCHED.some(([field, other]) => {
    if (text === "" && other === "font cs") return false;
    return showsOn(field, text, plain) && plain.fields.get(field) !== marked.fields.get(other);
  });
  return isSwitched || rest.some((field) => !OF_SCRIPTS.test(field) && shows(field));
}

/** True if a field of a run shows on white space. */
export function showsOnSpace(field: string): boolean {
  return ON_SPACE.has(field);
}

/** Collects the fields of a look. */
export class LookFields {
  readonly fields = new Map<string, string>();

  /** Adds a field, unless it has its default value. */
  add(field: string, value: string | undefined, byDefault = ""): this {
    if (value !== undefined && value !== byDefault) this.fields.set(field, value);
    return this;
  }

  addSwitch(field: string, isOn: boolean): this {
    if (isOn) this.fields.set(field, "on");
    return this;
  }
}
