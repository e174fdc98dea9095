// What a field shows until a word processor computes it anew.
//
// Dates and properties are known and written; page numbers depend on the layout and stand at 1; the name of the file is
// not known at all.

import {
  type FileProperties,
  type PropertyList,
  propertyValue,
  readFileProperties,
} from "../../document/formatting/properties.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { readClock, writeDate } from "./date-picture.ts";
import type { DateCode, FieldCode, PageFormat } from "./field-code.ts";

export interface FieldValues {
  /** When the document is being written: ISO 8601. The engine has no clock. */
  readonly date: string;
  readonly properties: FileProperties;
}

export function fieldValues(document: WordDocument, date: string): FieldValues {
  return { date, properties: readFileProperties(document) };
}

/** What a field shows, and whether a word processor has to compute it when the document is opened. */
export interface FieldResult {
  readonly text: string;
  readonly isStale: boolean;
}

const FIRST_PAGE: Readonly<Record<PageFormat, string>> = {
  arabic: "1",
  roman: "i",
  Roman: "I",
  alphabetic: "a",
  ALPHABETIC: "A",
};

/** What Word shows of a date whose code has no picture. */
const PICTURES: Readonly<Record<DateCode, string>> = {
  DATE: "M/d/yyyy",
  CREATEDATE: "M/d/yyyy h:mm:ss am/pm",
  SAVEDATE: "M/d/yyyy h:mm:ss am/pm",
};

export function fieldResult(code: FieldCode, values: FieldValues): FieldResult {
  switch (code.kind) {
    case "page":
      return { text: FIRST_PAGE[code.format], isStale: true };
    case "date":
      return { text: dateText(dateOf(code.name, values), code.picture ?? PICTURES[code.name]), isStale: false };
    case "property":
      return { text: propertyOf(values.properties, code.property) ?? "", isStale: false };
    case "file name":
      return { text: "", isStale: true };
  }
}

function dateText(date: string, picture: string): string {
  const clock = readClock(date);
  return clock === undefined ? "" : writeDate(clock, picture);
}

function dateOf(name: DateCode, { date, properties: { core } }: FieldValues): string {
  if (name === "DATE") return date;
  return propertyValue(core, name === "CREATEDATE" ? "created" : "modified") ?? "";
}

/** Properties that every file has, by what DOCPROPERTY calls them, and where each is kept. */
const BUILT_IN: ReadonlyMap<string, readonly [part: "core" | "program", element: string]> = new Map([
  ["title", ["core", "title"]],
  ["subject", ["core", "subject"]],
  ["author", ["core", "creator"]],
  ["keywords", ["core", "keywords"]],
  ["comments", ["core", "description"]],
  ["category", ["core", "category"]],
  ["company", ["program", "Company"]],
  ["manager", ["program", "Manager"]],
  ["lastsavedby", ["core", "lastModifiedBy"]],
] as const);

/** The value of a property; empty for one of every file that this one leaves open, undefined for one that is unknown. */
export function propertyOf(properties: FileProperties, name: string): string | undefined {
  const builtIn = BUILT_IN.get(name.toLowerCase());
  if (builtIn === undefined) return customValue(properties.custom, name.toLowerCase());
  const [part, element] = builtIn;
  return propertyValue(properties[part], element) ?? "";
}

/** Word compares the names of properties without regard to case. */
function customValue({ properties }: PropertyList, name: string): string | undefined {
  return properties.find((property) => property.name.toLowerCase() === name)?.value;
}
