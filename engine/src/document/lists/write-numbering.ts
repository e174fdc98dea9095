// Writes the list and the level into the properties of a paragraph or a style.

import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { W } from "../word-names.ts";

/** Elements that may precede w:numPr in the properties of a paragraph. */
// policy: the order of paragraph properties in the schema
const BEFORE: ReadonlySet<NameId> = new Set([
  W.pStyle,
  W.keepNext,
  W.keepLines,
  W.pageBreakBefore,
  W.framePr,
  W.widowControl,
]);

/** A list and a level of it, from 0. */
export interface NumberingTarget {
  readonly numId: string;
  readonly level: number;
}

/** Replaces the numbering of properties. Without a target, the properties name no list afterwards. */
export function writeNumbering(tree: Tree, properties: NodeId, target: NumberingTarget | undefined): void {
  const present = tree.child(properties, W.numPr);
  if (present !== NONE) tree.remove(present);
  if (target === undefined) return;
  const made = tree.element(W.numPr);
  tree.append(made, tree.element(W.ilvl, [[W.val, `${target.level}`]]));
  tree.append(made, tree.element(W.numId, [[W.val, target.numId]]));
  const next = tree.children(properties).find((child) => tree.isElement(child) && !BEFORE.has(tree.name(child)));
  tree.insertBefore(properties, made, next ?? NONE);
}
