// Reads and writes the relationships of one source in their part.

import { PLAIN } from "../xml/names.ts";
import { NONE, type NodeId, type Tree } from "../xml/tree.ts";
import { PR, relationshipKind } from "./package-names.ts";
import { resolveTarget } from "./part-names.ts";

export interface Relationship {
  readonly id: string;
  /** Type without its dialect: `styles`, `header`, … */
  readonly kind: string;
  readonly type: string;
  /** Target as written in the part. */
  readonly target: string;
  readonly isExternal: boolean;
  /** Name of the target part, even if the package does not have it. Undefined if the target is external or names no part. */
  readonly part: string | undefined;
}

export function readRelationships(tree: Tree, source: string): Relationship[] {
  return relationshipNodes(tree).map((node) => readRelationship(tree, node, source));
}

function readRelationship(tree: Tree, node: NodeId, source: string): Relationship {
  const type = tree.attribute(node, PLAIN.Type) ?? "";
  const target = tree.attribute(node, PLAIN.Target) ?? "";
  const isExternal = tree.attribute(node, PLAIN.TargetMode) === "External";
  return {
    id: tree.attribute(node, PLAIN.Id) ?? "",
    kind: relationshipKind(type),
    type,
    target,
    isExternal,
    part: isExternal ? undefined : resolveTarget(source, target),
  };
}

export interface NewRelationship {
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}

/** Adds a relationship. No other relationship of this source may have the id. */
export function appendRelationship(tree: Tree, id: string, added: NewRelationship): void {
  const mode = added.isExternal ? ([[PLAIN.TargetMode, "External"]] as const) : [];
  const node = tree.element(PR.Relationship, [
    [PLAIN.Id, id],
    [PLAIN.Type, added.type],
    [PLAIN.Target, added.target],
    ...mode,
  ]);
  tree.append(tree.root, node);
}

export function dropRelationship(tree: Tree, id: string): void {
  for (const node of relationshipNodes(tree)) {
    if (tree.attribute(node, PLAIN.Id) === id) tree.remove(node);
  }
}

export function renameRelationship(tree: Tree, id: string, newId: string): void {
  for (const node of relationshipNodes(tree)) {
    if (tree.attribute(node, PLAIN.Id) === id) tree.setAttribute(node, PLAIN.Id, newId);
  }
}

export function retarget(tree: Tree, id: string, target: string): void {
  for (const node of relationshipNodes(tree)) {
    if (tree.attribute(node, PLAIN.Id) === id) tree.setAttribute(node, PLAIN.Target, target);
  }
}

function relationshipNodes(tree: Tree): NodeId[] {
  const nodes: NodeId[] = [];
  for (let node = tree.firstChild(tree.root); node !== NONE; node = tree.nextSibling(node)) {
    if (tree.name(node) === PR.Relationship) nodes.push(node);
  }
  return nodes;
}

/** Returns the highest number in the ids of a source. Ids are compared without regard to case, as Word does. */
export function highestRelationship(tree: Tree): number {
  const ids = relationshipNodes(tree).map((node) => tree.attribute(node, PLAIN.Id) ?? "");
  const numbers = ids.map((id) => Number(/^rid(\d{1,9})$/i.exec(id)?.[1] ?? 0));
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
