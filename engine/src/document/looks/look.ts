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
  "columns space",
  "cell-width",
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

/** True if a field of a run shows on a text. An empty text is a paragraph mark, which has the height of letters. */
export function showsOn(field: string, text: string, { fields }: Look): boolean {
  if (text !== "" && text.trim() === "" && /^(font|size|bold|italic|color)/.test(field)) return ON_SPACE.has(field);
  const isMarked = fields.has("direction") || fields.has("complex");
  const isComplex = isMarked || COMPLEX_SCRIPT.test(text);
  if (COMPLEX_FIELDS.has(field)) return isComplex;
  if (OTHER_SIZES.has(field) || (isMarked && field.startsWith("font"))) return !isMarked;
  if (field === "font ascii") return text === "" || ASCII.test(text);
  if (field === "font hAnsi") return OTHER_LETTERS.test(text);
  if (field === "font eastAsia") return EAST_ASIAN.test(text);
  return true;
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
