// Renames relationship ids, in the part and in its list of relationships.
//
// An id is renamed only if every attribute with that value names relationships. Diagrams refer to relationships of
// another part and are not changed.

import { type Package, type Tree, trackedParts } from "@versus/engine/inside";
import { type RandomNumbers, shuffle } from "../../runner/random.ts";
import { elementsIn, relationshipNamespace, walk } from "../markup.ts";
import type { Noisemaker } from "./noise-kinds.ts";

export const renameRelationships: Noisemaker = (document, random) => {
  const opened = document.package;
  const parts = trackedParts(document).filter((part) => opened.has(relationshipsPart(part)));
  const renamed = parts.map((part) => renameIn(opened.tree(part), opened.tree(relationshipsPart(part)), random));
  const ofPackage = opened.has(relationshipsPart("")) ? renameOwn(opened, random) : 0;
  return renamed.reduce((sum, count) => sum + count, ofPackage);
};

function relationshipsPart(source: string): string {
  const slash = source.lastIndexOf("/") + 1;
  return `${source.slice(0, slash)}_rels/${source.slice(slash)}.rels`;
}

/** Renames the package's own relationships, which nothing refers to. */
function renameOwn(opened: Package, random: RandomNumbers): number {
  const list = opened.tree(relationshipsPart(""));
  return applyIds(list, newIds(idsIn(list), idsIn(list), random));
}

function renameIn(tree: Tree, list: Tree, random: RandomNumbers): number {
  const ids = idsIn(list);
  const users = attributesByValue(tree, new Set(ids.map((id) => id.toLowerCase())));
  const namespace = relationshipNamespace(tree.names);
  const movable = ids.filter((id) => {
    const named = users.get(id.toLowerCase()) ?? [];
    const isOnce = ids.filter((other) => other.toLowerCase() === id.toLowerCase()).length === 1;
    return isOnce && named.every(({ name, value }) => tree.names.namespaceOf(name) === namespace && value === id);
  });
  const renamed = newIds(
    movable.filter((id) => !isDiagram(list, id)),
    ids,
    random,
  );
  for (const [id, newId] of renamed) {
    for (const { node, name } of users.get(id.toLowerCase()) ?? []) tree.setAttribute(node, name, newId);
  }
  return applyIds(list, renamed);
}

function attributesByValue(tree: Tree, wanted: ReadonlySet<string>) {
  const attributes = [...walk(tree, tree.root)].flatMap((node) =>
    tree
      .attributes(node)
      .filter(({ value }) => wanted.has(value.toLowerCase()))
      .map(({ name, value }) => ({ node, name, value })),
  );
  return Map.groupBy(attributes, ({ value }) => value.toLowerCase());
}

function plain(tree: Tree, local: string) {
  return tree.names.of("", local);
}

function idsIn(list: Tree): string[] {
  return elementsIn(list, list.root).map((node) => list.attribute(node, plain(list, "Id")) ?? "");
}

function isDiagram(list: Tree, id: string): boolean {
  const node = elementsIn(list, list.root).find((each) => list.attribute(each, plain(list, "Id")) === id)!;
  return (list.attribute(node, plain(list, "Type")) ?? "").includes("diagram");
}

/** Returns new unused ids in random order. */
function newIds(ids: readonly string[], taken: readonly string[], random: RandomNumbers): Map<string, string> {
  const numbers = taken.map((id) => Number(/^rId(\d{1,6})$/i.exec(id)?.[1] ?? 0));
  const first = numbers.reduce((most, number) => Math.max(most, number), 0) + 1;
  return new Map(shuffle(ids, random).map((id, index) => [id, `rId${first + index}`]));
}

function applyIds(list: Tree, renamed: ReadonlyMap<string, string>): number {
  for (const node of elementsIn(list, list.root)) {
    const newId = renamed.get(list.attribute(node, plain(list, "Id")) ?? "");
    if (newId !== undefined) list.setAttribute(node, plain(list, "Id"), newId);
  }
  return renamed.size;
}
