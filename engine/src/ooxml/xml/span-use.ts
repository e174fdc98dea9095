// Finds the prefixes that a span uses but does not declare.

import { namesPrefixes, prefixesOf } from "./compatibility-values.ts";
import { type NamespaceId, XMLNS_NAMESPACE } from "./names.ts";
import { bindingDepth, lookUp, type Scope } from "./scopes.ts";
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
  type SpanTree,
  spanName,
} from "./span-tree.ts";

export interface SpanUse {
  /** Maps a prefix that the span uses, but that is bound outside, to its namespace. */
  readonly needs: ReadonlyMap<string, NamespaceId>;
  /** All namespaces that the span uses, bound inside or outside. */
  readonly namespaces: ReadonlySet<NamespaceId>;
}

export function spanUse(source: SpanTree, node: number): SpanUse {
  const { qualifiedNames } = source;
  const outerDepth = scopeAround(source, node)?.depth ?? 0;
  const needs = new Map<string, NamespaceId>();
  const namespaces = new Set<NamespaceId>();
  const use = (scope: Scope, prefix: string) => {
    const binding = lookUp(scope, prefix);
    if (binding === undefined) return;
    namespaces.add(binding.namespace);
    if (bindingDepth(scope, prefix) <= outerDepth) needs.set(prefix, binding.namespace);
  };
  for (const name of usedNames(source, node)) use(qualifiedNames.scopeOf(name), qualifiedNames.prefix(name));
  for (const { prefix, scope } of prefixesInValues(source, node)) use(scope, prefix);
  return { needs, namespaces };
}

/** Returns the scope around a span; undefined if no element around it declares prefixes. */
export function scopeAround(source: SpanTree, node: number): Scope | undefined {
  for (let at = column(source, node, PARENT); at >= 0; at = column(source, at, PARENT)) {
    const scope = source.scopes.get(at);
    if (scope !== undefined) return scope;
  }
  return undefined;
}

/** Returns the qualified names of a subtree, except declarations and attributes without a namespace. */
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

function* prefixesInValues(source: SpanTree, node: number): Generator<{ prefix: string; scope: Scope }> {
  const { qualifiedNames } = source;
  const end = column(source, node, NEXT);
  for (let at = node; at < end; at += 1) {
    if (column(source, at, NAME) < 0) continue;
    const { from, to } = attributeRange(source, at);
    for (let attribute = from; attribute < to; attribute += 1) {
      const written = source.attributes[attribute * ATTRIBUTE_SIZE + ATTRIBUTE_NAME]!;
      if (!namesPrefixes(qualifiedNames.name(written), spanName(source, at))) continue;
      const scope = qualifiedNames.scopeOf(written);
      for (const prefix of prefixesOf(attributeValue(source, attribute))) yield { prefix, scope };
    }
  }
}
