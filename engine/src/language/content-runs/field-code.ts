// Parses the codes that a field run may have (EDT-47): pages, dates, file properties and the file name.
//
// A code is a name alone, `DOCPROPERTY` with the name of a property, a date with one picture, or a page number with one
// format. No code can fetch or execute anything.

export type FieldCode =
  | { readonly kind: "page"; readonly name: string; readonly format: PageFormat }
  | { readonly kind: "date"; readonly name: DateCode; readonly picture: string | undefined }
  | { readonly kind: "property"; readonly property: string }
  | { readonly kind: "file name" };

const PAGES = ["PAGE", "NUMPAGES", "SECTIONPAGES"];
const DATES = ["DATE", "CREATEDATE", "SAVEDATE"] as const;
export type DateCode = (typeof DATES)[number];
const PAGE_FORMATS = ["arabic", "roman", "Roman", "alphabetic", "ALPHABETIC"] as const;
export type PageFormat = (typeof PAGE_FORMATS)[number];

/** The names of the allowed codes. */
export const fieldNames: readonly string[] = [...PAGES, ...DATES, "TITLE", "AUTHOR", "DOCPROPERTY", "FILENAME"];

/** Maps a field to the file property with that name. */
const PROPERTY_FIELDS: ReadonlyMap<string, string> = new Map([
  ["TITLE", "Title"],
  ["AUTHOR", "Author"],
]);

const CODES: readonly (readonly [RegExp, (words: readonly string[]) => FieldCode])[] = [
  [
    new RegExp(`^(${PAGES.join("|")})(?: +\\\\\\* *(${PAGE_FORMATS.join("|")}))?$`),
    ([name, format = "arabic"]) => ({ kind: "page", name: name!, format: format as PageFormat }),
  ],
  [
    new RegExp(`^(${DATES.join("|")})(?: +\\\\@ *"([^"\\\\]{1,100})")?$`),
    ([name, picture]) => ({ kind: "date", name: name as DateCode, picture }),
  ],
  [/^(TITLE|AUTHOR)$/, ([name]) => ({ kind: "property", property: PROPERTY_FIELDS.get(name!)! })],
  [
    /^DOCPROPERTY +(?:"([^"\\]{1,255})"|([^\s"\\]{1,255}))$/,
    ([quoted, bare]) => ({ kind: "property", property: quoted ?? bare! }),
  ],
  [/^FILENAME$/, () => ({ kind: "file name" })],
];

/** Returns the parsed code; undefined for a code that is not allowed. */
export function readFieldCode(code: string): FieldCode | undefined {
  const trimmed = code.replace(/^ +| +$/g, "");
  for (const [pattern, read] of CODES) {
    const match = pattern.exec(trimmed);
    if (match !== null) return read(match.slice(1));
  }
  return undefined;
}
