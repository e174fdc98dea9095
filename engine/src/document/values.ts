// Reads the values of WordprocessingML attributes: switches, whole numbers and measures.
//
// A file may contain any string. An invalid value is read as missing, and every number that a function returns is finite.

import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { W } from "./word-names.ts";

const OFF: ReadonlySet<string> = new Set(["0", "false", "off"]);

/** True if a value switches a property on. A missing value does so, as in `<w:titlePg/>`. */
export function isOnValue(value: string | undefined): boolean {
  return value === undefined || !OFF.has(value);
}

/** True if a child that is a switch exists and is on. */
export function isOn(tree: Tree, parent: NodeId, name: NameId): boolean {
  const child = parent === NONE ? NONE : tree.child(parent, name);
  return child !== NONE && isOnValue(tree.attribute(child, W.val));
}

/** Returns the w:val of a child; undefined if the child or the attribute is missing. */
export function childValue(tree: Tree, parent: NodeId, name: NameId): string | undefined {
  const child = parent === NONE ? NONE : tree.child(parent, name);
  return child === NONE ? undefined : tree.attribute(child, W.val);
}

/** Returns a whole number of at most nine digits; undefined for other values. */
export function wholeNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^[+-]?\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** Twentieths of a point per unit, for units in strict documents. */
const TWIPS: ReadonlyMap<string, number> = new Map([
  ["mm", 1440 / 25.4],
  ["cm", 1440 / 2.54],
  ["in", 1440],
  ["pt", 20],
  ["pc", 240],
  ["pi", 240],
]);

/** Returns a measure in twentieths of a point, written with or without a unit. */
export function twips(value: string | undefined): number | undefined {
  const bare = wholeNumber(value);
  if (bare !== undefined) return bare;
  const [, number, unit] = /^(-?\d{1,9}(?:\.\d{1,9})?)(mm|cm|in|pt|pc|pi)?$/.exec(value ?? "") ?? [];
  return number === undefined ? undefined : Math.round(Number(number) * (TWIPS.get(unit ?? "") ?? 1));
}
