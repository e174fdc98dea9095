// Computes what a field shows until a word processor computes it again.
//
// Dates and properties are known and written. Page numbers depend on the layout, so they begin as 1. The file name is
// unknown.

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
  /** The time at which the document is written: ISO 8601. The engine has no clock. */
  readonly date: string;
  readonly properties: FileProperties;
}

export function fieldValues(document: WordDocument, date: string): FieldValues {
  return { date, properties: readFileProperties(document) };
}

/** The text of a field, and whether a word processor must compute it when it opens the document. */
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

/** The picture that Word uses for a date whose code has none. */
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
      return { text: filePropertyOf(values.properties, code.property) ?? "", isStale: false };
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

/** Maps the DOCPROPERTY name of a property that every file has to its location. */
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

/**
 * Returns the value of a property. It is empty for an unset property that every file has, and undefined for an unknown one.
 */
export function filePropertyOf(properties: FileProperties, name: string): string | undefined {
  const builtIn = BUILT_IN.get(name.toLowerCase());
  if (builtIn === undefined) return customValue(properties.custom, name.toLowerCase());
  const [part, element] = builtIn;
  return propertyValue(properties[part], element) ?? "";
}

/** Word compares the names of properties without regard to case. */
function customValue({ properties }: PropertyList, name: string): string | undefined {
  return properties.find((property) => property.name.toLowerCase() === name)?.value;
}
