// Reads documents with the engine and with libxml2 so that both give the same lines.
//
// Each namespace is written as its first address, prefixes in values as their namespaces. The root's `mc:Ignorable` is
// returned separately.

import type { NodeId, Tree } from "@versus/engine/inside";
import { ParseOption, type XmlElement } from "libxml2-wasm";
import { nameInWords, readTree } from "../engine-reading.ts";
import type { Libxml2Options } from "../libxml2-reading.ts";
import { expandedName } from "../reading.ts";
import { COMPATIBILITY, IGNORABLE, isPrefixList, resolvePrefixes, sameNamespace } from "./vocabularies.ts";

/** The lines of a document, and the namespaces that its root names as ignorable. */
export interface TreeReading {
  readonly lines: readonly string[];
  readonly ignorable: readonly string[];
}

export function readAlike(tree: Tree): TreeReading {
  const lines = readTree(tree, (node, name, value) => {
    if (node === tree.root && name === IGNORABLE) return undefined;
    const isList = isPrefixList(nameInWords(tree.names, tree.name(node)), name);
    return isList ? resolvePrefixes(value, (prefix) => uriAt(tree, node, prefix)) : value;
  });
  return { lines, ignorable: rootIgnorable(tree) };
}

/** Returns the namespaces that the root names as ignorable. */
export function rootIgnorable(tree: Tree): string[] {
  const list = tree.attribute(tree.root, tree.names.of(COMPATIBILITY, "Ignorable")) ?? "";
  return namespacesOf(resolvePrefixes(list, (prefix) => uriAt(tree, tree.root, prefix)));
}

function uriAt(tree: Tree, node: NodeId, prefix: string): string | undefined {
  return tree.bindingOf(node, prefix)?.uri;
}

/**
 * Returns the options for reading with libxml2. If `root` is given, the root's `mc:Ignorable` is stored there and left
 * out of the lines.
 */
export function libxml2Options(root?: { ignorable: readonly string[] }): Libxml2Options {
  const uriOf = (element: XmlElement) => (prefix: string) => element.namespaceForPrefix(prefix) ?? undefined;
  return {
    option: ParseOption.XML_PARSE_HUGE,
    readUri: sameNamespace,
    readValue: (element, name, value) => {
      if (!isPrefixList(expandedName(sameNamespace(element.namespaceUri), element.name), name)) return value;
      const resolved = resolvePrefixes(value, uriOf(element));
      if (root === undefined || element.parent !== null || name !== IGNORABLE) return resolved;
      root.ignorable = namespacesOf(resolved);
      return undefined;
    },
  };
}

function namespacesOf(resolved: string): string[] {
  return [...resolved.matchAll(/\{([^}]*)\}/g)].map(([, uri]) => uri!);
}
