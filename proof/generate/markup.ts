// Makes small changes of WordprocessingML in a tree: texts, runs, properties.

import {
  type NameId,
  type Names,
  type NamespaceId,
  NO_NAME,
  NONE,
  type NodeId,
  type Tree,
  W,
} from "@versus/engine/inside";

const XML = "http://www.w3.org/XML/1998/namespace";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Returns the namespace of attributes that name relationships. */
export function relationshipNamespace(names: Names): NamespaceId {
  return names.namespaceId(RELATIONSHIPS);
}

/** Returns the name of an attribute that names a relationship: `r:id`, `r:embed`, … */
export function relationshipName(names: Names, local: string): NameId {
  return names.of(RELATIONSHIPS, local);
}

/** Returns the local name of an element; empty for other nodes. */
export function localName(tree: Tree, node: NodeId): string {
  const name = tree.name(node);
  return name === NO_NAME ? "" : tree.names.local(name);
}

export function elementsIn(tree: Tree, parent: NodeId): NodeId[] {
  return tree.children(parent).filter((child) => tree.isElement(child));
}

/** Returns the next sibling that is an element, or NONE. */
export function nextElement(tree: Tree, node: NodeId): NodeId {
  let next = tree.nextSibling(node);
  while (next !== NONE && !tree.isElement(next)) next = tree.nextSibling(next);
  return next;
}

/**
 * Yields a node and all its descendant elements in document order. The content of elements named `whole` is left out.
 */
export function* walk(tree: Tree, top: NodeId, whole?: NameId): Generator<NodeId> {
  for (let node = top; node !== NONE; ) {
    if (tree.isElement(node)) yield node;
    let next = whole !== undefined && tree.name(node) === whole ? NONE : tree.firstChild(node);
    for (let at = node; next === NONE && at !== top; at = tree.parent(at)) next = tree.nextSibling(at);
    node = next;
  }
}

/** Returns the characters that are direct children of an element. */
export function textIn(tree: Tree, element: NodeId): string {
  return tree
    .children(element)
    .map((child) => tree.text(child))
    .join("");
}

/** Sets the text of a `w:t` and keeps the white space at its ends. */
export function setText(tree: Tree, element: NodeId, text: string): void {
  for (const child of tree.children(element)) tree.remove(child);
  tree.append(element, tree.textNode(text));
  tree.setAttribute(element, tree.names.of(XML, "space"), "preserve");
}

export function isSpaceKept(tree: Tree, element: NodeId): boolean {
  return tree.attribute(element, tree.names.of(XML, "space")) === "preserve";
}

export function make(tree: Tree, name: NameId, ...children: readonly NodeId[]): NodeId {
  const made = tree.element(name);
  for (const child of children) tree.append(made, child);
  return made;
}

/** Returns an element with a `w:val`. */
export function makeValue(tree: Tree, name: NameId, value: string): NodeId {
  return tree.element(name, [[W.val, value]]);
}

/** Returns a run with a text, formatted like the run `like`. Without that run (NONE), it has no formatting. */
export function makeRun(tree: Tree, like: NodeId, text: string): NodeId {
  const element = tree.element(W.t);
  setText(tree, element, text);
  return make(tree, W.r, ...copiesOf(tree, like, W.rPr), element);
}

/** Paragraph properties that a copy of the paragraph must not have. */
const OWN: ReadonlySet<NameId> = new Set([W.sectPr, W.framePr, W.pageBreakBefore]);

/** Returns a paragraph with one run, formatted like another paragraph and a run. */
export function makeParagraph(tree: Tree, like: { paragraph: NodeId; run: NodeId }, text: string): NodeId {
  const properties = copiesOf(tree, like.paragraph, W.pPr);
  for (const copy of properties) {
    for (const child of elementsIn(tree, copy)) if (OWN.has(tree.name(child))) tree.remove(child);
  }
  return make(tree, W.p, ...properties, makeRun(tree, like.run, text));
}

/** Returns a copy of the child with this name; empty if there is no owner or no such child. */
export function copiesOf(tree: Tree, owner: NodeId, name: NameId): NodeId[] {
  const child = owner === NONE ? NONE : tree.child(owner, name);
  return child === NONE ? [] : [tree.graft(tree, child)];
}

/** Returns the properties of an element, and makes them as its first child if it has none. */
export function propertiesOf(tree: Tree, owner: NodeId, name: NameId): NodeId {
  const found = tree.child(owner, name);
  if (found !== NONE) return found;
  const made = tree.element(name);
  tree.insertBefore(owner, made, tree.firstChild(owner));
  return made;
}

/** Replaces the property of the same name, or inserts the property after those in `before`. */
export function setProperty(tree: Tree, properties: NodeId, property: NodeId, before: ReadonlySet<string>): void {
  const old = tree.child(properties, tree.name(property));
  if (old !== NONE) {
    tree.replace(old, property);
    return;
  }
  const next = elementsIn(tree, properties).find((child) => !before.has(localName(tree, child)));
  tree.insertBefore(properties, property, next ?? NONE);
}

/** Returns the `w:val` of a child, or null. */
export function childValue(tree: Tree, owner: NodeId, name: NameId): string | null {
  const child = owner === NONE ? NONE : tree.child(owner, name);
  return child === NONE ? null : (tree.attribute(child, W.val) ?? null);
}

/** A position in the text of a run. */
export interface TextPoint {
  readonly run: NodeId;
  /** The `w:t`. */
  readonly node: NodeId;
  readonly offset: number;
}

/**
 * Splits a run at a point if it has content on both sides. Returns the node that begins at the point: the run itself,
 * its next sibling, or NONE.
 */
export function cutRun(tree: Tree, { run, node, offset }: TextPoint): NodeId {
  const whole = textIn(tree, node);
  const rest: NodeId[] = [];
  for (let next = tree.nextSibling(node); next !== NONE; next = tree.nextSibling(next)) rest.push(next);
  if (offset === 0) rest.unshift(node);
  else if (offset < whole.length) {
    const second = tree.cloneEmpty(node);
    setText(tree, node, whole.slice(0, offset));
    setText(tree, second, whole.slice(offset));
    rest.unshift(second);
  }
  const first = elementsIn(tree, run).find((child) => tree.name(child) !== W.rPr);
  if (offset === 0 && first === node) return run;
  if (!rest.some((child) => tree.isElement(child))) return tree.nextSibling(run);
  return moveToNewRun(tree, run, rest);
}

function moveToNewRun(tree: Tree, run: NodeId, content: readonly NodeId[]): NodeId {
  const second = tree.cloneEmpty(run);
  for (const copy of copiesOf(tree, run, W.rPr)) tree.append(second, copy);
  for (const child of content) {
    if (tree.parent(child) !== NONE) tree.remove(child);
    tree.append(second, child);
  }
  tree.insertBefore(tree.parent(run), second, tree.nextSibling(run));
  return second;
}

/** Removes an element from its run, and an empty run too. */
export function removeFromRun(tree: Tree, run: NodeId, element: NodeId): void {
  tree.remove(element);
  if (elementsIn(tree, run).every((child) => tree.name(child) === W.rPr)) tree.remove(run);
}
