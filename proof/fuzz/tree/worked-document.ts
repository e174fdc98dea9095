// Applies changes to a document twice: to the engine's Tree and to the model.
//
// Loose nodes are nodes outside the document: new, copied or removed ones. They can be changed like any other node and
// inserted later. A fork keeps a copy of the model beside the old Tree.

import {
  type NameId,
  type Names,
  NONE,
  type NodeId,
  readerLimits,
  scanXml,
  Tree,
  writeTree,
} from "@versus/engine/inside";
import { visitWithLibxml2 } from "../libxml2-reading.ts";
import { expandedName } from "../reading.ts";
import { demand } from "../target.ts";
import { copyNode, descendants, ModelBuilder, type ModelNode, makeNode, readModel, topOf } from "./model.ts";
import { libxml2Options, rootIgnorable } from "./read-alike.ts";
import { alwaysIgnorable, IGNORABLE, type Name } from "./vocabularies.ts";

/** A tree as it was before its fork was changed. */
interface Saved {
  readonly tree: Tree;
  readonly model: ModelNode;
  readonly loose: ModelNode[];
  readonly lines: readonly string[];
  readonly bytes: Uint8Array;
}

export class WorkedDocument {
  tree: Tree;
  model: ModelNode;
  /** Loose nodes, newest last. */
  loose: ModelNode[] = [];
  readonly saved: Saved[] = [];
  readonly source: Uint8Array;

  constructor(source: Uint8Array, names: Names) {
    this.source = source;
    this.tree = new Tree(scanXml(source, { names, limits: readerLimits, part: "part" }));
    const builder = new ModelBuilder();
    const errors = visitWithLibxml2(source, builder, libxml2Options());
    demand(errors === undefined, "a document made for changing is well-formed", () => errors?.join("; ") ?? "");
    this.model = builder.document;
    this.#tieToTree();
  }

  get root(): ModelNode {
    return this.model.children.find(({ kind }) => kind === "element")!;
  }

  // Changes to both.

  make(name: Name): ModelNode {
    const element = makeNode({ kind: "element", name: words(name), text: "", isNew: true, ignorable: alwaysIgnorable });
    element.id = this.tree.element(this.nameId(name));
    return element;
  }

  makeText(text: string): ModelNode {
    const node = makeNode({ kind: "text", name: "", text, isNew: true, ignorable: new Set() });
    node.id = this.tree.textNode(text);
    return node;
  }

  /** Returns a copy of a node of any document, loose in this one. */
  graft(from: WorkedDocument, node: ModelNode): ModelNode {
    const copy = copyNode(node, "forget");
    if (node === from.root) copyIgnorable(from.tree, copy);
    copy.id = this.tree.graft(from.tree, from.locate(node));
    return copy;
  }

  /** Returns a loose copy of an element without its content. */
  cloneEmpty(element: ModelNode): ModelNode {
    const clone = makeNode({ ...element, text: "", isNew: true });
    clone.attributes = new Map(element.attributes);
    clone.id = this.tree.cloneEmpty(this.locate(element));
    return clone;
  }

  /** Inserts a loose node before the child with this index, or last. */
  insert(parent: ModelNode, node: ModelNode, index: number): void {
    const next = parent.children[index];
    this.tree.insertBefore(this.locate(parent), this.locate(node), next === undefined ? NONE : this.locate(next));
    this.#attach(parent, node, index);
  }

  remove(node: ModelNode): void {
    this.tree.remove(this.locate(node));
    this.#detach(node);
  }

  replace(node: ModelNode, replacement: ModelNode): void {
    const parent = node.parent!;
    const index = parent.children.indexOf(node);
    this.tree.replace(this.locate(node), this.locate(replacement));
    this.#detach(node);
    this.#attach(parent, replacement, index);
  }

  wrap(node: ModelNode, wrapper: ModelNode): void {
    const parent = node.parent!;
    const index = parent.children.indexOf(node);
    this.tree.wrap(this.locate(node), this.locate(wrapper));
    this.#detach(node);
    this.#attach(parent, wrapper, index);
    this.#attach(wrapper, node, wrapper.children.length);
  }

  setText(node: ModelNode, text: string): void {
    this.tree.setText(this.locate(node), text);
    node.text = text;
    touch(node);
  }

  setAttribute(element: ModelNode, name: Name, value: string | undefined): void {
    this.tree.setAttribute(this.locate(element), this.nameId(name), value);
    touch(element);
    if (value === undefined) element.attributes.delete(words(name));
    else {
      const isNew = !element.attributes.has(words(name));
      if (isNew) element.ignorable = ignorableWith(element.ignorable, name.uri);
      element.attributes.set(words(name), value);
    }
  }

  /** Continues with a fork. `undo` returns to the tree before it. */
  fork(): void {
    const model = copyNode(this.model, "keep");
    const loose = this.loose.map((node) => copyNode(node, "keep"));
    const lines = readModel(this.model);
    const bytes = writeTree(this.tree);
    this.saved.push({ tree: this.tree, model, loose, lines, bytes });
    this.tree = this.tree.fork();
  }

  /** Discards the last fork. */
  undo(): void {
    const saved = this.saved.pop();
    if (saved === undefined) return;
    const isSame = Buffer.compare(writeTree(saved.tree), saved.bytes) === 0;
    demand(isSame, "a tree is written as before its fork was changed");
    this.tree = saved.tree;
    this.model = saved.model;
    this.loose = saved.loose;
  }

  // Lookup.

  /** Returns the engine's id of a node. The id of a copied node is found through its parent. */
  locate(node: ModelNode): NodeId {
    if (node.id === undefined) {
      const parent = this.locate(node.parent!);
      node.id = this.tree.children(parent)[node.parent!.children.indexOf(node)]!;
    }
    return node.id;
  }

  nameId({ uri, local }: Name): NameId {
    return this.tree.names.of(uri, local);
  }

  #tieToTree(): void {
    this.root.id = this.tree.root;
    const open = [this.root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      node.origin = this.tree.spanBytes(node.id!);
      const ids = node.kind === "element" ? this.tree.children(node.id!) : [];
      demand(ids.length === node.children.length, "a tree has the nodes that libxml2 finds");
      for (const [index, child] of node.children.entries()) child.id = ids[index];
      open.push(...node.children);
    }
  }

  #attach(parent: ModelNode, node: ModelNode, index: number): void {
    parent.children.splice(index, 0, node);
    node.parent = parent;
    touch(parent);
    if (topOf(parent) !== this.model) return;
    markRelocated(node);
    const told = rootIgnorable(this.tree);
    for (const made of descendants(node).filter(({ isNew }) => isNew))
      made.ignorable = new Set([...made.ignorable, ...told]);
  }

  #detach(node: ModelNode): void {
    const parent = node.parent!;
    parent.children.splice(parent.children.indexOf(node), 1);
    node.parent = undefined;
    touch(parent);
  }
}

function words({ uri, local }: Name): string {
  return expandedName(uri, local);
}

/**
 * Copies `mc:Ignorable` from the tree. The engine may have added namespaces to the root's list, and a copy of the root
 * has them too.
 */
function copyIgnorable(tree: Tree, copy: ModelNode): void {
  const ignorable = rootIgnorable(tree);
  if (ignorable.length > 0) copy.attributes.set(IGNORABLE, ignorable.map((uri) => `{${uri}}`).join(" "));
}

/** Marks a node and its ancestors as changed: they no longer keep their bytes. */
function touch(node: ModelNode): void {
  for (let at: ModelNode | undefined = node; at?.origin !== undefined; at = at.parent) at.origin = undefined;
}

/**
 * Marks the topmost unchanged nodes as moved, because they may get new declarations. Below nodes that had already
 * moved, it marks the next ones.
 */
function markRelocated(top: ModelNode): void {
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.origin === undefined || node.isRelocated) open.push(...node.children);
    node.isRelocated = true;
  }
}

/**
 * Returns the ignorable namespaces of an element after an attribute was set on it. They no longer come from the
 * original document.
 */
function ignorableWith(ignorable: ReadonlySet<string>, uri: string): Set<string> {
  const others = [...ignorable].filter((other) => other !== uri);
  return new Set(alwaysIgnorable.has(uri) ? [...others, uri] : others);
}
