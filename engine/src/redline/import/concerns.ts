// Finds markup in copied content whose meaning depends on its old document.
//
// This includes names of styles, lists, notes and relationships, ids that may occur only once, and range markers, whose
// other end may not be in the copy.
// There are many copies, and most contain little of this. A closed copy is scanned as a range of span records without
// opening nodes; only the ancestors of a find are opened. Both branches of an mc:AlternateContent are scanned, because
// the result must be correct for every reader.

import { CONTROL_RANGES, MOVE_RANGES, RANGE_MARKS, TRACES } from "../../document/grammar.ts";
import { R, W, W14, WP } from "../../document/word-names.ts";
import { MC, type NameId, type Names } from "../../ooxml/xml/names.ts";
import {
  attributeName,
  attributeRange,
  column,
  isElementSpan,
  NEXT,
  type SpanTree,
  spanName,
} from "../../ooxml/xml/span-tree.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { shapeNames, shapeUsers } from "./object-ids.ts";

/** The role of an element in an import. `dropped` elements are removed. */
export type ConcernRole =
  | "paragraph style"
  | "character style"
  | "table style"
  | "list"
  | "footnote"
  | "endnote"
  | "drawing"
  | "shape"
  | "dropped";

export type AttributeRole = "relationship" | "dropped";

/** An element with a role, or with an attribute that has one. */
export interface Concern {
  readonly node: NodeId;
  /** True if an attribute has a role. */
  readonly hasAttributes: boolean;
  /** True in mc:Fallback: the same content is also in mc:Choice. */
  readonly isTwin: boolean;
}

const WORD_2012 = "http://schemas.microsoft.com/office/word/2012/wordml";
const DRAWING_2010 = "http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing";
const OFFICE_VML = "urn:schemas-microsoft-com:office:office";

// policy: the role of each element in an import
const ELEMENTS: readonly (readonly [ConcernRole, readonly NameId[]])[] = [
  ["paragraph style", [W.pStyle]],
  ["character style", [W.rStyle]],
  ["table style", [W.tblStyle]],
  ["list", [W.numId]],
  ["footnote", [W.footnoteReference]],
  ["endnote", [W.endnoteReference]],
  ["drawing", [WP.docPr]],
  // Range markers. Their other end may be outside the copy, or the result may have the range already.
  ["dropped", [...RANGE_MARKS, ...MOVE_RANGES, ...CONTROL_RANGES, W.commentReference]],
  // Traces of editing, and two properties of a content control: its id, and the binding to data that Word would fill it
  // from.
  ["dropped", [...TRACES, W.id, W.dataBinding]],
];

/** The roles of element and attribute names. */
export class Roles {
  readonly #names: Names;
  readonly #elements: Map<NameId, ConcernRole>;
  readonly #attributes = new Map<NameId, AttributeRole | undefined>();

  constructor(names: Names) {
    this.#names = names;
    this.#elements = new Map(ELEMENTS.flatMap(([role, members]) => members.map((name) => [name, role])));
    this.#elements.set(names.of(WORD_2012, "dataBinding"), "dropped");
    for (const name of [...shapeNames(names), ...shapeUsers(names).keys()]) this.#elements.set(name, "shape");
    const ids = [names.of(DRAWING_2010, "anchorId"), names.of(DRAWING_2010, "editId")];
    for (const name of [W14.paraId, W14.textId, ...ids]) this.#attributes.set(name, "dropped");
    this.#attributes.set(names.of(OFFICE_VML, "relid"), "relationship");
  }

  ofElement(name: NameId): ConcernRole | undefined {
    return this.#elements.get(name);
  }

  ofAttribute(name: NameId): AttributeRole | undefined {
    const known = this.#attributes.get(name);
    if (known !== undefined || this.#attributes.has(name)) return known;
    const isReference = this.#names.namespaceOf(name) === this.#names.namespaceOf(R.id);
    const role = isReference ? "relationship" : undefined;
    this.#attributes.set(name, role);
    return role;
  }
}

/** Returns the concerns of a node and its descendants in document order. */
export function findConcerns(tree: Tree, top: NodeId, roles: Roles): Concern[] {
  const concerns: Concern[] = [];
  collect({ tree, roles, concerns }, top, false);
  return concerns;
}

interface Search {
  readonly tree: Tree;
  readonly roles: Roles;
  readonly concerns: Concern[];
}

function collect(search: Search, node: NodeId, isTwin: boolean): void {
  const { tree, roles, concerns } = search;
  if (tree.isClosed(node)) {
    const spans = concernsInSpan(tree.source(node), tree.sourceNode(node), roles);
    if (spans.length > 0) reach(search, { node, isTwin }, { spans, at: 0 });
    return;
  }
  if (!tree.isElement(node)) return;
  const hasAttributes = tree.attributes(node).some(({ name }) => roles.ofAttribute(name) !== undefined);
  if (hasAttributes || roles.ofElement(tree.name(node)) !== undefined) concerns.push({ node, hasAttributes, isTwin });
  const inner = isTwin || tree.name(node) === MC.Fallback;
  for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
    collect(search, child, inner);
  }
}

interface FoundSpan {
  readonly span: number;
  readonly hasAttributes: boolean;
}

/** Returns the concerns in the records of one subtree. */
function concernsInSpan(source: SpanTree, top: number, roles: Roles): FoundSpan[] {
  const found: FoundSpan[] = [];
  const end = column(source, top, NEXT);
  for (let span = top; span < end; span += 1) {
    if (!isElementSpan(source, span)) continue;
    const hasAttributes = hasRole(source, span, roles);
    if (hasAttributes || roles.ofElement(spanName(source, span)) !== undefined) found.push({ span, hasAttributes });
  }
  return found;
}

function hasRole(source: SpanTree, span: number, roles: Roles): boolean {
  const { from, to } = attributeRange(source, span);
  for (let attribute = from; attribute < to; attribute += 1) {
    if (roles.ofAttribute(attributeName(source, attribute)) !== undefined) return true;
  }
  return false;
}

/** The finds in one subtree, and how many of them were reached. */
interface Ahead {
  readonly spans: readonly FoundSpan[];
  at: number;
}

/** Opens the ancestors of the finds below a closed node. */
function reach(search: Search, { node, isTwin }: Pick<Concern, "node" | "isTwin">, ahead: Ahead): void {
  const { tree, concerns } = search;
  const first = ahead.spans[ahead.at];
  if (first?.span === tree.sourceNode(node)) {
    concerns.push({ node, hasAttributes: first.hasAttributes, isTwin });
    ahead.at += 1;
  }
  if (!isAhead(search, node, ahead)) return;
  const inner = isTwin || tree.name(node) === MC.Fallback;
  for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
    if (isAhead(search, child, ahead)) reach(search, { node: child, isTwin: inner }, ahead);
    if (!isAhead(search, node, ahead)) return;
  }
}

/** True if the next find is in a node. */
function isAhead({ tree }: Search, node: NodeId, { spans, at }: Ahead): boolean {
  const next = spans[at];
  return next !== undefined && next.span < column(tree.source(node), tree.sourceNode(node), NEXT);
}
