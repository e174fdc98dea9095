// Reads and writes property objects (EDT-60): JSON keys for the properties in `w:rPr` or `w:pPr`.
//
// One row of a table defines a key: its JSON values, its element, how it is read and how it is written. A value sets the
// property, null removes the direct setting, and an absent key changes nothing. Several keys may share an element (`w:ind`
// has three): each changes only its own attributes, and the element is removed with the last of them. Content of a file that
// no value of the key can express is read as absent.

import { isOnValue } from "../document/values.ts";
import { W, wordNamespace } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { bool, type Shape } from "./value-shapes.ts";

/** Attributes that express a value. An undefined one is removed. */
export type SaidAttributes = readonly (readonly [NameId, string | undefined])[];

export interface FormatProperty {
  /** The shape of its values, except null. */
  readonly shape: Shape;
  /** The element that contains the property. */
  readonly element: NameId;
  /** Elements that set the same for text in complex scripts. They are written and removed with the element, and not read. */
  readonly twins?: readonly NameId[];
  /** Returns the value of the element; undefined if the element does not set this key. */
  read(tree: Tree, node: NodeId): unknown;
  /** Returns the attributes for a value, or those that null removes. */
  say(value: unknown): SaidAttributes;
  /**
   * Writes what `say` cannot: children of the element, or attributes that depend on others. Removes its children for
   * null. A key with this function removes its element if it is empty, for any value.
   */
  fill?(tree: Tree, node: NodeId, value: unknown): void;
}

/** The keys of one property object. */
export interface FormatTable {
  readonly keys: Readonly<Record<string, FormatProperty>>;
  /** Maps a key to the phrase that explains it in the reference. */
  readonly meanings: Readonly<Record<string, string>>;
  /** Maps an element to its keys, each with its index in the table. */
  readonly byElement: ReadonlyMap<NameId, readonly KeyPlace[]>;
  /** Maps the local name of each child of the properties to its index (ISO 29500-1, A.1). */
  readonly order: ReadonlyMap<string, number>;
}

interface KeyPlace {
  readonly place: number;
  readonly key: string;
  readonly row: FormatProperty;
}

/** Returns a table. `order` lists the children of the properties in the order of the schema. */
export function formatTable<Key extends string>(
  keys: Readonly<Record<Key, FormatProperty>>,
  { order, meanings }: { readonly order: string; readonly meanings: Readonly<Record<Key, string>> },
): FormatTable {
  const places = Object.entries<FormatProperty>(keys).map(([key, row], place) => ({ place, key, row }));
  return {
    keys,
    meanings,
    byElement: Map.groupBy(places, ({ row }) => row.element),
    order: new Map(order.split(" ").map((local, index) => [local, index])),
  };
}

/** Returns the keys that some properties set, in the order of the table; undefined if they set none. */
export function readFormat(table: FormatTable, tree: Tree, properties: NodeId): Record<string, unknown> | undefined {
  if (properties === NONE) return undefined;
  const read: [place: number, key: string, value: unknown][] = [];
  for (let child = tree.firstChild(properties); child !== NONE; child = tree.nextSibling(child)) {
    for (const { place, key, row } of table.byElement.get(tree.name(child)) ?? []) {
      const value = row.read(tree, child);
      if (value !== undefined && row.shape.accepts(value)) read.push([place, key, value]);
    }
  }
  if (read.length === 0) return undefined;
  if (read.length > 1) read.sort(([one], [other]) => one - other);
  return Object.fromEntries(read.map(([, key, value]) => [key, value]));
}

/** Sets and removes properties as an object requests. The values must be valid for the table. */
export function writeFormat(table: FormatTable, tree: Tree, properties: NodeId, format: object): void {
  const given = new Map<string, unknown>(Object.entries(format));
  for (const [key, row] of Object.entries(table.keys)) {
    const value = given.get(key);
    if (value === undefined) continue;
    for (const element of [row.element, ...(row.twins ?? [])]) {
      writeKey(tree, { properties, element, order: table.order }, { row, value });
    }
  }
}

interface PropertySlot {
  readonly properties: NodeId;
  readonly element: NameId;
  readonly order: FormatTable["order"];
}

function writeKey(
  tree: Tree,
  place: PropertySlot,
  { row, value }: { readonly row: FormatProperty; readonly value: unknown },
): void {
  const [found = NONE, ...more] = tree.children(place.properties).filter((child) => tree.name(child) === place.element);
  if (value === null && found === NONE) return;
  // Some programs write a property twice, and the last one counts.
  for (const repeated of more) tree.remove(repeated);
  const node = found === NONE ? insertProperty(tree, place) : found;
  for (const [name, said] of row.say(value)) tree.setAttribute(node, name, said);
  row.fill?.(tree, node, value);
  const isEmpty = tree.attributes(node).length === 0 && !tree.children(node).some((child) => tree.isElement(child));
  if (isEmpty && (value === null || row.fill !== undefined)) tree.remove(node);
}

/**
 * Inserts a new property at its position in the schema. Elements that are not Word's own come after all others, before the
 * record of a change.
 */
function insertProperty(tree: Tree, { properties, element, order }: PropertySlot): NodeId {
  const placeOf = (name: NameId): number => {
    const local = tree.names.local(name);
    if (tree.names.namespaceOf(name) !== wordNamespace) return order.size - 1.5;
    return order.get(local) ?? 0;
  };
  const own = placeOf(element);
  const next = tree.children(properties).find((child) => tree.isElement(child) && placeOf(tree.name(child)) > own);
  const made = tree.element(element);
  tree.insertBefore(properties, made, next ?? NONE);
  return made;
}

export interface FormatProblems {
  /** Keys that the table does not have. */
  readonly unknown: readonly string[];
  /** Keys with an invalid value. */
  readonly invalid: readonly string[];
}

export function formatProblems(table: FormatTable, format: object): FormatProblems {
  const given = Object.entries(format);
  return {
    unknown: given.flatMap(([key]) => (Object.hasOwn(table.keys, key) ? [] : [key])),
    invalid: given.flatMap(([key, value]) =>
      Object.hasOwn(table.keys, key) && value !== null && !table.keys[key]!.shape.accepts(value) ? [key] : [],
    ),
  };
}

/** Maps a key to the shape of its values, except null. */
export function formatShapes({ keys }: FormatTable): Readonly<Record<string, Shape>> {
  return Object.fromEntries(Object.entries(keys).map(([key, { shape }]) => [key, shape]));
}

/** Returns the JSON Schema of an object as it is read. */
export function formatSchema({ keys, meanings }: FormatTable): {
  type: "object";
  properties: Record<string, unknown>;
  minProperties: 1;
  additionalProperties: false;
} {
  const described = ([key, { shape }]: [string, FormatProperty]) => [
    key,
    { ...shape.schema, description: meanings[key] },
  ];
  const properties = Object.fromEntries(Object.entries(keys).map(described));
  return { type: "object", properties, minProperties: 1, additionalProperties: false };
}

/** Returns a property that is on or off, such as `w:b` or `w:keepNext`. */
export function switchKey(element: NameId, ...twins: readonly NameId[]): FormatProperty {
  return {
    shape: bool,
    element,
    twins,
    read: (tree, node) => isOnValue(tree.attribute(node, W.val)),
    say: (value) => [[W.val, value === false ? "0" : undefined]],
  };
}

/** Returns a property with its value in `w:val`. */
export function valueKey(
  element: NameId,
  {
    shape,
    read,
    write,
    twins = [],
  }: { shape: Shape; read(value: string): unknown; write(value: unknown): string; twins?: readonly NameId[] },
): FormatProperty {
  return {
    shape,
    element,
    twins,
    read: (tree, node) => {
      const value = tree.attribute(node, W.val);
      return value === undefined ? undefined : read(value);
    },
    say: (value) => [[W.val, value === null ? undefined : write(value)]],
  };
}
