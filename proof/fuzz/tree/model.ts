// Models a document as plain objects that change in the same way as the engine's Tree.
//
// The Tree is compared with this model. The model is built from what libxml2 reads, so it uses nothing of the engine
// except the ids of nodes. A node keeps the bytes it was read from until something in it changes: unchanged bytes must
// still exist in the end.

import type { NodeId } from "@versus/engine/inside";
import { type NodeVisitor, Reading } from "../reading.ts";
import { IGNORABLE, namespaceOfWords } from "./vocabularies.ts";

export interface ModelNode {
  readonly kind: "document" | "element" | "text" | "comment" | "instruction";
  /** The expanded name of an element. */
  readonly name: string;
  /** Maps an expanded name to a value. Lists of prefixes are stored as lists of namespaces. */
  attributes: Map<string, string>;
  text: string;
  children: ModelNode[];
  parent: ModelNode | undefined;
  /** Id of the engine's node; undefined until it is needed. */
  id: NodeId | undefined;
  /** The bytes that the node was read from; undefined for a node that is new or changed. */
  origin: Uint8Array | undefined;
  /** True if the node has moved since it was read, so that its own tag may have new declarations. */
  isRelocated: boolean;
  /** True if the node was created, not read from a document. */
  readonly isNew: boolean;
  /**
   * The namespaces that readers must ignore in this node. The original document named them, or they are new in the
   * node.
   */
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

/** Builds a document from the nodes that a reader visits. */
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

/** Returns the namespaces that an element's `mc:Ignorable` names. */
export function ignorableOf(element: ModelNode): string[] {
  const list = element.attributes.get(IGNORABLE) ?? "";
  return list === "" ? [] : list.split(" ").map(namespaceOfWords);
}

/** Returns a copy of a node with its descendants. `ids` is `keep` only for forks; other copies forget the ids. */
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

/** Returns all nodes of a subtree in document order, beginning with `top`. */
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

/** Returns the lines of a document. The root's `mc:Ignorable` is left out, because the engine may add to it. */
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
