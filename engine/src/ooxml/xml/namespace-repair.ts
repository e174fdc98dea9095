// Keeps the meaning of a node's prefixes when the node moves to another position.
//
// A graft is copied as bytes, so each prefix in it must have the same namespace at the new position.
// - If the prefix is not bound there, the root element declares it, as Word does.
// - If the prefix is bound to another namespace, the grafted element declares it.
// - A namespace that the old document names in mc:Ignorable is added to mc:Ignorable of the new root. Without that, a reader
//   that does not know the namespace refuses the document. Ignorable applies to namespaces, so a second prefix on the root
//   works if the first is taken.
// - Attribute values of markup compatibility also name prefixes and follow the same rules.

import { namesPrefixes, prefixesOf } from "./compatibility-values.ts";
import {
  MC,
  type NameId,
  type Names,
  type NamespaceId,
  NO_NAMESPACE,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
} from "./names.ts";
import { prefixOf } from "./qualified-names.ts";
import type { Binding } from "./scopes.ts";
import type { SpanTree } from "./span-tree.ts";
import { scopeAround, spanUse } from "./span-use.ts";

/** The operations of a tree that the repair uses. */
export interface NamespaceHost<Node> {
  readonly names: Names;
  readonly span: SpanTree;
  readonly root: Node;
  readonly none: Node;
  parent(node: Node): Node;
  children(node: Node): Node[];
  isElement(node: Node): boolean;
  isClosed(node: Node): boolean;
  source(node: Node): SpanTree;
  sourceNode(node: Node): number;
  name(node: Node): NameId;
  writtenName(node: Node): string;
  attribute(node: Node, name: NameId): string | undefined;
  attributes(node: Node): readonly { readonly name: NameId; readonly written: string; readonly value: string }[];
  setAttribute(node: Node, name: NameId, value: string): void;
  ownBinding(node: Node, prefix: string): Binding | undefined;
  ownBindings(node: Node): ReadonlyMap<string, Binding>;
  /** True if an element itself declares prefixes or ignorable namespaces. */
  declares(node: Node): boolean;
  /** Returns the nearest element that declares anything, starting with the node itself. */
  declarerOf(node: Node): Node;
  declare(node: Node, prefix: string, binding: Binding): void;
  /** Returns the origin of a node; undefined if it has none, or after it is settled. */
  origin(node: Node): Origin | undefined;
  forgetOrigin(node: Node): void;
}

/** The meaning of prefixes, and the ignorable namespaces, at the position that a node was taken from. */
export interface Origin {
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly ignorable: ReadonlySet<NamespaceId>;
}

/** A prefix with the namespace that it must mean. */
interface Need {
  readonly prefix: string;
  readonly namespace: NamespaceId;
}

/**
 * Returns the prefix for a new name at a node. The first choice is a prefix that has this namespace there, then the usual
 * prefix, then a free one.
 */
export function choosePrefix<Node>(
  host: NamespaceHost<Node>,
  node: Node,
  namespace: NamespaceId,
  use: "element" | "attribute",
): string {
  if (namespace === NO_NAMESPACE) return "";
  const meaning = (prefix: string) =>
    bindingAt(host, node, prefix) ?? bindingBefore(host, node, prefix) ?? host.ownBinding(host.root, prefix);
  const usual = host.names.namespace(namespace).prefix;
  if (namespace === XML_NAMESPACE || meaning(usual)?.namespace === namespace) return usual;
  for (const [prefix] of host.ownBindings(host.root)) {
    if (meaning(prefix)?.namespace === namespace && (prefix !== "" || use === "element")) return prefix;
  }
  let prefix = usual;
  for (let number = 1; meaning(prefix) !== undefined; number += 1) prefix = `${usual}${number}`;
  return prefix;
}

/** Returns the meaning of a prefix at the origin of a node or of its nearest ancestor with an origin, if it has one. */
function bindingBefore<Node>(host: NamespaceHost<Node>, node: Node, prefix: string): Binding | undefined {
  let at = node;
  while (at !== host.none && host.origin(at) === undefined) at = host.parent(at);
  return at === host.none ? undefined : host.origin(at)?.bindings.get(prefix);
}

/**
 * Returns the meaning of a prefix at a node, from the nearest element that binds it; undefined if none does. An unbound
 * empty prefix means no namespace.
 */
export function bindingAt<Node>(host: NamespaceHost<Node>, node: Node, prefix: string): Binding | undefined {
  for (let at = host.declarerOf(node); at !== host.none; at = host.declarerOf(host.parent(at))) {
    const binding = host.ownBinding(at, prefix);
    if (binding !== undefined) return binding;
  }
  return prefix === "" ? { uri: "", namespace: NO_NAMESPACE } : undefined;
}

/** Returns the namespaces that an element's mc:Ignorable names. */
export function ignorableAt<Node>(host: NamespaceHost<Node>, node: Node): Set<NamespaceId> {
  const bindings = prefixesOf(host.attribute(node, MC.Ignorable)).map((prefix) => bindingAt(host, node, prefix));
  return new Set(bindings.flatMap((binding) => binding?.namespace ?? []));
}

/** Adds the declarations that the names of a node and its subtree need. */
export function repairNamespaces<Node>(host: NamespaceHost<Node>, top: Node): void {
  const known = new KnownBindings(host);
  const settled: Node[] = [];
  const open: PlaceOf<Node>[] = [repairPointOf(host, top)];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { node } = place;
    if (host.origin(node) !== undefined) settled.push(node);
    if (host.isClosed(node)) repairClosed(known, place);
    else if (host.isElement(node)) {
      repairOpened(known, place);
      const above = host.declares(node) ? node : place.above;
      for (const child of host.children(node))
        open.push({ node: child, above, origin: host.origin(child) ?? place.origin });
    }
  }
  for (const node of settled) host.forgetOrigin(node);
}

/** Adds the declarations that the names of one element and its attributes need. */
export function repairElement<Node>(host: NamespaceHost<Node>, node: Node): void {
  repairOpened(new KnownBindings(host), repairPointOf(host, node));
}

interface PlaceOf<Node> {
  readonly node: Node;
  /** Nearest ancestor that declares anything. */
  readonly above: Node;
  /** Origin of the node, or of the ancestor that it was inserted with. */
  readonly origin: Origin | undefined;
}

function repairPointOf<Node>(host: NamespaceHost<Node>, node: Node): PlaceOf<Node> {
  const declarer = host.declarerOf(host.parent(node));
  return { node, above: declarer === host.none ? host.root : declarer, origin: host.origin(node) };
}

/** Caches the meaning of prefixes below each element with declarations, because trees can be deep. */
class KnownBindings<Node> {
  readonly host: NamespaceHost<Node>;
  readonly #below = new Map<Node, Map<string, Binding | undefined>>();

  constructor(host: NamespaceHost<Node>) {
    this.host = host;
  }

  at({ node, above }: PlaceOf<Node>, prefix: string): Binding | undefined {
    const own = this.host.ownBinding(node, prefix);
    if (own !== undefined) return own;
    const known = this.#below.get(above) ?? new Map<string, Binding | undefined>();
    if (!known.has(prefix)) known.set(prefix, bindingAt(this.host, above, prefix));
    this.#below.set(above, known);
    return known.get(prefix);
  }

  declare(node: Node, prefix: string, binding: Binding): void {
    this.host.declare(node, prefix, binding);
    this.#below.clear();
  }

  /** Sets mc:Ignorable of the root. Setting it may declare the prefix mc, so the cache is cleared. */
  setIgnorable(prefixes: readonly string[]): void {
    this.host.setAttribute(this.host.root, MC.Ignorable, prefixes.join(" "));
    this.#below.clear();
  }
}

function repairOpened<Node>(known: KnownBindings<Node>, place: PlaceOf<Node>): void {
  const { host } = known;
  const { node } = place;
  settle(known, place, needOf(host, host.name(node), host.writtenName(node)));
  for (const { name, written, value } of host.attributes(node)) {
    const isPrefixed = written.includes(":") && host.names.namespaceOf(name) !== XMLNS_NAMESPACE;
    if (isPrefixed) settle(known, place, needOf(host, name, written));
    if (namesPrefixes(name, host.name(node))) for (const prefix of prefixesOf(value)) settleValue(known, place, prefix);
  }
}

function needOf<Node>(host: NamespaceHost<Node>, name: NameId, written: string): Need {
  return { prefix: prefixOf(written), namespace: host.names.namespaceOf(name) };
}

/** Keeps the meaning of a prefix in a value, unless an element that was inserted with the value binds the prefix. */
function settleValue<Node>(known: KnownBindings<Node>, place: PlaceOf<Node>, prefix: string): void {
  const meant = place.origin?.bindings.get(prefix);
  if (meant !== undefined && !isBoundInside(known.host, place.node, prefix))
    settle(known, place, { prefix, namespace: meant.namespace });
}

/** True if the node, or an ancestor up to the top of the inserted subtree, binds a prefix. */
function isBoundInside<Node>(host: NamespaceHost<Node>, node: Node, prefix: string): boolean {
  for (let at = node; at !== host.none; at = host.parent(at)) {
    if (host.ownBinding(at, prefix) !== undefined) return true;
    if (host.origin(at) !== undefined) return false;
  }
  return false;
}

function repairClosed<Node>(known: KnownBindings<Node>, place: PlaceOf<Node>): void {
  const { host } = known;
  const source = host.source(place.node);
  const span = host.sourceNode(place.node);
  if (source === host.span && place.above === host.root && scopeAround(source, span) === rootScope(source, host))
    return;
  const { needs, namespaces } = spanUse(source, span);
  for (const [prefix, namespace] of needs) bind(known, place, { prefix, namespace });
  for (const namespace of namespaces) tellIgnorable(known, place, namespace);
}

function rootScope<Node>(source: SpanTree, host: NamespaceHost<Node>): unknown {
  return source.scopes.get(host.sourceNode(host.root));
}

function settle<Node>(known: KnownBindings<Node>, place: PlaceOf<Node>, need: Need): void {
  bind(known, place, need);
  tellIgnorable(known, place, need.namespace);
}

function bind<Node>(known: KnownBindings<Node>, place: PlaceOf<Node>, { prefix, namespace }: Need): void {
  const bound = known.at(place, prefix);
  if (bound?.namespace === namespace || namespace === XML_NAMESPACE) return;
  const isFree = bound === undefined && prefix !== "";
  known.declare(isFree ? known.host.root : place.node, prefix, bindingFor(known.host, namespace));
}

/** Returns a binding with the URI of the dialect, transitional or strict, in which the document is written. */
function bindingFor<Node>(host: NamespaceHost<Node>, namespace: NamespaceId): Binding {
  const rootNamespace = host.names.namespaceOf(host.name(host.root));
  const rootPrefix = host.writtenName(host.root).split(":").slice(0, -1).join(":");
  const rootUri = bindingAt(host, host.root, rootPrefix)?.uri ?? "";
  const dialect = Math.max(0, host.names.namespace(rootNamespace).uris.indexOf(rootUri));
  const { uris } = host.names.namespace(namespace);
  return { uri: uris[dialect] ?? uris[0]!, namespace };
}

/** Adds a namespace to mc:Ignorable of the root, if readers may have to ignore it. */
function tellIgnorable<Node>(known: KnownBindings<Node>, place: PlaceOf<Node>, namespace: NamespaceId): void {
  const { host } = known;
  const isIgnorable = host.names.namespace(namespace).isIgnorable || place.origin?.ignorable.has(namespace) === true;
  if (!isIgnorable || ignorableAt(host, host.root).has(namespace)) return;
  const prefix = choosePrefix(host, host.root, namespace, "attribute");
  if (host.ownBinding(host.root, prefix) === undefined) known.declare(host.root, prefix, bindingFor(host, namespace));
  known.setIgnorable([...prefixesOf(host.attribute(host.root, MC.Ignorable)), prefix]);
}
