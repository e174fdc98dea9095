// Reads the properties of the file: title, author, dates, program and custom properties.

import { PACKAGE } from "../../ooxml/parts/part-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { WordDocument } from "../open-document.ts";

export interface Property {
  readonly name: string;
  readonly value: string;
  /** Element whose text is the value. */
  readonly node: NodeId;
}

/** The properties of one part, in the order of the part. */
export interface PropertyList {
  /** Undefined if the file has no such part. */
  readonly source: { readonly part: string; readonly tree: Tree } | undefined;
  readonly properties: readonly Property[];
}

export interface FileProperties {
  /** title, creator, lastModifiedBy, created, …: by element name. */
  readonly core: PropertyList;
  /** Application, Company, Manager, …: by element name. */
  readonly program: PropertyList;
  /** Custom properties, by the names that their author chose. */
  readonly custom: PropertyList;
}

const CORE: readonly string[] = [
  "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
];
/** Relationship kinds; the second one of each list is that of strict documents. */
const PROGRAM: readonly string[] = ["extended-properties", "extendedProperties"];
const CUSTOM: readonly string[] = ["custom-properties", "customProperties"];

export function readFileProperties(document: WordDocument): FileProperties {
  return {
    core: readList(document, CORE, readSimple),
    program: readList(document, PROGRAM, readSimple),
    custom: readList(document, CUSTOM, readCustom),
  };
}

/** Returns the value of the first property with a name; undefined if no property has it. */
export function propertyValue({ properties }: PropertyList, name: string): string | undefined {
  return properties.find((property) => property.name === name)?.value;
}

type ReadProperty = (tree: Tree, node: NodeId) => Property[];

function readList({ package: opened }: WordDocument, kinds: readonly string[], read: ReadProperty): PropertyList {
  const related = opened.relationships(PACKAGE).find(({ kind }) => kinds.includes(kind));
  const part = related?.part;
  if (part === undefined || !opened.has(part)) return { source: undefined, properties: [] };
  const tree = opened.tree(part);
  const nodes = tree.children(tree.root).filter((node) => tree.isElement(node));
  return { source: { part, tree }, properties: nodes.flatMap((node) => read(tree, node)) };
}

/** Reads a property: an element around its value. Lists, such as the titles of parts, are left out. */
function readSimple(tree: Tree, node: NodeId): Property[] {
  const children = tree.children(node);
  if (children.some((child) => tree.isElement(child))) return [];
  return [{ name: tree.names.local(tree.name(node)), value: nodeText(tree, node), node }];
}

/** Reads a custom property: an element with a name, around an element whose name is the type of the value. */
function readCustom(tree: Tree, node: NodeId): Property[] {
  const value = tree.children(node).find((child) => tree.isElement(child)) ?? NONE;
  const name = tree.attributes(node).find((attribute) => attribute.written === "name")?.value;
  return value === NONE || name === undefined ? [] : [{ name, value: nodeText(tree, value), node: value }];
}

function nodeText(tree: Tree, node: NodeId): string {
  return tree
    .children(node)
    .map((child) => tree.text(child))
    .join("");
}
