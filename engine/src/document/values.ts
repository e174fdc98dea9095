// The values that WordprocessingML writes in attributes: switches, whole numbers and measures.
//
// A file may hold any string. What is no value of its kind is read as if it were not there, and no
// number leaves here that is not finite.

import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { W } from "./word-names.ts";

const OFF: ReadonlySet<string> = new Set(["0", "false", "off"]);

/** Whether a value switches on; one that is not given does, as in `<w:titlePg/>`. */
export function isOnValue(value: string | undefined): boolean {
  return value === undefined || !OFF.has(value);
}

/** Whether a child that is a switch is there and on. */
export function isOn(tree: Tree, parent: NodeId, name: NameId): boolean {
  const child = parent === NONE ? NONE : tree.child(parent, name);
  return child !== NONE && isOnValue(tree.attribute(child, W.val));
}

/** The w:val of a child. */
export function childValue(tree: Tree, parent: NodeId, name: NameId): string | undefined {
  const child = parent === NONE ? NONE : tree.child(parent, name);
  return child === NONE ? undefined : tree.attribute(child, W.val);
}

/** A whole number of at most nine digits. */
export function wholeNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^[+-]?\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** Twentieths of a point in each unit that strict documents write. */
const TWIPS: ReadonlyMap<string, number> = new Map([
  ["mm", 1440 / 25.4],
  ["cm", 1440 / 2.54],
  ["in", 1440],
  ["pt", 20],
  ["pc", 240],
  ["pi", 240],
]);

/** A measure in twentieths of a point: bare, or with a unit. */
export function twips(value: string | undefined): number | undefined {
  const bare = wholeNumber(value);
  if (bare !== undefined) return bare;
  const [, number, unit] = /^(-?\d{1,9}(?:\.\d{1,9})?)(mm|cm|in|pt|pc|pi)?$/.exec(value ?? "") ?? [];
  return number === undefined ? undefined : Math.round(Number(number) * (TWIPS.get(unit ?? "") ?? 1));
}
