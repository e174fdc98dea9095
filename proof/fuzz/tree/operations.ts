// Defines the changes of the tree target. Each is a kind and a seed.
//
// When an operation is applied, its target and its content are drawn from the seed. So a sequence remains applicable if
// some of its operations are removed.

import { Random } from "../../runner/random.ts";
import { descendants, type ModelNode } from "./model.ts";
import { attributeNames, elementNames } from "./vocabularies.ts";
import type { WorkedDocument } from "./worked-document.ts";

/** The documents of a case. Most operations act on the first. */
export interface Workspace {
  readonly documents: readonly WorkedDocument[];
}

/** The input of an operation. */
interface Draw {
  readonly random: Random;
  readonly workspace: Workspace;
  readonly document: WorkedDocument;
}

type Apply = (draw: Draw) => void;

const TEXTS = ["x", "", " two words ", "<&>\"'", "a\r\nb\tc", "]]>", "é😀", "\u0085\u2028", "\n"];
const MOST_LOOSE = 6;

export const operations = {
  "insert an element": ({ random, document }) => insertSomewhere(document, random, makeElement(document, random)),
  "insert text": ({ random, document }) => insertSomewhere(document, random, document.makeText(random.pick(TEXTS))),
  "set an attribute": ({ random, document }) => {
    const element = random.pick(elementsOf(document));
    document.setAttribute(element, random.pick(attributeNames), random.pick(TEXTS));
  },
  "remove an attribute": ({ random, document }) => {
    const element = random.pick(elementsOf(document));
    const own = attributeNames.filter(({ uri, local }) =>
      element.attributes.has(uri === "" ? local : `{${uri}}${local}`),
    );
    document.setAttribute(element, random.pick(own.length > 0 ? own : attributeNames), undefined);
  },
  "set text": ({ random, document }) => {
    const texts = nodesOf(document).filter(({ kind }) => kind === "text");
    if (texts.length > 0) document.setText(random.pick(texts), random.pick(TEXTS));
  },
  "take a node out": ({ random, document }) => {
    const node = pickPlaced(document, random);
    if (node === undefined) return;
    document.remove(node);
    keepLoose(document, node);
  },
  "move a node": ({ random, document }) => {
    const node = pickPlaced(document, random);
    if (node === undefined) return;
    document.remove(node);
    insertSomewhere(document, random, node);
  },
  "put a node back where it was": ({ random, document }) => {
    const node = pickPlaced(document, random);
    const parent = node?.parent;
    if (node === undefined || parent === undefined) return;
    const index = parent.children.indexOf(node);
    document.remove(node);
    document.insert(parent, node, index);
  },
  "wrap a node": ({ random, document }) => {
    const node = pickPlaced(document, random);
    if (node !== undefined) document.wrap(node, makeElement(document, random));
  },
  "unwrap an element": ({ random, document }) => {
    const node = pickPlaced(document, random);
    if (node !== undefined) unwrap(document, node);
  },
  "split an element": ({ random, document }) => {
    const node = pickPlaced(document, random);
    if (node?.kind === "element") split(document, node, random.below(node.children.length + 1));
  },
  "replace a node": ({ random, document }) => {
    const node = pickPlaced(document, random);
    if (node !== undefined) document.replace(node, makeElement(document, random));
  },
  "copy within the tree": ({ random, document }) => {
    insertSomewhere(document, random, document.graft(document, random.pick(nodesOf(document))));
  },
  "graft from another tree": ({ random, workspace, document }) => {
    const from = random.pick(workspace.documents);
    insertSomewhere(document, random, document.graft(from, random.pick(nodesOf(from))));
  },
  "graft a whole document": ({ random, workspace, document }) => {
    const from = random.pick(workspace.documents);
    if (descendants(from.root).length < MOST_NODES) insertSomewhere(document, random, document.graft(from, from.root));
  },
  "make something loose": ({ random, workspace, document }) => {
    const from = random.pick(workspace.documents);
    const made = random.chance(0.5) ? makeElement(document, random) : document.graft(from, random.pick(nodesOf(from)));
    keepLoose(document, made);
  },
  "put something loose in": ({ random, document }) => {
    const node = document.loose.pop();
    if (node !== undefined) insertSomewhere(document, random, node);
  },
  "put something loose into something loose": ({ document }) => {
    const node = document.loose.pop();
    const other = document.loose.find(({ kind }) => kind === "element");
    if (node !== undefined && other !== undefined) document.insert(other, node, 0);
  },
  "go on with a fork": ({ document }) => {
    if (document.saved.length < MOST_FORKS) document.fork();
  },
  "drop a fork": ({ document }) => document.undo(),
} as const satisfies Readonly<Record<string, Apply>>;

export type OperationKind = keyof typeof operations;
export const operationKinds = Object.keys(operations) as OperationKind[];

export interface Operation {
  readonly kind: OperationKind;
  readonly seed: number;
}

/** A document with more nodes than this is not copied whole again. */
const MOST_NODES = 400;
const MOST_FORKS = 3;
const FIRST_SHARE = 0.6;

export function applyOperation(workspace: Workspace, { kind, seed }: Operation): void {
  const random = new Random(seed);
  const { documents } = workspace;
  const document = random.chance(FIRST_SHARE) ? documents[0]! : random.pick(documents);
  const apply: Apply = operations[kind];
  apply({ random, workspace, document });
}

/**
 * Returns the root, everything in it, and loose nodes with their content. Operations neither move nor remove the root.
 */
function nodesOf(document: WorkedDocument): ModelNode[] {
  return [document.root, ...document.loose].flatMap(descendants);
}

function elementsOf(document: WorkedDocument): ModelNode[] {
  return nodesOf(document).filter(({ kind }) => kind === "element");
}

/** Returns a node that has a parent, so that it can be removed from it. */
function pickPlaced(document: WorkedDocument, random: Random): ModelNode | undefined {
  const placed = nodesOf(document).filter((node) => node !== document.root && node.parent !== undefined);
  return placed.length === 0 ? undefined : random.pick(placed);
}

function makeElement(document: WorkedDocument, random: Random): ModelNode {
  const element = document.make(random.pick(elementNames));
  for (let count = random.below(3); count > 0; count -= 1)
    document.setAttribute(element, random.pick(attributeNames), random.pick(TEXTS));
  if (random.chance(0.3)) document.insert(element, document.makeText(random.pick(TEXTS)), 0);
  if (random.chance(0.2)) document.insert(element, document.make(random.pick(elementNames)), 0);
  return element;
}

/** Inserts a loose node into some element that the node does not contain. */
function insertSomewhere(document: WorkedDocument, random: Random, node: ModelNode): void {
  const parent = random.pick(elementsOf(document));
  document.insert(parent, node, random.below(parent.children.length + 1));
}

function keepLoose(document: WorkedDocument, node: ModelNode): void {
  document.loose.push(node);
  if (document.loose.length > MOST_LOOSE) document.loose.shift();
}

function unwrap(document: WorkedDocument, node: ModelNode): void {
  const parent = node.parent!;
  for (const child of [...node.children]) {
    document.remove(child);
    document.insert(parent, child, parent.children.indexOf(node));
  }
  document.remove(node);
}

/** Splits an element in two; the children from `index` on go into the second. */
function split(document: WorkedDocument, element: ModelNode, index: number): void {
  const parent = element.parent!;
  const second = document.cloneEmpty(element);
  document.insert(parent, second, parent.children.indexOf(element) + 1);
  for (const child of element.children.slice(index)) {
    document.remove(child);
    document.insert(second, child, second.children.length);
  }
}
