// Reads properties as plain data and answers what the nearest layer sets.
//
// Names are local names, because looks compare values of many elements and need no tree after reading.

import { ByteNumbers } from "../../ooxml/same-bytes.ts";
import { column, END, START } from "../../ooxml/xml/span-tree.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { LayerKind } from "../formatting/styles.ts";
import { isOnValue } from "../values.ts";

/** A property element with its attributes and children, by local names. */
export interface PropertyElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly PropertyElement[];
}

/** Maps the name of a property to its first element. */
export type Properties = ReadonlyMap<string, PropertyElement>;

export const NO_PROPERTIES: Properties = new Map();

/** Properties that apply, and their source. */
export interface PropertyLayer {
  /** `conditional`: a part of a table style for some rows, columns or corners. */
  readonly kind: LayerKind | "conditional";
  readonly properties: Properties;
}

/** Maps the names of the strict dialect to those of the transitional one. */
const TRANSITIONAL: ReadonlyMap<string, string> = new Map([
  ["start", "left"],
  ["end", "right"],
  ["startChars", "leftChars"],
  ["endChars", "rightChars"],
]);

export function readPropertyElements(tree: Tree, holder: NodeId): Properties {
  if (holder === NONE) return NO_PROPERTIES;
  const found = new Map<string, PropertyElement>();
  for (let child = tree.firstChild(holder); child !== NONE; child = tree.nextSibling(child)) {
    if (!tree.isElement(child)) continue;
    const element = readElement(tree, child);
    if (!found.has(element.name)) found.set(element.name, element);
  }
  return found;
}

/** Reads the properties of one document, once for equal bytes, and numbers them. */
export class PropertyReader {
  readonly #bytes = new ByteNumbers();
  /** Indexed by the number of the bytes. */
  readonly #read: Properties[] = [];
  readonly #numbers = new Map<Properties, number>();

  read(tree: Tree, holder: NodeId): Properties {
    if (holder === NONE) return NO_PROPERTIES;
    if (!tree.isClosed(holder) || tree.isMade(holder)) return readPropertyElements(tree, holder);
    const [source, node] = [tree.source(holder), tree.sourceNode(holder)];
    const number = this.#bytes.numberOf(source.bytes, column(source, node, START), column(source, node, END));
    this.#read[number] ??= readPropertyElements(tree, holder);
    return this.#read[number];
  }

  /** Returns a number that is equal for properties with the same bytes; 0 for undefined. */
  numberOf(properties: Properties | undefined): number {
    if (properties === undefined) return 0;
    const number = this.#numbers.get(properties) ?? this.#numbers.size + 1;
    this.#numbers.set(properties, number);
    return number;
  }
}

function readElement(tree: Tree, node: NodeId): PropertyElement {
  const { names } = tree;
  const own = tree.name(node);
  const local = names.local(own);
  const attributes = new Map<string, string>();
  for (const { name, written, value } of tree.attributes(node)) {
    // Readers of the format ignore attributes of namespaces that they do not know (FMT-1).
    const isForeign = !names.isWellKnown(name) && names.namespaceOf(name) !== names.namespaceOf(own);
    if (written.startsWith("xmlns") || isForeign) continue;
    const attribute = names.local(name);
    if (!attribute.startsWith("rsid")) attributes.set(SIDES.get(local)?.get(attribute) ?? attribute, value);
  }
  const children = tree
    .children(node)
    .filter((child) => tree.isElement(child))
    .map((child) => readElement(tree, child));
  return { name: TRANSITIONAL.get(local) ?? local, attributes, children };
}

/** Elements whose attributes have other names in the strict dialect. In others, `start` is a number. */
const SIDES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([["ind", TRANSITIONAL]]);

/** Layers of properties, nearest first. */
export class PropertyLayers {
  readonly #layers: readonly PropertyLayer[];

  constructor(layers: readonly PropertyLayer[]) {
    this.#layers = layers;
  }

  /** Returns the element of the nearest layer that has one. */
  element(name: string): PropertyElement | undefined {
    for (const { properties } of this.#layers) {
      const found = properties.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns the nearest child of this name in an element such as `pBdr`. Each child is inherited alone. */
  child(name: string, child: string): PropertyElement | undefined {
    for (const { properties } of this.#layers) {
      const found = properties.get(name)?.children.find((one) => one.name === child);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns the element of the nearest layer that sets this attribute. */
  elementWith(name: string, attribute: string): PropertyElement | undefined {
    for (const { properties } of this.#layers) {
      const found = properties.get(name);
      if (found?.attributes.has(attribute)) return found;
    }
    return undefined;
  }

  /** Returns the `val` of the nearest element. */
  value(name: string): string | undefined {
    return this.element(name)?.attributes.get("val");
  }

  /** Returns an attribute from the nearest layer that sets it. With several names, the order decides in a layer. */
  attribute(name: string, ...attributes: readonly string[]): readonly [name: string, value: string] | undefined {
    for (const { properties } of this.#layers) {
      const element = properties.get(name);
      for (const attribute of element === undefined ? [] : attributes) {
        const value = element!.attributes.get(attribute);
        if (value !== undefined) return [attribute, value];
      }
    }
    return undefined;
  }

  isOn(name: string): boolean {
    const element = this.element(name);
    return element !== undefined && isOnValue(element.attributes.get("val"));
  }

  /** True if a toggle applies: directly, in the defaults, or in an odd number of kinds of styles. */
  isToggledOn(name: string): boolean {
    const said = new Map<PropertyLayer["kind"], boolean>();
    for (const { kind, properties } of this.#layers) {
      const element = properties.get(name);
      const counted = kind === "conditional" ? "table style" : kind;
      if (element === undefined || said.has(counted)) continue;
      const isOn = isOnValue(element.attributes.get("val"));
      if (kind === "direct") return isOn;
      said.set(counted, isOn);
    }
    if (said.get("defaults") === true) return true;
    return [...said.values()].filter((value) => value).length % 2 === 1;
  }

  /** Returns the elements of every layer, farthest first. */
  all(name: string): PropertyElement[] {
    return this.#layers.flatMap(({ properties }) => properties.get(name) ?? []).reverse();
  }

  /** Returns the properties of the layers that are neither direct nor defaults. */
  styled(): Properties[] {
    const styled = this.#layers.filter(({ kind }) => kind !== "direct" && kind !== "defaults");
    return styled.map(({ properties }) => properties);
  }

  /** Returns the names of all properties that some layer sets. */
  names(): ReadonlySet<string> {
    return new Set(this.#layers.flatMap(({ properties }) => [...properties.keys()]));
  }
}

/** Returns the markup of an element as one string, equal for equal markup. Switches that are off give an empty one. */
export function elementText({ name, attributes, children }: PropertyElement): string {
  const value = attributes.get("val");
  if (attributes.size === 1 && value !== undefined && UNSET.has(value)) return "";
  if (attributes.size === 0 && children.length === 0) return name;
  const own = [...attributes].map(([attribute, written]) => `${attribute}=${plainNumber(written)}`).sort();
  if (attributes.size === 1 && value !== undefined && ON.has(value)) return name;
  return `${name} ${own.join(" ")}${children.map((child) => `(${elementText(child)})`).join("")}`;
}

const UNSET: ReadonlySet<string> = new Set(["0", "false", "off", "none", "auto"]);
const ON: ReadonlySet<string> = new Set(["1", "true", "on"]);

function plainNumber(value: string): string {
  return /^0+\d+$/.test(value) ? value.replace(/^0+(?=\d)/, "") : value;
}
