// A tree that can be changed without touching the bytes it was read from.
//
// Below lies the immutable span tree of a part. On top lies an overlay that holds only what was
// changed: a node that nobody touched is read from its span and written by copying it. A node is
// a number: those of the part's own spans come first, then, as they are made, nodes that are new
// and nodes that are grafts, whose span lies in another part. All are read in the same way, so an
// edit can work on what the edit before it made.
//
// An element is *opened* when its list of children is about to differ from its span's: from then
// on its children are linked to each other in the overlay. Whatever is changed marks its
// ancestors as changed too, so a node without the mark is closed: its bytes are its meaning.
// Throwing the Tree away undoes everything; `fork` gives a second Tree to try something on.

import { ensure } from "../../failures/failure.ts";
import { type NameId, type Names, XMLNS_NAMESPACE } from "./names.ts";
import { bindingAt, choosePrefix, type NamespaceHost, repairElement, repairNamespaces } from "./namespace-repair.ts";
import type { Binding } from "./scopes.ts";
import {
  ATTRIBUTE_NAME,
  ATTRIBUTE_SIZE,
  attributeName,
  attributeRange,
  attributeValue,
  CDATA,
  column,
  ESCAPED_TEXT,
  isElementSpan,
  NAME,
  rootSpan,
  NEXT as SPAN_NEXT,
  PARENT as SPAN_PARENT,
  type SpanTree,
  spanAttribute,
  spanName,
  spanText,
  TEXT,
} from "./span-tree.ts";
import { ensureCharacters } from "./text.ts";

declare const nodeBrand: unique symbol;
/** A node of one Tree. */
export type NodeId = number & { readonly [nodeBrand]: true };

/** No node: no parent, no child, no sibling. */
export const NONE = -1 as NodeId;
/** The name of what is no element. */
export const NO_NAME = -1 as NameId;

export interface Attribute {
  readonly name: NameId;
  /** With its prefix, as it is written. */
  readonly written: string;
  readonly value: string;
}

/** What a new node is. */
type Made = { readonly name: NameId; readonly prefix: string } | { readonly text: string };

/** Columns of an overlay record. */
const FLAGS = 0;
const PARENT = 1;
const PREVIOUS = 2;
const NEXT = 3;
const FIRST = 4;
const LAST = 5;
const RECORD_SIZE = 6;

/** Its parent and siblings are told by the record, not by the span. */
const LINKED = 1;
/** Its first and last child are told by the record. */
const OPENED = 2;
/** It, or something below it, is not as its span says. */
const CHANGED = 4;

interface Overlay {
  /** By node: the place of its record, 0 for none. */
  recordOf: Int32Array<ArrayBuffer>;
  records: Int32Array<ArrayBuffer>;
  recordsEnd: number;
  /** Of the nodes past the part's own spans: the span each reads, if it has one. */
  readonly sources: (SpanTree | undefined)[];
  readonly sourceNodes: number[];
  /** By node, for those that are new. */
  readonly made: Map<number, Made>;
  readonly texts: Map<number, string>;
  /** By element: all its attributes, once one of them differs from its span. */
  readonly attributes: Map<number, readonly Attribute[]>;
  /** By element: the prefixes that the overlay declares on it. */
  readonly declared: Map<number, ReadonlyMap<string, Binding>>;
}

export class Tree implements NamespaceHost<NodeId> {
  readonly span: SpanTree;
  readonly names: Names;
  readonly document = 0 as NodeId;
  /** The root element. */
  readonly root: NodeId;
  readonly none = NONE;
  readonly #overlay: Overlay;

  constructor(span: SpanTree, overlay: Overlay = emptyOverlay()) {
    this.span = span;
    this.names = span.names;
    this.root = rootSpan(span) as NodeId;
    this.#overlay = overlay;
  }

  /** A tree that reads the same and can be changed on its own. */
  fork(): Tree {
    const { recordOf, records, recordsEnd, sources, sourceNodes, made, texts, attributes, declared } = this.#overlay;
    return new Tree(this.span, {
      recordOf: recordOf.slice(),
      records: records.slice(),
      recordsEnd,
      sources: [...sources],
      sourceNodes: [...sourceNodes],
      made: new Map(made),
      texts: new Map(texts),
      attributes: new Map(attributes),
      declared: new Map(declared),
    });
  }

  get isChanged(): boolean {
    return !this.isClosed(this.document);
  }

  // Reading.

  isElement(node: NodeId): boolean {
    return this.name(node) !== NO_NAME;
  }

  /** Whether the node is text, CDATA included. */
  isText(node: NodeId): boolean {
    const made = this.#made(node);
    if (made !== undefined) return "text" in made;
    const kind = column(this.source(node), this.sourceNode(node), NAME);
    return kind === TEXT || kind === ESCAPED_TEXT || kind === CDATA;
  }

  /** The expanded name of an element, NO_NAME for anything else. */
  name(node: NodeId): NameId {
    if (node < this.span.count) return elementName(this.span, node);
    const made = this.#overlay.made.get(node);
    if (made === undefined) return elementName(this.source(node), this.sourceNode(node));
    return "text" in made ? NO_NAME : made.name;
  }

  parent(node: NodeId): NodeId {
    const record = this.#record(node);
    if (record !== 0 && (this.#flags(record) & LINKED) !== 0) return this.#overlay.records[record + PARENT] as NodeId;
    return column(this.span, node, SPAN_PARENT) as NodeId;
  }

  firstChild(node: NodeId): NodeId {
    const record = this.#record(node);
    if (record !== 0 && (this.#flags(record) & OPENED) !== 0) return this.#overlay.records[record + FIRST] as NodeId;
    if (node < this.span.count) return (column(this.span, node, SPAN_NEXT) > node + 1 ? node + 1 : NONE) as NodeId;
    this.#open(node);
    return this.#overlay.records[this.#record(node) + FIRST] as NodeId;
  }

  nextSibling(node: NodeId): NodeId {
    const record = this.#record(node);
    if (record !== 0 && (this.#flags(record) & LINKED) !== 0) return this.#overlay.records[record + NEXT] as NodeId;
    const next = column(this.span, node, SPAN_NEXT);
    const parent = column(this.span, node, SPAN_PARENT);
    return (parent >= 0 && next < column(this.span, parent, SPAN_NEXT) ? next : NONE) as NodeId;
  }

  children(node: NodeId): NodeId[] {
    const children: NodeId[] = [];
    for (let child = this.firstChild(node); child !== NONE; child = this.nextSibling(child)) children.push(child);
    return children;
  }

  /** The first child element of a name, or NONE. */
  child(node: NodeId, name: NameId): NodeId {
    let child = this.firstChild(node);
    while (child !== NONE && this.name(child) !== name) child = this.nextSibling(child);
    return child;
  }

  /** The characters of a text node; nothing for other nodes. */
  text(node: NodeId): string {
    const changed = this.#overlay.texts.get(node);
    if (changed !== undefined) return changed;
    const made = this.#made(node);
    if (made === undefined) return spanText(this.source(node), this.sourceNode(node));
    return "text" in made ? made.text : "";
  }

  attribute(node: NodeId, name: NameId): string | undefined {
    const changed = this.#overlay.attributes.get(node);
    if (changed !== undefined) return changed.find((attribute) => attribute.name === name)?.value;
    if (this.#made(node) !== undefined) return undefined;
    return spanAttribute(this.source(node), this.sourceNode(node), name);
  }

  attributes(node: NodeId): readonly Attribute[] {
    const changed = this.#overlay.attributes.get(node);
    if (changed !== undefined) return changed;
    return this.#made(node) === undefined ? spanAttributes(this.source(node), this.sourceNode(node)) : [];
  }

  /** An element's name with its prefix, as it is written. */
  writtenName(node: NodeId): string {
    const made = this.#made(node);
    if (made === undefined) {
      const source = this.source(node);
      return source.qualifiedNames.written(column(source, this.sourceNode(node), NAME));
    }
    ensure("name" in made, "only elements have names");
    return withPrefix(made.prefix, this.names.local(made.name));
  }

  // What the writer and the repair of namespaces ask.

  /** Whether the node's span, copied, is the node. */
  isClosed(node: NodeId): boolean {
    return (this.#flags(this.#record(node)) & CHANGED) === 0 && !this.isMade(node);
  }

  isMade(node: NodeId): boolean {
    return this.#made(node) !== undefined;
  }

  hasOwnStartTag(node: NodeId): boolean {
    return this.isMade(node) || this.#overlay.attributes.has(node);
  }

  /** The tree whose bytes hold the node's span. */
  source(node: NodeId): SpanTree {
    return node < this.span.count ? this.span : this.#overlay.sources[node - this.span.count]!;
  }

  sourceNode(node: NodeId): number {
    return node < this.span.count ? node : this.#overlay.sourceNodes[node - this.span.count]!;
  }

  /** Whether the overlay declares prefixes on the element. */
  hasDeclarations(node: NodeId): boolean {
    return this.#overlay.declared.has(node);
  }

  *rootBindings(): Generator<readonly [string, Binding]> {
    yield* this.span.scopes.get(this.root)?.own ?? [];
    yield* this.#overlay.declared.get(this.root) ?? [];
  }

  /** What an element itself binds a prefix to. */
  ownBinding(node: NodeId, prefix: string): Binding | undefined {
    const declared = this.#overlay.declared.get(node)?.get(prefix);
    if (declared !== undefined || this.isMade(node)) return declared;
    return this.source(node).scopes.get(this.sourceNode(node))?.own.get(prefix);
  }

  /** What a prefix means at a node. */
  bindingOf(node: NodeId, prefix: string): Binding | undefined {
    return bindingAt(this, node, prefix);
  }

  // Changing.

  /** A new element, not yet anywhere in the tree. */
  element(name: NameId, attributes: readonly (readonly [NameId, string])[] = []): NodeId {
    const prefix = choosePrefix(this, this.names.namespaceOf(name), "element");
    const node = this.#add(undefined, -1);
    this.#overlay.made.set(node, { name, prefix });
    this.#setFlags(node, OPENED | CHANGED);
    for (const [attribute, value] of attributes) this.setAttribute(node, attribute, value);
    return node;
  }

  /** A new text, not yet anywhere in the tree. */
  textNode(text: string): NodeId {
    ensureCharacters(text);
    const node = this.#add(undefined, -1);
    this.#overlay.made.set(node, { text });
    this.#setFlags(node, OPENED | CHANGED);
    return node;
  }

  /** A copy of a node with all below it, of this tree or another, not yet anywhere in this tree. */
  graft(from: Tree, node: NodeId): NodeId {
    ensure(from.names === this.names, "trees that exchange nodes share their names");
    const copy = this.#copyAlone(from, node);
    const open: (readonly [NodeId, NodeId])[] = [[node, copy]];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const [original, parent] = pair;
      if (from.isClosed(original)) continue;
      for (const child of from.children(original)) {
        const childCopy = this.#copyAlone(from, child);
        this.#link(parent, childCopy, NONE);
        open.push([child, childCopy]);
      }
    }
    return copy;
  }

  /** A copy of an element, with its attributes but nothing in it. */
  cloneEmpty(node: NodeId): NodeId {
    const copy = this.element(this.name(node));
    const attributes = this.attributes(node);
    this.#overlay.made.set(copy, { name: this.name(node), prefix: prefixOf(this.writtenName(node)) });
    if (attributes.length > 0) this.#overlay.attributes.set(copy, attributes);
    const own = this.#ownBindings(node);
    if (own.size > 0) this.#overlay.declared.set(copy, own);
    return copy;
  }

  append(parent: NodeId, child: NodeId): void {
    this.insertBefore(parent, child, NONE);
  }

  /** Puts a node that is nowhere before a child of `parent`, or last when that is NONE. Declares the namespaces it needs. */
  insertBefore(parent: NodeId, child: NodeId, reference: NodeId): void {
    ensure(this.parent(child) === NONE && child !== this.document, "a node is put in one place only");
    ensure(reference === NONE || this.parent(reference) === parent, "a node is put before a sibling");
    ensure(!this.isText(parent), "text has no children");
    const isConnected = this.#topOf(parent) === this.document;
    ensure(isConnected || this.#topOf(parent) !== child, "a node is not put into itself");
    this.#link(parent, child, reference);
    this.#markChanged(parent);
    if (isConnected) repairNamespaces(this, child);
  }

  /** Takes a node out; it can be put elsewhere. */
  remove(node: NodeId): void {
    const parent = this.parent(node);
    ensure(node !== this.root, "the root element stays");
    ensure(parent !== NONE, "only a node that is somewhere can be taken out");
    this.#open(parent);
    const { records } = this.#overlay;
    const record = this.#record(node);
    const previous = records[record + PREVIOUS]! as NodeId;
    const next = records[record + NEXT]! as NodeId;
    if (previous === NONE) records[this.#record(parent) + FIRST] = next;
    else records[this.#record(previous) + NEXT] = next;
    if (next === NONE) records[this.#record(parent) + LAST] = previous;
    else records[this.#record(next) + PREVIOUS] = previous;
    this.#place(record, NONE, { previous: NONE, next: NONE });
    this.#markChanged(parent);
  }

  replace(node: NodeId, replacement: NodeId): void {
    const parent = this.parent(node);
    const next = this.nextSibling(node);
    this.remove(node);
    this.insertBefore(parent, replacement, next);
  }

  /** Puts a new element in a node's place and the node into it. */
  wrap(node: NodeId, wrapper: NodeId): void {
    this.replace(node, wrapper);
    this.append(wrapper, node);
  }

  setText(node: NodeId, text: string): void {
    ensure(this.isText(node), "only text nodes have their text set");
    ensureCharacters(text);
    this.#overlay.texts.set(node, text);
    this.#markChanged(node);
  }

  /** Sets an attribute, or removes it when the value is undefined. Namespace declarations are not set this way. */
  setAttribute(node: NodeId, name: NameId, value: string | undefined): void {
    ensure(this.isElement(node), "only elements have attributes");
    ensure(this.names.namespaceOf(name) !== XMLNS_NAMESPACE, "namespaces are declared, not set");
    if (value !== undefined) ensureCharacters(value);
    const attributes = this.attributes(node);
    const index = attributes.findIndex((attribute) => attribute.name === name);
    if (value === undefined) {
      if (index >= 0) this.#retag(node, attributes.toSpliced(index, 1));
      return;
    }
    const written = attributes[index]?.written ?? this.#writtenAttribute(name);
    this.#retag(
      node,
      index < 0 ? [...attributes, { name, written, value }] : attributes.with(index, { name, written, value }),
    );
    if (index < 0 && this.#topOf(node) === this.document) repairElement(this, node);
  }

  /** Binds a prefix on an element. */
  declare(node: NodeId, prefix: string, binding: Binding): void {
    const name = this.names.nameId(XMLNS_NAMESPACE, prefix === "" ? "xmlns" : prefix);
    const written = prefix === "" ? "xmlns" : `xmlns:${prefix}`;
    this.#retag(node, [...this.attributes(node), { name, written, value: binding.uri }]);
    this.#overlay.declared.set(node, new Map(this.#overlay.declared.get(node)).set(prefix, binding));
  }

  #ownBindings(node: NodeId): Map<string, Binding> {
    const own = this.isMade(node) ? undefined : this.source(node).scopes.get(this.sourceNode(node))?.own;
    return new Map([...(own ?? []), ...(this.#overlay.declared.get(node) ?? [])]);
  }

  #writtenAttribute(name: NameId): string {
    return withPrefix(choosePrefix(this, this.names.namespaceOf(name), "attribute"), this.names.local(name));
  }

  #retag(node: NodeId, attributes: readonly Attribute[]): void {
    this.#overlay.attributes.set(node, attributes);
    this.#markChanged(node);
  }

  /** A node like another of any tree, without what is below it unless that is closed. */
  #copyAlone(from: Tree, node: NodeId): NodeId {
    const made = from.#made(node);
    const copy = made === undefined ? this.#add(from.source(node), from.sourceNode(node)) : this.#add(undefined, -1);
    if (made !== undefined) this.#overlay.made.set(copy, made);
    if (from.isClosed(node)) return copy;
    this.#setFlags(copy, OPENED | CHANGED);
    const { texts, attributes, declared } = from.#overlay;
    copyEntry(texts, this.#overlay.texts, { from: node, to: copy });
    copyEntry(attributes, this.#overlay.attributes, { from: node, to: copy });
    copyEntry(declared, this.#overlay.declared, { from: node, to: copy });
    return copy;
  }

  // The overlay.

  #made(node: NodeId): Made | undefined {
    return node < this.span.count ? undefined : this.#overlay.made.get(node);
  }

  #record(node: NodeId): number {
    const { recordOf } = this.#overlay;
    return node < recordOf.length ? recordOf[node]! : 0;
  }

  #flags(record: number): number {
    return record === 0 ? 0 : this.#overlay.records[record + FLAGS]!;
  }

  #ensureRecord(node: NodeId): number {
    const known = this.#record(node);
    if (known !== 0) return known;
    const overlay = this.#overlay;
    const nodes = this.span.count + overlay.sources.length;
    if (node >= overlay.recordOf.length)
      overlay.recordOf = resized(
        overlay.recordOf,
        Math.max(nodes, overlay.recordOf.length + (overlay.recordOf.length >> 1)),
      );
    const record = overlay.recordsEnd;
    if (record + RECORD_SIZE > overlay.records.length)
      overlay.records = resized(overlay.records, overlay.records.length * 2);
    overlay.recordsEnd += RECORD_SIZE;
    overlay.recordOf[node] = record;
    return record;
  }

  #setFlags(node: NodeId, flags: number): void {
    const record = this.#ensureRecord(node);
    this.#overlay.records[record + FLAGS]! |= flags;
    if ((flags & OPENED) === 0) return;
    this.#overlay.records[record + FIRST] = NONE;
    this.#overlay.records[record + LAST] = NONE;
  }

  /** A node past the part's own, which is nowhere yet. */
  #add(source: SpanTree | undefined, sourceNode: number): NodeId {
    const { sources, sourceNodes } = this.#overlay;
    const node = (this.span.count + sources.length) as NodeId;
    sources.push(source);
    sourceNodes.push(sourceNode);
    this.#place(this.#ensureRecord(node), NONE, { previous: NONE, next: NONE });
    return node;
  }

  #place(record: number, parent: NodeId, siblings: { previous: NodeId; next: NodeId }): void {
    const { records } = this.#overlay;
    records[record + FLAGS]! |= LINKED;
    records[record + PARENT] = parent;
    records[record + PREVIOUS] = siblings.previous;
    records[record + NEXT] = siblings.next;
  }

  /** Links the children of an element whose list of children is still its span's. */
  #open(node: NodeId): void {
    if ((this.#flags(this.#record(node)) & OPENED) !== 0) return;
    const source = this.source(node);
    const sourceNode = this.sourceNode(node);
    const isOwn = node < this.span.count;
    this.#setFlags(node, OPENED);
    const end = column(source, sourceNode, SPAN_NEXT);
    let previous = NONE;
    for (let span = sourceNode + 1; span < end; span = column(source, span, SPAN_NEXT)) {
      const child = isOwn ? (span as NodeId) : this.#add(source, span);
      this.#place(this.#ensureRecord(child), node, { previous, next: NONE });
      const { records } = this.#overlay;
      if (previous === NONE) records[this.#record(node) + FIRST] = child;
      else records[this.#record(previous) + NEXT] = child;
      previous = child;
    }
    this.#overlay.records[this.#record(node) + LAST] = previous;
  }

  #link(parent: NodeId, child: NodeId, next: NodeId): void {
    this.#open(parent);
    const childRecord = this.#ensureRecord(child);
    const { records } = this.#overlay;
    const parentRecord = this.#record(parent);
    const previous = (next === NONE ? records[parentRecord + LAST] : records[this.#record(next) + PREVIOUS]) as NodeId;
    this.#place(childRecord, parent, { previous, next });
    if (previous === NONE) records[parentRecord + FIRST] = child;
    else records[this.#record(previous) + NEXT] = child;
    if (next === NONE) records[parentRecord + LAST] = child;
    else records[this.#record(next) + PREVIOUS] = child;
  }

  #markChanged(changed: NodeId): void {
    for (let node = changed; node !== NONE; node = this.parent(node)) {
      const record = this.#ensureRecord(node);
      if ((this.#flags(record) & CHANGED) !== 0) return;
      this.#overlay.records[record + FLAGS]! |= CHANGED;
    }
  }

  #topOf(node: NodeId): NodeId {
    let top = node;
    for (let parent = this.parent(top); parent !== NONE; parent = this.parent(top)) top = parent;
    return top;
  }
}

/** Room for the records of a few changes; record 0 stands for none. */
const FIRST_RECORDS = 64;

function emptyOverlay(): Overlay {
  return {
    recordOf: new Int32Array(0),
    records: new Int32Array(FIRST_RECORDS * RECORD_SIZE),
    recordsEnd: RECORD_SIZE,
    sources: [],
    sourceNodes: [],
    made: new Map(),
    texts: new Map(),
    attributes: new Map(),
    declared: new Map(),
  };
}

function elementName(source: SpanTree, node: number): NameId {
  return isElementSpan(source, node) ? spanName(source, node) : NO_NAME;
}

function spanAttributes(source: SpanTree, node: number): Attribute[] {
  const { from, to } = attributeRange(source, node);
  return Array.from({ length: to - from }, (_, index) => ({
    name: attributeName(source, from + index),
    written: source.qualifiedNames.written(source.attributes[(from + index) * ATTRIBUTE_SIZE + ATTRIBUTE_NAME]!),
    value: attributeValue(source, from + index),
  }));
}

function withPrefix(prefix: string, local: string): string {
  return prefix === "" ? local : `${prefix}:${local}`;
}

function prefixOf(written: string): string {
  return written.slice(0, Math.max(0, written.indexOf(":")));
}

function copyEntry<Value>(
  source: ReadonlyMap<number, Value>,
  target: Map<number, Value>,
  nodes: { from: number; to: number },
): void {
  const value = source.get(nodes.from);
  if (value !== undefined) target.set(nodes.to, value);
}

function resized(records: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return new Int32Array(records.buffer.transfer(length * Int32Array.BYTES_PER_ELEMENT));
}
