// Lists and removes what a file states about itself (SCR-9, SCR-10).
//
// This includes title, company, dates, custom properties, the picture of the first page and the path of the template.
// Word fills a content control that is bound to a property again when it opens the file. Without the property its text
// would disappear, so the control keeps its text and loses the binding.

import { readFileProperties } from "../document/formatting/properties.ts";
import type { WordDocument } from "../document/open-document.ts";
import { readSettings } from "../document/settings.ts";
import { W } from "../document/word-names.ts";
import { PACKAGE } from "../ooxml/parts/part-names.ts";
import type { Relationship } from "../ooxml/parts/relationships.ts";
import { elementsNamed } from "../ooxml/xml/named-spans.ts";
import type { NodeId, Tree } from "../ooxml/xml/tree.ts";
import { wordTrees } from "./word-parts.ts";

export interface FileProperty {
  readonly of: "core" | "program" | "custom" | "file";
  readonly name: string;
  readonly value: string;
}

/** Returns the properties that have a value. */
export function listProperties(document: WordDocument): FileProperty[] {
  const lists = readFileProperties(document);
  const named = (["core", "program", "custom"] as const).flatMap((of) =>
    lists[of].properties.map(({ name, value }) => ({ of, name, value })),
  );
  const own = propertyParts(document).flatMap(({ type, target }): FileProperty[] =>
    THUMBNAIL.test(type) ? [{ of: "file", name: "thumbnail", value: target }] : [],
  );
  const templates = templatesOf(document).map(({ target }) => ({
    of: "file" as const,
    name: "template",
    value: target,
  }));
  return [...named, ...own, ...templates].filter(({ value }) => value !== "");
}

export function removeProperties(document: WordDocument): void {
  const { package: opened } = document;
  for (const { part } of propertyParts(document)) if (opened.has(part!)) opened.remove(part!);
  const { source } = readSettings(document);
  if (source !== undefined) {
    for (const { id } of templatesOf(document)) opened.unrelate(source.part, id);
    for (const node of elementsNamed(source.tree, new Set([W.attachedTemplate]))) source.tree.remove(node);
  }
  for (const tree of wordTrees(document)) {
    for (const node of elementsNamed(tree, new Set([W.dataBinding]))) if (isOfProperties(tree, node)) tree.remove(node);
  }
}

const THUMBNAIL = /\/metadata\/thumbnail$/i;
// Strict documents write `extendedProperties`.
const PROPERTIES = /\/(?:core|extended|custom)-?properties$|\/metadata\/thumbnail$/i;

function propertyParts({ package: opened }: WordDocument): Relationship[] {
  const related = opened.relationships(PACKAGE).filter(({ type, part }) => PROPERTIES.test(type) && part !== undefined);
  return related.filter(({ part }) => opened.has(part!));
}

function templatesOf(document: WordDocument): Relationship[] {
  const { source } = readSettings(document);
  if (source === undefined) return [];
  return document.package.relationships(source.part).filter(({ kind }) => kind === "attachedTemplate");
}

/** The ids of the data stores for the file's core properties and program properties. */
const STORES: ReadonlySet<string> = new Set([
  "{6C3C8BC8-F283-45AE-878A-BAB7291924A1}",
  "{6668398D-A668-4E3E-A5EB-62B293D839F1}",
]);

function isOfProperties(tree: Tree, binding: NodeId): boolean {
  return STORES.has(tree.attribute(binding, W.storeItemID)?.toUpperCase() ?? "");
}
