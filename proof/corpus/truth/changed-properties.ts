// Reads a property change: the elements whose properties differ between the old and the new state.

import { childNamed, type Element, elementsIn } from "../../reading/xml-tree.ts";

const CHANGE = /^w:\w+Change$/;
/** Marks and references that are among properties and are not properties themselves. */
const NONE_ITSELF = /^w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|headerReference|footerReference)$/;
/** Properties that contain other properties, which have their own change element. */
const HELD = /^w:(?:rPr|sectPr)$/;

/** Returns the names of the elements that differ; an empty list without a property change. */
export function changedProperties(properties: Element | undefined): string[] {
  const change = properties === undefined ? undefined : elementsIn(properties).find(({ name }) => CHANGE.test(name));
  if (properties === undefined || change === undefined) return [];
  const old = childNamed(change, properties.name);
  const [before, after] = [valuesOf(old), valuesOf(properties)];
  const names = new Set([...before.keys(), ...after.keys()]);
  const changed = [...names].filter((name) => before.get(name) !== after.get(name));
  // A change without effect still counts, because a reader has to look at it.
  return changed.length === 0 ? [change.name] : changed;
}

function valuesOf(properties: Element | undefined): Map<string, string> {
  const children = properties === undefined ? [] : elementsIn(properties);
  const own = children.filter(({ name }) => !CHANGE.test(name) && !NONE_ITSELF.test(name) && !HELD.test(name));
  return new Map(own.map((child) => [child.name, written(child)]));
}

function written({ attributes, children }: Element): string {
  const values = [...attributes].map(([name, value]) => `${name}=${value}`).sort();
  const inner = children.map((child) => (typeof child === "string" ? "" : `${child.name}(${written(child)})`));
  return [...values, ...inner].join(" ");
}
