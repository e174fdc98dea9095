// Makes the tracked changes of a request and remembers them: the clean copy accepts these and no others.

import { PROPERTY_CHANGES } from "../../document/grammar.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { trackedParts } from "../../revisions/list-revisions.ts";
import { ancestor, descendants, markOf } from "../../revisions/markup.ts";
import { classify } from "../../revisions/revision.ts";
import { highestTrackedId, RevisionMaker, type Signature } from "../../revisions/write/revision-maker.ts";

export class OwnRevisions extends RevisionMaker {
  readonly #nodes = new Map<Tree, Set<NodeId>>();

  /** The document keeps the changes of others: their ids are taken. */
  constructor(document: WordDocument, signature: Signature) {
    const trees = trackedParts(document).map((part) => document.package.tree(part));
    super(signature, trees, highestTrackedId(trees));
  }

  override make(tree: Tree, name: NameId): NodeId {
    const node = super.make(tree, name);
    this.#remember(tree, node);
    return node;
  }

  isOwn(tree: Tree, node: NodeId): boolean {
    return this.#nodes.get(tree)?.has(node) ?? false;
  }

  /** True if the request, or another, deleted text in a block. Text that another deleted is there still when the request is accepted. */
  isTextDeletedIn(tree: Tree, block: NodeId, by: "request" | "another"): boolean {
    const texts = descendants(tree, block).filter((node) => tree.name(node) === W.delText);
    return texts.some((text) => this.isOwn(tree, ancestor(tree, text, W.del)) === (by === "request"));
  }

  /** The change with one of these names that the request made to the mark of a paragraph, or NONE. */
  onMark(tree: Tree, paragraph: NodeId, names: readonly NameId[]): NodeId {
    const mark = markOf(tree, paragraph);
    const changes = names.map((name) => tree.child(mark, name));
    return changes.find((change) => change !== NONE && this.isOwn(tree, change)) ?? NONE;
  }

  /** A copy of properties, with the record of a change in it: the copy is a change of its own, by the same author. */
  copyProperties(tree: Tree, properties: NodeId): NodeId {
    const copy = tree.graft(tree, properties);
    const [record, original] = [recordIn(tree, copy), recordIn(tree, properties)];
    if (record === NONE) return copy;
    tree.setAttribute(record, W.id, this.nextId());
    if (this.isOwn(tree, original)) this.#remember(tree, record);
    return copy;
  }

  /** A copy of a node in which every change has an id of its own, by the same author. */
  copy(tree: Tree, node: NodeId): NodeId {
    const copy = tree.graft(tree, node);
    const [originals, copies] = [descendants(tree, node), descendants(tree, copy)];
    for (const [index, one] of copies.entries()) {
      if (classify(tree, one) === undefined) continue;
      tree.setAttribute(one, W.id, this.nextId());
      if (this.isOwn(tree, originals[index]!)) this.#remember(tree, one);
    }
    return copy;
  }

  /** A copy of an uploaded node as it was, in which the changes of others have ids of their own. */
  copyUploaded(tree: Tree, uploaded: Tree, node: NodeId): NodeId {
    const copy = tree.graft(uploaded, node);
    for (const one of descendants(tree, copy)) {
      if (classify(tree, one) !== undefined) tree.setAttribute(one, W.id, this.nextId());
    }
    return copy;
  }

  /** A second wrapper like one that is cut in two. */
  copyWrapper(tree: Tree, wrapper: NodeId): NodeId {
    const copy = tree.cloneEmpty(wrapper);
    if (tree.attribute(copy, W.id) !== undefined) tree.setAttribute(copy, W.id, this.nextId());
    if (this.isOwn(tree, wrapper)) this.#remember(tree, copy);
    return copy;
  }

  #remember(tree: Tree, node: NodeId): void {
    const known = this.#nodes.get(tree) ?? new Set<NodeId>();
    this.#nodes.set(tree, known.add(node));
  }
}

/** What records in some properties that they were others, or NONE. */
export function recordIn(tree: Tree, properties: NodeId): NodeId {
  const children = properties === NONE ? [] : tree.children(properties);
  return children.find((child) => PROPERTY_CHANGES.has(tree.name(child))) ?? NONE;
}
