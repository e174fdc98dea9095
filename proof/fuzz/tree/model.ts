// A document as plain objects, kept beside the engine's Tree and changed in the same way: what the Tree is held against.
//
// It is built from what libxml2 reads, so that it owes the engine nothing but the numbers of its nodes. A node knows
// the bytes it was read from for as long as nothing in it was changed: those must still be there in the end.

import type { NodeId } from "@versus/engine/inside";
import { type NodeVisitor, Reading } from "../reading.ts";
import { IGNORABLE, namespaceOfWords } from "./vocabularies.ts";

export interface ModelNode {
  readonly kind: "document" | "element" | "text" | "comment" | "instruction";
  /** The expanded name of an element. */
  readonly name: string;
  /** By expanded name; lists of prefixes are lists of namespaces here. */
  attributes: Map<string, string>;
  text: string;
  children: ModelNode[];
  parent: ModelNode | undefined;
  /** The engine's number, once someone asked for it. */
  id: NodeId | undefined;
  /** The bytes it was read from; undefined for a node that is new or was itself changed. */
  origin: Uint8Array | undefined;
  /** Whether it stands in another place than it was read from, so that its own tag may have got declarations. */
  isRelocated: boolean;
  /** Whether it was made, and not read from a document. */
  readonly isNew: boolean;
  /** The namespaces that readers must be told to ignore in it: the document it comes from told them, or they are new in it. */
  ignorable: ReadonlySet<string>;
}

export function makeNode(made: Pick<ModelNode, "kind" | "name" | "text" | "isNew" | "ignorable">): ModelNode {
  return {
    ...made,
    attributes: new Map(),
    children: [],
    parent: undefined,
    id: undefined,
    origin: undefined,
    isRelocated: false,
  };
}

/** Builds a document from what a reader tells of it. */
export class ModelBuilder implements NodeVisitor {
  readonly document: ModelNode;
  #open: ModelNode;
  readonly #ignorable = new Set<string>();

  constructor() {
    this.document = makeNode({ kind: "document", name: "", text: "", isNew: false, ignorable: this.#ignorable });
    this.#open = this.document;
  }

  element(name: string, attributes: readonly (readonly [name: string, value: string])[]): void {
    const element = this.#add("element", name, "");
    element.attributes = new Map(attributes);
    if (this.#open === this.document) for (const uri of ignorableOf(element)) this.#ignorable.add(uri);
    this.#open = element;
  }

  end(): void {
    this.#open = this.#open.parent!;
  }

  text(characters: string): void {
    this.#add("text", "", characters);
  }

  comment(content: string): void {
    this.#add("comment", "", content);
  }

  instruction(content: string): void {
    this.#add("instruction", "", content);
  }

  #add(kind: ModelNode["kind"], name: string, text: string): ModelNode {
    const node = makeNode({ kind, name, text, isNew: false, ignorable: this.#ignorable });
    node.parent = this.#open;
    this.#open.children.push(node);
    return node;
  }
}

/** The namespaces that an element's mc:Ignorable names. */
export function ignorableOf(element: ModelNode): string[] {
  const list = element.attributes.get(IGNORABLE) ?? "";
  return list === "" ? [] : list.split(" ").map(namespaceOfWords);
}

/** A copy of a node and all below it. `ids` says whether the copies keep the numbers: only a fork's do. */
export function copyNode(original: ModelNode, ids: "keep" | "forget"): ModelNode {
  const alone = (node: ModelNode, parent: ModelNode | undefined): ModelNode => ({
    ...node,
    attributes: new Map(node.attributes),
    children: [],
    parent,
    id: ids === "keep" ? node.id : undefined,
  });
  const copy = alone(original, undefined);
  const open: [ModelNode, ModelNode][] = [[original, copy]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [from, to] = pair;
    for (const child of from.children) {
      const childCopy = alone(child, to);
      to.children.push(childCopy);
      open.push([child, childCopy]);
    }
  }
  return copy;
}

/** All nodes of a subtree in document order, itself first. */
export function descendants(top: ModelNode): ModelNode[] {
  const nodes: ModelNode[] = [];
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes.push(node);
    for (let index = node.children.length - 1; index >= 0; index -= 1) open.push(node.children[index]!);
  }
  return nodes;
}

export function topOf(node: ModelNode): ModelNode {
  let top = node;
  while (top.parent !== undefined) top = top.parent;
  return top;
}

/** The lines of a document, the root's mc:Ignorable left out: the engine may add to it. */
export function readModel(document: ModelNode): string[] {
  const reading = new Reading();
  const open: (ModelNode | "end")[] = [...document.children].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === "end") reading.end();
    else if (node.kind === "text") reading.text(node.text);
    else if (node.kind === "comment") reading.comment(node.text);
    else if (node.kind === "instruction") reading.instruction(node.text);
    else {
      const isRoot = node.parent === document;
      reading.element(
        node.name,
        [...node.attributes].filter(([name]) => !isRoot || name !== IGNORABLE),
      );
      open.push("end");
      for (let index = node.children.length - 1; index >= 0; index -= 1) open.push(node.children[index]!);
    }
  }
  return reading.lines;
}
