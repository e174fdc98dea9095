// Defines the two vocabularies of the package itself, and both spellings of relationship types.

import { defineVocabulary, namesOf, type Vocabulary } from "../xml/names.ts";

const contentTypes = defineVocabulary({
  slot: 4,
  prefix: "ct",
  uris: ["http://schemas.openxmlformats.org/package/2006/content-types"],
  locals: ["Types", "Default", "Override"],
});
const packageRelationships = defineVocabulary({
  slot: 5,
  prefix: "pr",
  uris: ["http://schemas.openxmlformats.org/package/2006/relationships"],
  locals: ["Relationships", "Relationship"],
});

export const CT = namesOf(contentTypes);
export const PR = namesOf(packageRelationships);
export const packageVocabularies: readonly Vocabulary[] = [contentTypes, packageRelationships];

export type Dialect = "transitional" | "strict";

const TYPE_ROOTS: Readonly<Record<Dialect, string>> = {
  transitional: "http://schemas.openxmlformats.org/officeDocument/2006/relationships/",
  strict: "http://purl.oclc.org/ooxml/officeDocument/relationships/",
};

/** Returns a relationship type without its dialect: `styles` for both spellings. Types of other origins are returned whole. */
export function relationshipKind(type: string): string {
  const root = Object.values(TYPE_ROOTS).find((candidate) => type.startsWith(candidate));
  return root === undefined ? type : type.slice(root.length);
}

export function relationshipType(kind: string, dialect: Dialect): string {
  return kind.includes(":") ? kind : TYPE_ROOTS[dialect] + kind;
}

export function dialectOf(type: string): Dialect {
  return type.startsWith(TYPE_ROOTS.strict) ? "strict" : "transitional";
}
