// A document under change: the engine's Tree and the model, and the changes that are made to both alike.
//
// Nodes that are nowhere in the document (new, copied or taken out) are kept as loose ones; they can be changed like
// any other and put somewhere later. A fork is taken by keeping a copy of the model beside the old Tree.

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

/** A tree as it was before a fork of it was changed. */
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
  /** Nodes that are nowhere, newest last. */
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

  // Changing both.

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

  /** A copy of a node of any document, loose in this one. */
  graft(from: WorkedDocument, node: ModelNode): ModelNode {
    const copy = copyNode(node, "forget");
    if (node === from.root) copyIgnorable(from.tree, copy);
    copy.id = this.tree.graft(from.tree, from.locate(node));
    return copy;
  }

  /** A loose copy of an element without what is in it. */
  cloneEmpty(element: ModelNode): ModelNode {
    const clone = makeNode({ ...element, text: "", isNew: true });
    clone.attributes = new Map(element.attributes);
    clone.id = this.tree.cloneEmpty(this.locate(element));
    return clone;
  }

  /** Puts a loose node before the child of an index, or last. */
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

  /** Goes on with a fork; the tree as it is now can be had again. */
  fork(): void {
    const model = copyNode(this.model, "keep");
    const loose = this.loose.map((node) => copyNode(node, "keep"));
    const lines = readModel(this.model);
    const bytes = writeTree(this.tree);
    this.saved.push({ tree: this.tree, model, loose, lines, bytes });
    this.tree = this.tree.fork();
  }

  /** Throws the last fork away. */
  undo(): void {
    const saved = this.saved.pop();
    if (saved === undefined) return;
    const isSame = Buffer.compare(writeTree(saved.tree), saved.bytes) === 0;
    demand(isSame, "a tree is written as before its fork was changed");
    this.tree = saved.tree;
    this.model = saved.model;
    this.loose = saved.loose;
  }

  // Finding.

  /** The engine's number of a node: of a copy, found from the number of what it lies in. */
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

/** The engine may have added to what a root tells readers to ignore, and a copy of the root has what it says now. */
function copyIgnorable(tree: Tree, copy: ModelNode): void {
  const ignorable = rootIgnorable(tree);
  if (ignorable.length > 0) copy.attributes.set(IGNORABLE, ignorable.map((uri) => `{${uri}}`).join(" "));
}

/** A node that was changed, and all it lies in, keep their bytes no longer. */
function touch(node: ModelNode): void {
  for (let at: ModelNode | undefined = node; at?.origin !== undefined; at = at.parent) at.origin = undefined;
}

/** The topmost nodes that keep their bytes may get declarations in a new place; below those that have been moved before, the next. */
function markRelocated(top: ModelNode): void {
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.origin === undefined || node.isRelocated) open.push(...node.children);
    node.isRelocated = true;
  }
}

/** What an element has to be ignored for after an attribute was set on it: where it came from tells nothing of that. */
function ignorableWith(ignorable: ReadonlySet<string>, uri: string): Set<string> {
  const others = [...ignorable].filter((other) => other !== uri);
  return new Set(alwaysIgnorable.has(uri) ? [...others, uri] : others);
}
