// Indexes a part in one walk, so that no rule walks it again.
//
// For the elements that rules watch, the index keeps their position: tracked wrappers, story and order in the part.
// Text boxes are stories of their own. A deletion around a text box does not apply to its text, which stays w:t, and a
// field does not continue into it. Content of mc:Fallback repeats that of mc:Choice with the same ids, so only its
// relationships and stray texts are kept.

import { ENCLOSED_STORIES, PROPERTY_CHANGES, TRACKED_CHANGES, type TrackedChange } from "../../document/grammar.ts";
import { R, W } from "../../document/word-names.ts";
import { ensure } from "../../failures/failure.ts";
import { MC, type NameId } from "../../ooxml/xml/names.ts";
import { attributeName, attributeRange, attributeValue, column, START } from "../../ooxml/xml/span-tree.ts";
import { NO_NAME, NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { TEXT_HOLDERS, WATCHED } from "./watched-names.ts";

/** Bits for the wrappers around an element. */
export const IN_INSERTION = 1;
export const IN_DELETION = 2;
export const IN_MOVE_FROM = 4;
export const IN_MOVE_TO = 8;
/** Set for elements in the old properties of a property change. */
export const IN_OLD_PROPERTIES = 16;
const IN_FALLBACK = 32;

export interface FoundElement {
  readonly node: NodeId;
  /** The bits above, within the element's story. */
  readonly within: number;
  /** The element that contains the story: a text box, a note, a comment, or the root of the part. */
  readonly story: NodeId;
  /** Increases in document order. */
  readonly order: number;
}

export interface IndexedPart {
  readonly name: string;
  readonly tree: Tree;
  readonly found: ReadonlyMap<NameId, readonly FoundElement[]>;
  /** Elements with an attribute that names a relationship. */
  readonly references: readonly { readonly node: NodeId; readonly id: string }[];
  /** Text other than white space in elements of Word that cannot contain text. */
  readonly strayTexts: readonly NodeId[];
}

interface Gathering extends IndexedPart {
  readonly found: ReadonlyMap<NameId, FoundElement[]>;
  readonly references: { node: NodeId; id: string }[];
  readonly strayTexts: NodeId[];
  /** Number of elements kept so far. */
  kept: number;
  readonly isKnown: IsKnown | undefined;
}

/** True if the content of a paragraph need not be checked. */
export type IsKnown = (tree: Tree, node: NodeId) => boolean;

export function indexPart(name: string, tree: Tree, isKnown?: IsKnown): IndexedPart {
  const found = new Map(WATCHED.map((watched) => [watched, [] as FoundElement[]]));
  const gathering: Gathering = { name, tree, found, references: [], strayTexts: [], kept: 0, isKnown };
  keep(gathering, { node: tree.root, within: 0, story: tree.root, order: 0 }, tree.name(tree.root));
  gather(gathering, tree.root, 0, tree.root);
  return gathering;
}

/** Returns the elements with a name, in document order. */
export function foundIn(part: IndexedPart, name: NameId): readonly FoundElement[] {
  const found = part.found.get(name);
  ensure(found !== undefined, "rules ask for names that the index watches");
  return found;
}

/** Returns the elements with any of several names, in document order. */
export function foundAmong(part: IndexedPart, names: Iterable<NameId>): FoundElement[] {
  return [...names].flatMap((name) => foundIn(part, name)).sort((one, other) => one.order - other.order);
}

/** Returns the byte offset of a node in its part. Undefined for a node that was not read from the part. */
export function offsetOf({ tree }: IndexedPart, node: NodeId): number | undefined {
  return node < tree.span.count && node !== NONE ? column(tree.span, node, START) : undefined;
}

function gather(gathering: Gathering, parent: NodeId, within: number, story: NodeId): void {
  const { tree } = gathering;
  for (let node = tree.firstChild(parent); node !== NONE; node = tree.nextSibling(node)) {
    const name = tree.name(node);
    if (name === NO_NAME) {
      if (isStray(gathering, parent, node)) gathering.strayTexts.push(node);
      continue;
    }
    gatherReferences(gathering, node);
    if ((within & IN_FALLBACK) === 0) {
      keep(gathering, { node, within, story, order: gathering.kept }, name);
    }
    if (name === W.p && gathering.isKnown?.(tree, node) === true) continue;
    const isStory = ENCLOSED_STORIES.has(name);
    const inner = isStory ? within & IN_FALLBACK : within | (WRAPPERS.get(name) ?? 0);
    gather(gathering, node, inner, isStory ? node : story);
  }
}

const CHANGED: Readonly<Record<TrackedChange, number>> = {
  insertion: IN_INSERTION,
  deletion: IN_DELETION,
  moveFrom: IN_MOVE_FROM,
  moveTo: IN_MOVE_TO,
};

const WRAPPERS: ReadonlyMap<NameId, number> = new Map([
  ...[...TRACKED_CHANGES].map(([name, change]) => [name, CHANGED[change]] as const),
  ...[...PROPERTY_CHANGES].map((name) => [name, IN_OLD_PROPERTIES] as const),
  [MC.Fallback, IN_FALLBACK],
]);

function keep(gathering: Gathering, found: FoundElement, name: NameId): void {
  const list = gathering.found.get(name);
  if (list === undefined) return;
  list.push(found);
  gathering.kept += 1;
}

function isStray({ tree }: Gathering, parent: NodeId, node: NodeId): boolean {
  const name = tree.name(parent);
  if (TEXT_HOLDERS.has(name) || !tree.isText(node)) return false;
  const isOfWord = tree.names.namespaceOf(name) === tree.names.namespaceOf(W.p);
  return isOfWord && tree.text(node).trim() !== "";
}

const FIRST_REFERENCE = Math.min(...Object.values(R));
const LAST_REFERENCE = Math.max(...Object.values(R));

function gatherReferences({ tree, references }: Gathering, node: NodeId): void {
  if (tree.hasOwnStartTag(node)) {
    for (const { name, value } of tree.attributes(node)) if (isReference(name)) references.push({ node, id: value });
    return;
  }
  const source = tree.source(node);
  const { from, to } = attributeRange(source, tree.sourceNode(node));
  for (let attribute = from; attribute < to; attribute += 1) {
    if (isReference(attributeName(source, attribute))) references.push({ node, id: attributeValue(source, attribute) });
  }
}

function isReference(name: NameId): boolean {
  return name >= FIRST_REFERENCE && name <= LAST_REFERENCE;
}
