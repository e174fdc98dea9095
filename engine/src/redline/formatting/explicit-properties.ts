// Writes values into recorded properties that styles or the table gave them in their own document (FMT-23b).
//
// A record holds the direct properties of one document, and a redline has the styles and tables of the other. So a view
// may show another value. An explicit property shows the value whatever surrounds it.

import { CELL_PROPERTY_ORDER, PARAGRAPH_PROPERTY_ORDER } from "../../document/grammar.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";

/** Maps fields of a look to their values; undefined for the default. */
export type ExplicitFields = ReadonlyMap<string, string | undefined>;

/** A property element, or a child of one, with its attributes. */
interface ExplicitProperty {
  readonly path: readonly NameId[];
  readonly attributes: readonly (readonly [name: NameId, value: string])[];
}

/** True if a property can show any value of a field. */
export function hasExplicitForm(field: string): boolean {
  return explicitProperty(field, undefined) !== undefined;
}

/** Sets the fields in properties of a paragraph or a cell. Other properties stay as they are. */
export function writeExplicit(tree: Tree, properties: NodeId, fields: ExplicitFields): void {
  const order = ORDERS.get(tree.name(properties)) ?? [];
  for (const [field, value] of fields) {
    const { path, attributes } = explicitProperty(field, value)!;
    const [name, child] = path as [NameId, NameId | undefined];
    if (!order.includes(tree.names.local(name))) continue;
    const holder = childInOrder(tree, properties, { name, order });
    const element = child === undefined ? holder : childInOrder(tree, holder, { name: child, order: SIDES });
    for (const [attribute, its] of attributes) tree.setAttribute(element, attribute, its);
  }
}

/** Returns the child with a name, or creates it at its position in the schema. */
function childInOrder(
  tree: Tree,
  parent: NodeId,
  { name, order }: { readonly name: NameId; readonly order: readonly string[] },
): NodeId {
  const known = tree.child(parent, name);
  if (known !== NONE) return known;
  const { names } = tree;
  const earlier = new Set(order.slice(0, order.indexOf(names.local(name))));
  const isLater = (child: NodeId): boolean => tree.isElement(child) && !earlier.has(names.local(tree.name(child)));
  const next = tree.children(parent).find(isLater) ?? NONE;
  const made = tree.element(name);
  tree.insertBefore(parent, made, next);
  return made;
}

/** Local names of the sides of a cell, in the order of the schema. */
const SIDES: readonly string[] = ["top", "left", "bottom", "right"];

const ORDERS: ReadonlyMap<NameId, readonly string[]> = new Map([
  [W.pPr, PARAGRAPH_PROPERTY_ORDER],
  [W.tcPr, CELL_PROPERTY_ORDER],
]);

/** Returns the property that shows a value of a field; undefined for a field without an explicit form. */
function explicitProperty(field: string, value: string | undefined): ExplicitProperty | undefined {
  if (field === "space before") return spaceProperty([W.before, W.beforeAutospacing], value);
  if (field === "space after") return spaceProperty([W.after, W.afterAutospacing], value);
  if (field === "vertical") return { path: [W.vAlign], attributes: [[W.val, value ?? "top"]] };
  if (field === "text-direction") return { path: [W.textDirection], attributes: [[W.val, value ?? "lrTb"]] };
  const [kind, name] = field.split(" ");
  if (name !== "top" && name !== "left" && name !== "bottom" && name !== "right") return undefined;
  const side = W[name];
  if (kind === "cell-border") return { path: [W.tcBorders, side], attributes: borderAttributes(value) };
  if (kind !== "cell-margin") return undefined;
  const attributes = [[W.w, value ?? "0"] as const, [W.type, "dxa"] as const];
  return { path: [W.tcMar, side], attributes };
}

/** Automatic spacing applies even if a length is set, so a length also turns it off. */
function spaceProperty([length, automatic]: readonly [NameId, NameId], value = "0"): ExplicitProperty {
  if (value === "auto") return { path: [W.spacing], attributes: [[automatic, "1"]] };
  return {
    path: [W.spacing],
    attributes: [
      [length, value],
      [automatic, "0"],
    ],
  };
}

/** `value`: the words of a border, as `borderText` gives them. */
function borderAttributes(value: string | undefined): ExplicitProperty["attributes"] {
  if (value === undefined) return [[W.val, "nil"]];
  const [line, size, colour] = value.split(" ");
  return [
    [W.val, line!],
    [W.sz, size!],
    [W.color, colour!],
  ];
}
