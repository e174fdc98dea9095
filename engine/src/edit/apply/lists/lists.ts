// New lists and new definitions of lists. They are not tracked: what a paragraph says of its list is.
//
// A list (w:num) that shares its definition with another goes on counting where that one is, unless it says where to start; so a
// list that starts anew is another list of the same definition, and one that looks different has a definition of its own.

import { namedLists } from "../../../document/lists/named-lists.ts";
import { LEVELS, type List } from "../../../document/lists/numbering.ts";
import { partOfKind } from "../../../document/made-parts.ts";
import type { WordDocument } from "../../../document/open-document.ts";
import { wholeNumber } from "../../../document/values.ts";
import { W } from "../../../document/word-names.ts";
import { graftSnippet } from "../../../document/xml-snippet.ts";
import { ensure } from "../../../failures/failure.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { type LevelChange, writeLevel } from "./list-levels.ts";
import { presetLevels } from "./list-presets.ts";

/** A new list of a preset; gives its numId. */
export function makePresetList(document: WordDocument, preset: string): string {
  const tree = numberingTree(document);
  const id = nextDefinitionId(tree);
  const [definition] = graftSnippet(
    tree,
    `<w:abstractNum w:abstractNumId="${id}"><w:nsid w:val="${freeNsid(tree, id)}"/><w:multiLevelType w:val="multilevel"/>${presetLevels(preset)}</w:abstractNum>`,
  );
  insertDefinition(tree, definition!);
  return addList(document, plainList(tree, id));
}

/** A new list of a definition. */
export function makeList(document: WordDocument, abstractNumId: string): string {
  const tree = numberingTree(document);
  return addList(document, plainList(tree, abstractNumId));
}

/** A list like another whose level starts with a number, the first time it is used. */
export function restartList(
  document: WordDocument,
  { numId }: List,
  { level, start }: { readonly level: number; readonly start: number },
): string {
  const tree = numberingTree(document);
  const copy = tree.graft(tree, find(tree, W.num, { name: W.numId, id: numId }));
  for (const override of tree.children(copy)) {
    const old = tree.name(override) === W.lvlOverride ? tree.child(override, W.startOverride) : NONE;
    if (old === NONE) continue;
    tree.remove(old);
    if (tree.children(override).every((child) => !tree.isElement(child))) tree.remove(override);
  }
  setStart(tree, copy, { level, start });
  return addList(document, copy);
}

/** A list like another, with a definition of its own in which some levels are different. */
export function reformatList(document: WordDocument, list: List, changes: readonly LevelChange[]): string {
  const tree = numberingTree(document);
  const id = nextDefinitionId(tree);
  const definition = tree.graft(tree, find(tree, W.abstractNum, { name: W.abstractNumId, id: list.abstractNumId }));
  tree.setAttribute(definition, W.abstractNumId, id);
  // What Word knows a definition by, and the styles that are tied to it, are those of the old one.
  for (const child of tree.children(definition)) if (TIES.has(tree.name(child))) tree.remove(child);
  const nsid = tree.element(W.nsid, [[W.val, freeNsid(tree, id)]]);
  tree.insertBefore(definition, nsid, tree.firstChild(definition));
  for (const [level, { node }] of list.levels) putLevel(tree, definition, { level, node: tree.graft(tree, node) });
  for (const change of changes) writeLevel(tree, levelOf(tree, definition, change.level - 1), change);
  insertDefinition(tree, definition);
  const own = plainList(tree, id);
  const said = new Set(changes.flatMap(({ level, start }) => (start === undefined ? [] : [level - 1])));
  for (const [level, start] of list.startOverrides) if (!said.has(level)) setStart(tree, own, { level, start });
  return addList(document, own);
}

// policy: what ties a definition to others, which a copy must not have
const TIES: ReadonlySet<NameId> = new Set([W.nsid, W.name, W.styleLink, W.numStyleLink]);

function numberingTree(document: WordDocument): Tree {
  return document.package.tree(partOfKind(document, "numbering"));
}

function find(tree: Tree, element: NameId, { name, id }: { readonly name: NameId; readonly id: string }): NodeId {
  const found = tree
    .children(tree.root)
    .find((node) => tree.name(node) === element && tree.attribute(node, name) === id);
  ensure(found !== undefined, "a list that was read is there");
  return found;
}

function nextDefinitionId(tree: Tree): string {
  return above(idsOf(tree, W.abstractNum, W.abstractNumId));
}

function idsOf(tree: Tree, element: NameId, name: NameId): (string | undefined)[] {
  const elements = tree.children(tree.root).filter((node) => tree.name(node) === element);
  return elements.map((node) => tree.attribute(node, name));
}

/** A number above some ids. */
function above(ids: readonly (string | undefined)[]): string {
  return `${ids.reduce((most, id) => Math.max(most, wholeNumber(id) ?? 0), 0) + 1}`;
}

/** Two definitions with one nsid are taken for the same when text is pasted. */
function freeNsid(tree: Tree, id: string): string {
  const taken = new Set(
    tree.children(tree.root).flatMap((node) => {
      const nsid = tree.name(node) === W.abstractNum ? tree.child(node, W.nsid) : NONE;
      return nsid === NONE ? [] : [(tree.attribute(nsid, W.val) ?? "").toUpperCase()];
    }),
  );
  let number = 0x56000000 + Number(id);
  while (taken.has(number.toString(16).toUpperCase())) number += 1;
  return number.toString(16).toUpperCase();
}

/** Definitions stand behind pictures of bullets and before lists. */
function insertDefinition(tree: Tree, definition: NodeId): void {
  const isBehind = (name: NameId): boolean => name === W.num || name === W.numIdMacAtCleanup;
  const next = tree.children(tree.root).find((node) => isBehind(tree.name(node)));
  tree.insertBefore(tree.root, definition, next ?? NONE);
}

function plainList(tree: Tree, abstractNumId: string): NodeId {
  const list = tree.element(W.num);
  tree.append(list, tree.element(W.abstractNumId, [[W.val, abstractNumId]]));
  return list;
}

function addList(document: WordDocument, list: NodeId): string {
  const tree = numberingTree(document);
  const id = above([...idsOf(tree, W.num, W.numId), ...namedLists(document)]);
  tree.setAttribute(list, W.numId, id);
  const next = tree.children(tree.root).find((node) => tree.name(node) === W.numIdMacAtCleanup);
  tree.insertBefore(tree.root, list, next ?? NONE);
  return id;
}

function setStart(
  tree: Tree,
  list: NodeId,
  { level, start }: { readonly level: number; readonly start: number },
): void {
  const isOwn = (node: NodeId): boolean =>
    tree.name(node) === W.lvlOverride && tree.attribute(node, W.ilvl) === `${level}`;
  let override = tree.children(list).find(isOwn);
  if (override === undefined) {
    override = tree.element(W.lvlOverride, [[W.ilvl, `${level}`]]);
    tree.append(list, override);
  }
  const value = tree.element(W.startOverride, [[W.val, `${start}`]]);
  tree.insertBefore(override, value, tree.firstChild(override));
}

interface Level {
  readonly level: number;
  readonly node: NodeId;
}

/** Puts a level in the place of the one that a definition has. Its style is tied to the old definition. */
function putLevel(tree: Tree, definition: NodeId, { level, node }: Level): void {
  tree.setAttribute(node, W.ilvl, `${level}`);
  const style = tree.child(node, W.pStyle);
  if (style !== NONE) tree.remove(style);
  const levels = tree.children(definition).filter((child) => tree.name(child) === W.lvl);
  const indexOf = (one: NodeId): number => wholeNumber(tree.attribute(one, W.ilvl)) ?? LEVELS;
  const old = levels.filter((one) => indexOf(one) === level);
  const next = levels.find((one) => indexOf(one) > level) ?? NONE;
  for (const one of old) tree.remove(one);
  tree.insertBefore(definition, node, next);
}

function levelOf(tree: Tree, definition: NodeId, level: number): NodeId {
  const isOwn = (node: NodeId): boolean => tree.name(node) === W.lvl && tree.attribute(node, W.ilvl) === `${level}`;
  const known = tree.children(definition).find(isOwn);
  if (known !== undefined) return known;
  const node = tree.element(W.lvl);
  putLevel(tree, definition, { level, node });
  writeLevel(tree, node, { level: level + 1, number_format: "decimal", pattern: `%${level + 1}.`, start: 1 });
  return node;
}
