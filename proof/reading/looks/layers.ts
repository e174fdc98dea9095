// Finds what the nearest of several layers of properties sets.

import { childNamed, type Element, elementsIn } from "../xml-tree.ts";

/** The source of a layer. Toggles combine between the levels of styles. */
export type Level = "direct" | "character" | "list" | "paragraph" | "table" | "defaults";

/** A holder of properties, such as a w:rPr, that applies. */
export interface Layer {
  readonly level: Level;
  readonly holder: Element;
}

/** Maps the name of a field to its value. A field without a value has its default. */
export type Fields = ReadonlyMap<string, string>;

export function layer(level: Level, holder: Element | undefined): Layer[] {
  return holder === undefined ? [] : [{ level, holder }];
}

/** Returns the element of the nearest layer that has one. Layers are listed nearest first. */
export function nearest(layers: readonly Layer[], name: string): Element | undefined {
  for (const { holder } of layers) {
    const found = childNamed(holder, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the nearest child of a holder's element, such as one side of `w:pBdr`. Each child is inherited alone. */
export function nearestWithin(
  layers: readonly Layer[],
  name: string,
  children: readonly string[],
): Element | undefined {
  for (const { holder } of layers) {
    const around = childNamed(holder, name);
    for (const child of children) {
      const found = childNamed(around, child);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Returns the nearest value of an attribute. If a layer has several of them, the first one listed counts. */
export function nearestAttribute(
  layers: readonly Layer[],
  name: string,
  attributes: readonly string[],
): { readonly attribute: string; readonly value: string } | undefined {
  for (const { holder } of layers) {
    const element = childNamed(holder, name);
    for (const attribute of attributes) {
      const value = element?.attributes.get(attribute);
      if (value !== undefined) return { attribute, value };
    }
  }
  return undefined;
}

export function valOf(element: Element | undefined): string | undefined {
  return element?.attributes.get("w:val");
}

/** True if a switch exists and is on. */
export function isSwitchedOn(element: Element | undefined): boolean {
  return element !== undefined && !/^(0|false|off)$/.test(valOf(element) ?? "1");
}

/** The effective value of a toggle (ISO 29500-1, 17.7.3). */
export function isToggledOn(layers: readonly Layer[], name: string): boolean {
  const byLevel = new Map<Level, boolean>();
  for (const { level, holder } of layers) {
    const element = childNamed(holder, name);
    if (element !== undefined && !byLevel.has(level)) byLevel.set(level, isSwitchedOn(element));
  }
  const direct = byLevel.get("direct");
  if (direct !== undefined) return direct;
  if (byLevel.get("defaults") === true) return true;
  return [...byLevel.values()].filter((isOn) => isOn).length % 2 === 1;
}

/** Returns a whole number, or the default. */
export function numberOr(value: string | undefined, byDefault: number): number {
  return value !== undefined && /^[+-]?\d+$/.test(value) ? Number(value) : byDefault;
}

/** Returns an element as text that is equal for equal markup. */
export function markupText(element: Element): string {
  const isSwitch = element.attributes.size === 1 && /^(1|true|on)$/.test(valOf(element) ?? "");
  const written = isSwitch ? [] : [...element.attributes];
  const known = written.filter(([name]) => !name.startsWith("{") || element.name.startsWith("{"));
  const attributes = known.map(([name, value]) => `${name}=${value}`).sort();
  return `<${[element.name, ...attributes].join(" ")}>${elementsIn(element).map(markupText).join("")}`;
}

/** Returns the markup of the nearest element for each name. Elements that are off count as missing. */
export function markupFields(layers: readonly Layer[], known: ReadonlySet<string>): Map<string, string> {
  const fields = new Map<string, string>();
  const seen = new Set<string>();
  for (const element of layers.flatMap(({ holder }) => elementsIn(holder))) {
    if (known.has(element.name) || seen.has(element.name)) continue;
    seen.add(element.name);
    if (!/^(0|false|off|none|auto)$/.test(valOf(element) ?? "on")) {
      fields.set(`markup ${element.name}`, markupText(element));
    }
  }
  return fields;
}
