// Property objects (EDT-60): keys of plain words for what stands in w:rPr or w:pPr.
//
// One row of a table knows all of a key: what its JSON value may be, the element that holds it, how it is read and how
// it is written. A value sets the property; null removes the direct setting; a key that is left out is left alone.
// Several keys may share an element (w:ind holds three): each touches its own attributes, and the element goes with
// the last of them. What a file says that no value of the key can say is read as if it were not there.

import { isOnValue } from "../document/values.ts";
import { W, wordNamespace } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { bool, type Shape } from "./value-shapes.ts";

/** Attributes that say a value; an undefined one is taken away. */
export type SaidAttributes = readonly (readonly [NameId, string | undefined])[];

export interface FormatProperty {
  /** What its value may be, null aside. */
  readonly shape: Shape;
  /** The element that holds it. */
  readonly element: NameId;
  /** Elements that say the same of text in complex scripts: written and removed with it, not read. */
  readonly twins?: readonly NameId[];
  /** What the element says; undefined where it says nothing of this key. */
  read(tree: Tree, node: NodeId): unknown;
  /** How a value is said, or what is taken away for null. */
  say(value: unknown): SaidAttributes;
  /** For what stands in children of the element: puts them there, or takes them away for null. */
  fill?(tree: Tree, node: NodeId, value: unknown): void;
}

/** The keys of one property object. */
export interface FormatTable {
  readonly keys: Readonly<Record<string, FormatProperty>>;
  /** By key: the phrase that explains it in the reference. */
  readonly meanings: Readonly<Record<string, string>>;
  /** By element: the keys that it holds, each with its place in the table. */
  readonly byElement: ReadonlyMap<NameId, readonly KeyPlace[]>;
  /** The place of each child of the properties, by local name (ISO 29500-1, A.1). */
  readonly order: ReadonlyMap<string, number>;
}

interface KeyPlace {
  readonly place: number;
  readonly key: string;
  readonly row: FormatProperty;
}

/** `order` lists the children of the properties as the schema does. */
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

/** The keys that some properties set, in the order of the table; undefined when they set none. */
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

/** Sets and removes what an object says in some properties. The values must be those that the table allows. */
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

interface Place {
  readonly properties: NodeId;
  readonly element: NameId;
  readonly order: FormatTable["order"];
}

function writeKey(
  tree: Tree,
  place: Place,
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

/** Puts a new property where the schema wants it; what is not Word's own stands behind all, before the record of a change. */
function insertProperty(tree: Tree, { properties, element, order }: Place): NodeId {
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
  /** Keys with a value that they cannot have. */
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

/** By key: the shape of its values, apart from null. */
export function formatShapes({ keys }: FormatTable): Readonly<Record<string, Shape>> {
  return Object.fromEntries(Object.entries(keys).map(([key, { shape }]) => [key, shape]));
}

/** The JSON Schema of an object as it is read. */
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

/** A property that is there or not, on or off: w:b, w:keepNext. */
export function switchKey(element: NameId, ...twins: readonly NameId[]): FormatProperty {
  return {
    shape: bool,
    element,
    twins,
    read: (tree, node) => isOnValue(tree.attribute(node, W.val)),
    say: (value) => [[W.val, value === false ? "0" : undefined]],
  };
}

/** A property whose value is in w:val. */
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
