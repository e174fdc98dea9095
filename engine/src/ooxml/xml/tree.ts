// Defines a tree that can be changed without changing the bytes it was read from.
//
// The immutable span tree of a part is the base. An overlay holds only the changes: an untouched node is read from its span and
// written by copying it. A node is a number. The nodes of the part's own spans come first, then new nodes and grafts in the
// order in which they are made. The span of a graft is in another part. All nodes are read in the same way, so an edit can
// change what an earlier edit made.
//
// An element is *opened* before its list of children differs from its span. From then on the overlay links its children.
// Invariant: a change marks all ancestors as changed, so the bytes of a node without the mark (a closed node) are its content.
// Discarding the Tree discards all changes; `fork` gives an independent copy.

import { ensure } from "../../failures/failure.ts";
import { CHANGED, LINKED, type Links, OPENED, PLAIN } from "./links.ts";
import { MC, type NameId, type Names, type NamespaceId, XMLNS_NAMESPACE } from "./names.ts";
import {
  bindingAt,
  choosePrefix,
  ignorableAt,
  type NamespaceHost,
  type Origin,
  repairElement,
  repairNamespaces,
} from "./namespace-repair.ts";
import {
  type Attribute,
  copyEntry,
  emptyOverlay,
  forkOverlay,
  type MadeNode,
  NO_NAME,
  NONE,
  type NodeId,
  type Overlay,
} from "./overlay.ts";
import { prefixOf, withPrefix } from "./qualified-names.ts";
import { RootDeclarations } from "./root-declarations.ts";
import type { Binding } from "./scopes.ts";
import {
  CDATA,
  column,
  declaresSpan,
  END,
  ESCAPED_TEXT,
  isElementSpan,
  NAME,
  rootSpan,
  NEXT as SPAN_NEXT,
  PARENT as SPAN_PARENT,
  type SpanTree,
  START,
  spanAttribute,
  spanAttributes,
  spanName,
  spanText,
  TEXT,
} from "./span-tree.ts";
import { ensureCharacters } from "./text.ts";

export type { Attribute, NodeId } from "./overlay.ts";
export { NO_NAME, NONE } from "./overlay.ts";

export class Tree implements NamespaceHost<NodeId> {
  readonly span: SpanTree;
  readonly names: Names;
  readonly document = 0 as NodeId;
  /** The root element. */
  readonly root: NodeId;
  readonly none = NONE;
  readonly #overlay: Overlay;
  readonly #links: Links;
  /** Meaning of prefixes below the root, cached because every removal needs it. */
  #rootOrigin: Origin | undefined;
  #changes = 0;
  readonly #rootDeclarations: RootDeclarations<NodeId>;

  constructor(span: SpanTree, overlay: Overlay = emptyOverlay()) {
    this.span = span;
    this.names = span.names;
    this.root = rootSpan(span) as NodeId;
    this.#overlay = overlay;
    this.#links = overlay.links;
    this.#rootDeclarations = new RootDeclarations(this);
  }

  /** Returns a tree that reads the same and can be changed independently. */
  fork(): Tree {
    return new Tree(this.span, forkOverlay(this.#overlay));
  }

  get isChanged(): boolean {
    return !this.isClosed(this.document);
  }

  /** Number of changes so far. A caller that read the tree can see whether its result is still valid. */
  get changes(): number {
    return this.#changes;
  }

  // Reading.

  isElement(node: NodeId): boolean {
    return this.name(node) !== NO_NAME;
  }

  /** True if the node is text, CDATA included. */
  isText(node: NodeId): boolean {
    const made = this.#made(node);
    if (made !== undefined) return "text" in made;
    const kind = column(this.source(node), this.sourceNode(node), NAME);
    return kind === TEXT || kind === ESCAPED_TEXT || kind === CDATA;
  }

  /** Returns the expanded name of an element, or NO_NAME for other nodes. */
  name(node: NodeId): NameId {
    if (node < this.span.count) return elementName(this.span, node);
    const made = this.#made(node);
    if (made === undefined) return elementName(this.source(node), this.sourceNode(node));
    return "text" in made ? NO_NAME : made.name;
  }

  parent(node: NodeId): NodeId {
    const isLinked = this.#links.has(node, LINKED);
    return (isLinked ? this.#links.parent(node) : column(this.span, node, SPAN_PARENT)) as NodeId;
  }

  firstChild(node: NodeId): NodeId {
    if (node >= this.span.count) this.#open(node);
    if (this.#links.has(node, OPENED)) return this.#links.firstChild(node) as NodeId;
    return (column(this.span, node, SPAN_NEXT) > node + 1 ? node + 1 : NONE) as NodeId;
  }

  nextSibling(node: NodeId): NodeId {
    if (this.#links.has(node, LINKED)) return this.#links.nextSibling(node) as NodeId;
    const next = column(this.span, node, SPAN_NEXT);
    const parent = column(this.span, node, SPAN_PARENT);
    return (parent >= 0 && next < column(this.span, parent, SPAN_NEXT) ? next : NONE) as NodeId;
  }

  previousSibling(node: NodeId): NodeId {
    if (this.#links.has(node, LINKED)) return this.#links.previousSibling(node) as NodeId;
    const parent = column(this.span, node, SPAN_PARENT);
    // Nodes are numbered in document order. The node directly before another is its parent, or the last node of the previous
    // sibling.
    let at: number = node - 1;
    while (at !== parent && column(this.span, at, SPAN_PARENT) !== parent) at = column(this.span, at, SPAN_PARENT);
    return (at === parent ? NONE : at) as NodeId;
  }

  /** True if an element of the name may be in the tree. False is certain. */
  mayHave(name: NameId): boolean {
    const { madeNames, grafted } = this.#overlay;
    if (this.span.qualifiedNames.has(name) || madeNames.has(name)) return true;
    return [...grafted].some((source) => source.qualifiedNames.has(name));
  }

  children(node: NodeId): NodeId[] {
    const children: NodeId[] = [];
    for (let child = this.firstChild(node); child !== NONE; child = this.nextSibling(child)) children.push(child);
    return children;
  }

  /** Returns the first child element of a name, or NONE. NONE as `node` has no children. */
  child(node: NodeId, name: NameId): NodeId {
    let child = node === NONE ? NONE : this.firstChild(node);
    while (child !== NONE && this.name(child) !== name) child = this.nextSibling(child);
    return child;
  }

  /** Returns the characters of a text node; an empty string for other nodes. */
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

  /** Returns an element's name with its prefix, as written. */
  writtenName(node: NodeId): string {
    const made = this.#made(node);
    if (made === undefined) {
      const source = this.source(node);
      return source.qualifiedNames.written(column(source, this.sourceNode(node), NAME));
    }
    ensure("name" in made, "only elements have names");
    return withPrefix(made.prefix, this.names.local(made.name));
  }

  /** Returns the bytes that a node was read from; no bytes for a new node. */
  spanBytes(node: NodeId): Uint8Array {
    if (this.isMade(node)) return new Uint8Array(0);
    const source = this.source(node);
    const span = this.sourceNode(node);
    return source.bytes.subarray(column(source, span, START), column(source, span, END));
  }

  // Methods for the writer and the repair of namespaces.

  /** True if a copy of the node's span is the whole node. */
  isClosed(node: NodeId): boolean {
    return !this.#links.has(node, CHANGED);
  }

  isMade(node: NodeId): boolean {
    return this.#made(node) !== undefined;
  }

  hasOwnStartTag(node: NodeId): boolean {
    return this.isMade(node) || this.#overlay.attributes.has(node);
  }

  /** Returns the span tree whose bytes contain the node's span. */
  source(node: NodeId): SpanTree {
    return node < this.span.count ? this.span : this.#overlay.sources[node - this.span.count]!;
  }

  sourceNode(node: NodeId): number {
    return node < this.span.count ? node : this.#overlay.sourceNodes[node - this.span.count]!;
  }

  declarerOf(node: NodeId): NodeId {
    let at = node;
    while (at !== NONE && !this.declares(at)) at = this.parent(at);
    return at;
  }

  /** True if an element changes the meaning of prefixes below it, or the ignorable namespaces. */
  declares(node: NodeId): boolean {
    const { declared, ignoring, sources, sourceNodes } = this.#overlay;
    if (declared.size > 0 && declared.has(node)) return true;
    if (ignoring.size > 0 && ignoring.has(node)) return true;
    if (node < this.span.count) return declaresSpan(this.span, node);
    const source = sources[node - this.span.count];
    return source !== undefined && declaresSpan(source, sourceNodes[node - this.span.count]!);
  }

  origin(node: NodeId): Origin | undefined {
    const isRoots = this.#links.has(node, PLAIN) && !this.isMade(node);
    return isRoots ? this.#originAt(this.root) : this.#overlay.origins.get(node);
  }

  forgetOrigin(node: NodeId): void {
    this.#overlay.origins.delete(node);
  }

  #originAt(node: NodeId): Origin {
    if (node !== this.root) return this.#readOrigin(node);
    this.#rootOrigin ??= this.#readOrigin(node);
    return this.#rootOrigin;
  }

  /** Returns the meaning of prefixes and the ignorable namespaces at a node. Outside the tree, recorded origins supply them. */
  #readOrigin(node: NodeId): Origin {
    const bindings = new Map<string, Binding>();
    const ignorable = new Set<NamespaceId>();
    for (let at = node; at !== NONE; at = this.parent(at)) {
      if (this.declares(at)) {
        addMissing(bindings, this.ownBindings(at));
        for (const namespace of ignorableAt(this, at)) ignorable.add(namespace);
      }
      const origin = this.origin(at);
      if (origin === undefined) continue;
      return {
        bindings: addMissing(bindings, origin.bindings),
        ignorable: new Set([...ignorable, ...origin.ignorable]),
      };
    }
    return { bindings, ignorable };
  }

  /** Returns the element's own binding of a prefix; undefined if the element does not bind it. */
  ownBinding(node: NodeId, prefix: string): Binding | undefined {
    const declared = this.#overlay.declared.get(node)?.get(prefix);
    if (declared !== undefined || this.isMade(node)) return declared;
    return this.source(node).scopes.get(this.sourceNode(node))?.own.get(prefix);
  }

  /** Returns the meaning of a prefix at a node; undefined if nothing binds it. */
  bindingOf(node: NodeId, prefix: string): Binding | undefined {
    return bindingAt(this, node, prefix);
  }

  // Changing.

  /** Returns a new element without a parent. */
  element(name: NameId, attributes: readonly (readonly [NameId, string])[] = []): NodeId {
    const { prefix, isPlain } = this.#rootDeclarations.prefixFor(this.names.namespaceOf(name), "element");
    const node = this.#make({ name, prefix });
    this.#overlay.madeNames.add(name);
    if (isPlain) this.#links.mark(node, PLAIN);
    for (const [attribute, value] of attributes) this.setAttribute(node, attribute, value);
    return node;
  }

  /** Returns a new text node without a parent. */
  textNode(text: string): NodeId {
    ensureCharacters(text);
    const node = this.#make({ text });
    this.#links.mark(node, PLAIN);
    return node;
  }

  #make(made: MadeNode): NodeId {
    const node = this.#add(undefined, -1, made);
    this.#links.open(node);
    this.#links.mark(node, CHANGED);
    return node;
  }

  /** Returns a copy of a node and its subtree, from this tree or another. The copy has no parent. */
  graft(from: Tree, node: NodeId): NodeId {
    ensure(from.names === this.names, "trees that exchange nodes share their names");
    const copy = this.#copyAlone(from, node);
    if (this.#isPlainCopy(from, node)) this.#links.mark(copy, PLAIN);
    else this.#overlay.origins.set(copy, from.#originAround(node));
    const open: (readonly [NodeId, NodeId])[] = [[node, copy]];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const [original, parent] = pair;
      if (from.isClosed(original)) continue;
      for (const child of from.children(original)) {
        const childCopy = this.#copyAlone(from, child);
        this.#links.insert(parent, childCopy, NONE);
        open.push([child, childCopy]);
      }
    }
    return copy;
  }

  /** Returns the meaning of prefixes and the ignorable namespaces at the node's position, or at its origin. */
  #originAround(node: NodeId): Origin {
    return this.origin(node) ?? this.#originAt(this.#standsPlain(node) ? this.root : this.parent(node));
  }

  /** Returns a copy of an element with its attributes but without content. */
  cloneEmpty(node: NodeId): NodeId {
    const name = this.name(node);
    const copy = this.#make({ name, prefix: prefixOf(this.writtenName(node)) });
    this.#overlay.madeNames.add(name);
    const attributes = this.attributes(node);
    if (attributes.length > 0) this.#setAttributes(copy, attributes);
    const own = this.ownBindings(node);
    if (own.size > 0) this.#overlay.declared.set(copy, own);
    this.#overlay.origins.set(copy, this.#originAround(node));
    return copy;
  }

  append(parent: NodeId, child: NodeId): void {
    this.insertBefore(parent, child, NONE);
  }

  /** Inserts a node without a parent before `reference`, or last if that is `NONE`. Declares the namespaces of the node. */
  insertBefore(parent: NodeId, child: NodeId, reference: NodeId): void {
    ensure(this.parent(child) === NONE && child !== this.document, "a node is put in one place only");
    ensure(reference === NONE || this.parent(reference) === parent, "a node is put before a sibling");
    ensure(parent !== NONE, "a node is put into a node");
    ensure(!this.isText(parent), "text has no children");
    const top = this.#topOf(parent);
    ensure(top !== child, "a node is not put into itself");
    this.#open(parent);
    this.#links.insert(parent, child, reference);
    this.#markChanged(parent);
    const isPlain = this.#links.has(child, PLAIN) && this.#isPlainAt(parent, top);
    if (isPlain && top === this.document) this.#settle(child);
    else {
      this.#losePlainness(child);
      if (top === this.document) repairNamespaces(this, child);
      else if (!isPlain) this.#losePlainness(top);
    }
  }

  /** Deletes the origins of a plain node and its descendants: in its position all names have their meaning already. */
  #settle(node: NodeId): void {
    this.#links.unmark(node, PLAIN);
    if (this.#overlay.origins.size === 0) return;
    const open = [node];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      this.forgetOrigin(at);
      if (!this.isClosed(at)) open.push(...this.children(at));
    }
  }

  /** Clears the mark PLAIN of a node. A node that was not made here then records the meaning of its prefixes. */
  #losePlainness(node: NodeId): void {
    if (!this.#links.has(node, PLAIN)) return;
    this.#links.unmark(node, PLAIN);
    if (!this.isMade(node)) this.#overlay.origins.set(node, this.#originAt(this.root));
  }

  /** Returns the outermost ancestor of a node, or the node itself. */
  #topOf(node: NodeId): NodeId {
    let top = node;
    for (let at = this.parent(node); at !== NONE; at = this.parent(at)) top = at;
    return top;
  }

  /** True if names mean the same at a node as below the root, now or after its plain top is inserted there. */
  #isPlainAt(node: NodeId, top: NodeId): boolean {
    if (top !== this.document && !this.#links.has(top, PLAIN)) return false;
    for (let at = node; at !== NONE && at !== this.root; at = this.parent(at)) if (this.declares(at)) return false;
    return true;
  }

  /** True if names mean the same at a node with a parent as directly below the root. */
  #standsPlain(node: NodeId): boolean {
    const parent = this.parent(node);
    return parent !== NONE && node !== this.root && this.#isPlainAt(parent, this.#topOf(parent));
  }

  /** Removes a node from its parent. The node can be inserted again. */
  remove(node: NodeId): void {
    const parent = this.parent(node);
    ensure(node !== this.root, "the root element stays");
    ensure(parent !== NONE, "only a node that is somewhere can be taken out");
    const isPlain = this.#standsPlain(node);
    if (isPlain && !this.#overlay.origins.has(node)) this.#links.mark(node, PLAIN);
    if (!isPlain || this.isMade(node)) this.#overlay.origins.set(node, this.#originAround(node));
    this.#open(parent);
    this.#links.remove(node);
    this.#markChanged(parent);
  }

  replace(node: NodeId, replacement: NodeId): void {
    const parent = this.parent(node);
    const next = this.nextSibling(node);
    this.remove(node);
    this.insertBefore(parent, replacement, next);
  }

  /** Inserts an element without a parent at the position of a node, and moves the node into it. */
  wrap(node: NodeId, wrapper: NodeId): void {
    const parent = this.parent(node);
    ensure(node !== this.root && parent !== NONE, "only a node that is somewhere is wrapped");
    this.insertBefore(parent, wrapper, node);
    if (!this.#isPlainAt(wrapper, this.#topOf(wrapper))) {
      this.remove(node);
      this.append(wrapper, node);
      return;
    }
    // The wrapper declares nothing and will not, so the meaning of the node's prefixes does not change.
    this.#open(wrapper);
    this.#links.remove(node);
    this.#links.insert(wrapper, node, NONE);
    this.#markChanged(wrapper);
  }

  setText(node: NodeId, text: string): void {
    ensure(this.isText(node), "only text nodes have their text set");
    ensureCharacters(text);
    this.#overlay.texts.set(node, text);
    this.#markChanged(node);
  }

  /** Sets an attribute, or removes it if the value is undefined. Namespace declarations are not set in this way. */
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
    const top = this.#topOf(node);
    const plain = this.#isPlainAt(node, top) ? this.#rootDeclarations.attribute(name) : undefined;
    const written = attributes[index]?.written ?? plain?.written ?? this.#writtenAttribute(node, name);
    this.#retag(
      node,
      index < 0 ? [...attributes, { name, written, value }] : attributes.with(index, { name, written, value }),
    );
    if (plain?.isPlain === true) return;
    if (top !== this.document) this.#losePlainness(top);
    else if (index < 0) repairElement(this, node);
  }

  /** True if a copy of a node means the same below this root, so no declaration has to be added. */
  #isPlainCopy(from: Tree, node: NodeId): boolean {
    if (!from.#standsPlain(node) || from.isMade(node)) return false;
    if (from.isClosed(node)) return this.#rootDeclarations.hasAllOf(from.source(node));
    if (from.#overlay.declared.size > 0 || from.#overlay.ignoring.size > 0) return false;
    return (
      this.#rootDeclarations.hasAllOf(from.span) &&
      [...from.#overlay.grafted].every((source) => this.#rootDeclarations.hasAllOf(source))
    );
  }

  /** Binds a prefix on an element. */
  declare(node: NodeId, prefix: string, binding: Binding): void {
    const name = this.names.nameId(XMLNS_NAMESPACE, prefix === "" ? "xmlns" : prefix);
    const written = prefix === "" ? "xmlns" : `xmlns:${prefix}`;
    this.#overlay.declared.set(node, new Map(this.#overlay.declared.get(node)).set(prefix, binding));
    this.#retag(node, [...this.attributes(node), { name, written, value: binding.uri }]);
  }

  /** Returns all bindings of an element itself. */
  ownBindings(node: NodeId): Map<string, Binding> {
    const own = this.isMade(node) ? undefined : this.source(node).scopes.get(this.sourceNode(node))?.own;
    return new Map([...(own ?? []), ...(this.#overlay.declared.get(node) ?? [])]);
  }

  #writtenAttribute(node: NodeId, name: NameId): string {
    const prefix = choosePrefix(this, node, this.names.namespaceOf(name), "attribute");
    return withPrefix(prefix, this.names.local(name));
  }

  #retag(node: NodeId, attributes: readonly Attribute[]): void {
    this.#setAttributes(node, attributes);
    this.#markChanged(node);
    if (node !== this.root) return;
    this.#rootOrigin = undefined;
    this.#rootDeclarations.forget();
  }

  #setAttributes(node: NodeId, attributes: readonly Attribute[]): void {
    const { ignoring } = this.#overlay;
    this.#overlay.attributes.set(node, attributes);
    if (attributes.some(({ name }) => name === MC.Ignorable)) ignoring.add(node);
    else if (ignoring.size > 0) ignoring.delete(node);
  }

  /** Copies a node of any tree without its descendants. A closed node keeps them in its span. */
  #copyAlone(from: Tree, node: NodeId): NodeId {
    const made = from.#made(node);
    const copy =
      made === undefined ? this.#add(from.source(node), from.sourceNode(node)) : this.#add(undefined, -1, made);
    if (made !== undefined && "name" in made) this.#overlay.madeNames.add(made.name);
    copyEntry(from.#overlay.origins, this.#overlay.origins, { from: node, to: copy });
    if (from.isClosed(node)) return copy;
    this.#links.open(copy);
    this.#links.mark(copy, CHANGED);
    const { texts, attributes, declared } = from.#overlay;
    copyEntry(texts, this.#overlay.texts, { from: node, to: copy });
    const own = attributes.get(node);
    if (own !== undefined) this.#setAttributes(copy, own);
    copyEntry(declared, this.#overlay.declared, { from: node, to: copy });
    return copy;
  }

  // The overlay.

  #made(node: NodeId): MadeNode | undefined {
    return node < this.span.count ? undefined : this.#overlay.made[node - this.span.count];
  }

  /** Adds a node without a parent after the part's own nodes. It reads a span or is new. */
  #add(source: SpanTree | undefined, sourceNode: number, made?: MadeNode): NodeId {
    const { sources, sourceNodes } = this.#overlay;
    const node = (this.span.count + sources.length) as NodeId;
    sources.push(source);
    this.#overlay.made.push(made);
    if (source !== undefined && source !== this.span) this.#overlay.grafted.add(source);
    sourceNodes.push(sourceNode);
    this.#links.detach(node);
    return node;
  }

  /** Links the children of an element whose list of children is still that of its span. */
  #open(node: NodeId): void {
    if (this.#links.has(node, OPENED)) return;
    const source = this.source(node);
    const sourceNode = this.sourceNode(node);
    const isOwn = node < this.span.count;
    this.#links.open(node);
    const end = column(source, sourceNode, SPAN_NEXT);
    for (let span = sourceNode + 1; span < end; span = column(source, span, SPAN_NEXT)) {
      this.#links.insert(node, isOwn ? span : this.#add(source, span), NONE);
    }
  }

  #markChanged(changed: NodeId): void {
    this.#changes += 1;
    for (let node = changed; node !== NONE; node = this.parent(node)) {
      if (this.#links.has(node, CHANGED)) return;
      this.#links.mark(node, CHANGED);
    }
  }
}

function addMissing(bindings: Map<string, Binding>, more: ReadonlyMap<string, Binding>): Map<string, Binding> {
  for (const [prefix, binding] of more) if (!bindings.has(prefix)) bindings.set(prefix, binding);
  return bindings;
}

function elementName(source: SpanTree, node: number): NameId {
  return isElementSpan(source, node) ? spanName(source, node) : NO_NAME;
}
