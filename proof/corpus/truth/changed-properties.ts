// What a property change says: the properties that are others now than they were, by element.

import { childNamed, type Element, elementsIn } from "../../reading/xml-tree.ts";

const CHANGE = /^w:\w+Change$/;
/** Marks and references among properties are none themselves. */
const NONE_ITSELF = /^w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|headerReference|footerReference)$/;
/** Properties that hold another kind of properties, which have a change of their own. */
const HELD = /^w:(?:rPr|sectPr)$/;

/** The names of the elements that differ; none where there is no property change. */
export function changedProperties(properties: Element | undefined): string[] {
  const change = properties === undefined ? undefined : elementsIn(properties).find(({ name }) => CHANGE.test(name));
  if (properties === undefined || change === undefined) return [];
  const old = childNamed(change, properties.name);
  const [before, after] = [valuesOf(old), valuesOf(properties)];
  const names = new Set([...before.keys(), ...after.keys()]);
  const changed = [...names].filter((name) => before.get(name) !== after.get(name));
  // A change without effect is one all the same: somebody has to look at it.
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
