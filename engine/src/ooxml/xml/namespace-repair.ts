// Makes a node's prefixes mean, where it is put, what they meant where it came from.
//
// A graft is copied as bytes, prefixes and all, so each prefix it uses must be bound to the same
// namespace at its new place. Where nobody binds the prefix there, the root element declares it,
// as Word likes it; where it is taken for something else, the grafted element itself does. A
// namespace that its old document told readers to ignore is also named in mc:Ignorable of the new
// root, for a reader that does not know it would refuse the document otherwise. Ignorable works by
// namespace, whatever the prefix, so a second prefix on the root serves where the first is taken.

import {
  MC,
  type NameId,
  type Names,
  type NamespaceId,
  NO_NAMESPACE,
  PLAIN,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
} from "./names.ts";
import { type Binding, bindingDepth, lookUp, type Scope } from "./scopes.ts";
import {
  ATTRIBUTE_NAME,
  ATTRIBUTE_SIZE,
  ATTRIBUTES,
  attributeRange,
  attributeValue,
  column,
  NAME,
  NEXT,
  PARENT,
  rootSpan,
  type SpanTree,
  spanAttribute,
  spanName,
} from "./span-tree.ts";

/** What the repair asks of a tree. */
export interface NamespaceHost<Node> {
  readonly names: Names;
  readonly span: SpanTree;
  readonly root: Node;
  readonly none: Node;
  parent(node: Node): Node;
  children(node: Node): Node[];
  isElement(node: Node): boolean;
  isClosed(node: Node): boolean;
  isMade(node: Node): boolean;
  source(node: Node): SpanTree;
  sourceNode(node: Node): number;
  name(node: Node): NameId;
  writtenName(node: Node): string;
  attribute(node: Node, name: NameId): string | undefined;
  attributes(node: Node): readonly { readonly name: NameId; readonly written: string }[];
  setAttribute(node: Node, name: NameId, value: string): void;
  ownBinding(node: Node, prefix: string): Binding | undefined;
  rootBindings(): Iterable<readonly [string, Binding]>;
  hasDeclarations(node: Node): boolean;
  declare(node: Node, prefix: string, binding: Binding): void;
}

/** A prefix that a node uses without binding it itself. */
interface Need {
  readonly prefix: string;
  readonly namespace: NamespaceId;
  readonly isIgnorable: boolean;
}

/** The prefix to write a new name with at a node: one that means its namespace there, else the usual one, else one that is free. */
export function choosePrefix<Node>(
  host: NamespaceHost<Node>,
  node: Node,
  namespace: NamespaceId,
  use: "element" | "attribute",
): string {
  if (namespace === NO_NAMESPACE) return "";
  const meaning = (prefix: string) => bindingAt(host, node, prefix) ?? host.ownBinding(host.root, prefix);
  const usual = host.names.namespace(namespace).prefix;
  if (namespace === XML_NAMESPACE || meaning(usual)?.namespace === namespace) return usual;
  for (const [prefix] of host.rootBindings()) {
    if (meaning(prefix)?.namespace === namespace && (prefix !== "" || use === "element")) return prefix;
  }
  let prefix = usual;
  for (let number = 1; meaning(prefix) !== undefined; number += 1) prefix = `${usual}${number}`;
  return prefix;
}

/** Declares what the names of a node and of everything below it need. */
export function repairNamespaces<Node>(host: NamespaceHost<Node>, top: Node): void {
  const known = new KnownBindings(host);
  const open = [{ node: top, above: declarerOf(host, host.parent(top)) }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { node } = place;
    if (host.isClosed(node)) repairClosed(known, place);
    else if (host.isElement(node)) {
      repairOpened(known, place);
      const above = declares(host, node) ? node : place.above;
      for (const child of host.children(node)) open.push({ node: child, above });
    }
  }
}

/** Declares what the names of one element and of its attributes need. */
export function repairElement<Node>(host: NamespaceHost<Node>, node: Node): void {
  repairOpened(new KnownBindings(host), { node, above: declarerOf(host, host.parent(node)) });
}

/** A node, and the nearest element above it that declares anything. */
interface PlaceOf<Node> {
  readonly node: Node;
  readonly above: Node;
}

/** What prefixes mean below each declaring element, looked up once: trees can be deep. */
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

  /** Setting it may declare the prefix it is written with. */
  setIgnorable(prefixes: readonly string[]): void {
    this.host.setAttribute(this.host.root, MC.Ignorable, prefixes.join(" "));
    this.#below.clear();
  }
}

function repairOpened<Node>(known: KnownBindings<Node>, place: PlaceOf<Node>): void {
  const { host } = known;
  satisfy(known, place, needOf(host, host.name(place.node), host.writtenName(place.node)));
  for (const { name, written } of host.attributes(place.node)) {
    const isPrefixed = written.includes(":") && host.names.namespaceOf(name) !== XMLNS_NAMESPACE;
    if (isPrefixed) satisfy(known, place, needOf(host, name, written));
  }
}

function needOf<Node>(host: NamespaceHost<Node>, name: NameId, written: string): Need {
  const namespace = host.names.namespaceOf(name);
  const prefix = written.slice(0, Math.max(0, written.indexOf(":")));
  return { prefix, namespace, isIgnorable: host.names.namespace(namespace).isIgnorable };
}

function repairClosed<Node>(known: KnownBindings<Node>, place: PlaceOf<Node>): void {
  const { host } = known;
  const source = host.source(place.node);
  const span = host.sourceNode(place.node);
  if (source === host.span && scopeAround(source, span) === scopeAbove(host, place)) return;
  for (const need of subtreeNeeds(source, span)) satisfy(known, place, need);
}

/** The scope that a part's own element stood in before anything was moved. */
function scopeAround(source: SpanTree, node: number): Scope | undefined {
  for (let at = column(source, node, PARENT); at >= 0; at = column(source, at, PARENT)) {
    const scope = source.scopes.get(at);
    if (scope !== undefined) return scope;
  }
  return undefined;
}

/** The scope a node stands in now, as far as a scope of the part's own tells it. */
function scopeAbove<Node>(host: NamespaceHost<Node>, { above }: PlaceOf<Node>): Scope | "mixed" | undefined {
  if (above === host.none) return undefined;
  if (host.isMade(above) || host.source(above) !== host.span) return "mixed";
  if (host.hasDeclarations(above) && above !== host.root) return "mixed";
  return host.span.scopes.get(host.sourceNode(above));
}

/** The prefixes that a span of a part uses and that are bound outside of it. */
function subtreeNeeds(source: SpanTree, node: number): Need[] {
  const { qualifiedNames } = source;
  const outerDepth = scopeAround(source, node)?.depth ?? 0;
  const ignorable = ignorableNamespaces(source);
  const needs = new Map<string, Need>();
  const need = (scope: Scope, prefix: string) => {
    const binding = lookUp(scope, prefix);
    if (binding === undefined || bindingDepth(scope, prefix) > outerDepth) return;
    needs.set(prefix, { prefix, namespace: binding.namespace, isIgnorable: ignorable.has(binding.namespace) });
  };
  for (const name of usedNames(source, node)) need(qualifiedNames.scopeOf(name), qualifiedNames.prefix(name));
  for (const { prefix, scope } of prefixesInValues(source, node)) need(scope, prefix);
  return [...needs.values()];
}

/** The qualified names of a subtree, declarations and attributes without a namespace apart. */
function usedNames(source: SpanTree, node: number): Set<number> {
  const { qualifiedNames, names } = source;
  const end = column(source, node, NEXT);
  const used = new Set<number>();
  for (let at = node; at < end; at += 1) {
    const name = column(source, at, NAME);
    if (name >= 0) used.add(name);
  }
  for (let at = column(source, node, ATTRIBUTES); at < column(source, end, ATTRIBUTES); at += 1) {
    const name = source.attributes[at * ATTRIBUTE_SIZE + ATTRIBUTE_NAME]!;
    const isDeclaration = names.namespaceOf(qualifiedNames.name(name)) === XMLNS_NAMESPACE;
    if (qualifiedNames.prefix(name) !== "" && !isDeclaration) used.add(name);
  }
  return used;
}

const PREFIX_LISTS: ReadonlySet<NameId> = new Set([
  MC.Ignorable,
  MC.ProcessContent,
  MC.MustUnderstand,
  MC.PreserveElements,
  MC.PreserveAttributes,
]);

/** Markup compatibility names prefixes in attribute values (ISO 29500-3, 7.2 to 7.6). */
function* prefixesInValues(source: SpanTree, node: number): Generator<{ prefix: string; scope: Scope }> {
  const { qualifiedNames } = source;
  const end = column(source, node, NEXT);
  for (let at = node; at < end; at += 1) {
    if (column(source, at, NAME) < 0) continue;
    const { from, to } = attributeRange(source, at);
    for (let attribute = from; attribute < to; attribute += 1) {
      const written = source.attributes[attribute * ATTRIBUTE_SIZE + ATTRIBUTE_NAME]!;
      const name = qualifiedNames.name(written);
      const isList = PREFIX_LISTS.has(name) || (name === PLAIN.Requires && spanName(source, at) === MC.Choice);
      if (!isList) continue;
      for (const prefix of prefixesOf(attributeValue(source, attribute)))
        yield { prefix, scope: qualifiedNames.scopeOf(written) };
    }
  }
}

function prefixesOf(list: string): string[] {
  return list
    .split(/\s+/)
    .map((entry) => entry.split(":")[0]!)
    .filter((prefix) => prefix !== "");
}

/** The namespaces that a part's root tells readers to ignore if they do not know them. */
function ignorableNamespaces(source: SpanTree): Set<NamespaceId> {
  const root = rootSpan(source);
  const scope = source.scopes.get(root);
  const prefixes = prefixesOf(spanAttribute(source, root, MC.Ignorable) ?? "");
  const bindings = prefixes.map((prefix) => (scope === undefined ? undefined : lookUp(scope, prefix)));
  return new Set(bindings.filter((binding) => binding !== undefined).map((binding) => binding.namespace));
}

function satisfy<Node>(known: KnownBindings<Node>, place: PlaceOf<Node>, need: Need): void {
  const { host } = known;
  const bound = known.at(place, need.prefix);
  if (bound?.namespace !== need.namespace && need.namespace !== XML_NAMESPACE) {
    const isFree = bound === undefined && need.prefix !== "";
    known.declare(isFree ? host.root : place.node, need.prefix, bindingFor(host, need.namespace));
  }
  if (need.isIgnorable) nameIgnorable(known, need);
}

/** The nearest element above or at a node that declares anything: nodes below the same one read prefixes alike. */
export function declarerOf<Node>(host: NamespaceHost<Node>, node: Node): Node {
  let at = node;
  while (at !== host.none && !declares(host, at)) at = host.parent(at);
  return at;
}

function declares<Node>(host: NamespaceHost<Node>, node: Node): boolean {
  return host.hasDeclarations(node) || (!host.isMade(node) && host.source(node).scopes.has(host.sourceNode(node)));
}

/** What a prefix means at a node: what the nearest element that binds it says. */
export function bindingAt<Node>(host: NamespaceHost<Node>, node: Node, prefix: string): Binding | undefined {
  for (let at = node; at !== host.none; at = host.parent(at)) {
    const binding = host.isElement(at) ? host.ownBinding(at, prefix) : undefined;
    if (binding !== undefined) return binding;
  }
  return prefix === "" ? { uri: "", namespace: NO_NAMESPACE } : undefined;
}

/** A namespace by its address in the dialect, transitional or strict, that the document is written in. */
function bindingFor<Node>(host: NamespaceHost<Node>, namespace: NamespaceId): Binding {
  const rootNamespace = host.names.namespaceOf(host.name(host.root));
  const rootPrefix = host.writtenName(host.root).split(":").slice(0, -1).join(":");
  const rootUri = bindingAt(host, host.root, rootPrefix)?.uri ?? "";
  const dialect = Math.max(0, host.names.namespace(rootNamespace).uris.indexOf(rootUri));
  const { uris } = host.names.namespace(namespace);
  return { uri: uris[dialect] ?? uris[0]!, namespace };
}

function nameIgnorable<Node>(known: KnownBindings<Node>, need: Need): void {
  const { host } = known;
  const { root } = host;
  const ignored = prefixesOf(host.attribute(root, MC.Ignorable) ?? "");
  if (ignored.some((prefix) => host.ownBinding(root, prefix)?.namespace === need.namespace)) return;
  const prefix = choosePrefix(host, root, need.namespace, "attribute");
  if (host.ownBinding(root, prefix) === undefined) known.declare(root, prefix, bindingFor(host, need.namespace));
  known.setIgnorable([...ignored, prefix]);
}
