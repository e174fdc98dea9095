// Caches what the root of a tree declares.
//
// Only the root's declarations apply to nearly all nodes that are made, copied and moved. Looking up the prefixes of each such
// node again would be most of the work of inserting it.

import { namesPrefixes, prefixesOf } from "./compatibility-values.ts";
import { MC, type NameId, type NamespaceId, NO_NAMESPACE, XML_NAMESPACE } from "./names.ts";
import { bindingAt, choosePrefix, ignorableAt, type NamespaceHost } from "./namespace-repair.ts";
import { lookUp } from "./scopes.ts";
import { rootSpan, type SpanTree, spanAttribute } from "./span-tree.ts";

/** The prefix of a new name. `isPlain` is true if such a name needs only declarations of the root. */
interface RootPrefix {
  readonly prefix: string;
  readonly isPlain: boolean;
}

/** The written name of a new attribute. `isPlain` is true if the attribute needs only declarations of the root. */
interface RootAttribute {
  readonly written: string;
  readonly isPlain: boolean;
}

export class RootDeclarations<Node> {
  readonly #host: NamespaceHost<Node>;
  /** Maps a namespace and a use to the prefix of new names. */
  readonly #prefixes = new Map<number, RootPrefix>();
  readonly #attributes = new Map<NameId, RootAttribute>();
  /** Maps a source part to the result of `hasAllOf`. */
  readonly #answers = new Map<SpanTree, boolean>();

  constructor(host: NamespaceHost<Node>) {
    this.#host = host;
  }

  /** Clears the cache. The caller calls it when the root's tag changes. */
  forget(): void {
    this.#prefixes.clear();
    this.#attributes.clear();
    this.#answers.clear();
  }

  /**
   * Returns the prefix of a new name below the root. The caller ensures that no element from the node up to the root,
   * except the root, declares prefixes.
   */
  prefixFor(namespace: NamespaceId, use: "element" | "attribute"): RootPrefix {
    const key = namespace * 2 + (use === "element" ? 0 : 1);
    const known = this.#prefixes.get(key);
    if (known !== undefined) return known;
    const host = this.#host;
    const prefix = choosePrefix(host, host.root, namespace, use);
    const isAlwaysBound = namespace === XML_NAMESPACE || (use === "attribute" && namespace === NO_NAMESPACE);
    const isBound = isAlwaysBound || bindingAt(host, host.root, prefix)?.namespace === namespace;
    const found = { prefix, isPlain: isBound && !host.names.namespace(namespace).isIgnorable };
    this.#prefixes.set(key, found);
    return found;
  }

  /**
   * Returns the written name of a new attribute of a node below the root. The caller ensures that no element from the
   * node up to the root, except the root, declares prefixes.
   */
  attribute(name: NameId): RootAttribute {
    const known = this.#attributes.get(name);
    if (known !== undefined) return known;
    const { prefix, isPlain } = this.prefixFor(this.#host.names.namespaceOf(name), "attribute");
    const local = this.#host.names.local(name);
    const written = prefix === "" ? local : `${prefix}:${local}`;
    const found = { written, isPlain: isPlain && !namesPrefixes(name, MC.Choice) };
    this.#attributes.set(name, found);
    return found;
  }

  /** True if all declarations of a part are at its root, and this root has them too. */
  hasAllOf(source: SpanTree): boolean {
    const known = this.#answers.get(source);
    if (known !== undefined) return known;
    const answer = declaresAtRoot(source) && (source === this.#host.span || this.#declaresAll(source));
    this.#answers.set(source, answer);
    return answer;
  }

  #declaresAll(source: SpanTree): boolean {
    const host = this.#host;
    const root = rootSpan(source);
    const scope = source.scopes.get(root);
    const meant = (prefix: string): NamespaceId =>
      (scope === undefined ? undefined : lookUp(scope, prefix)?.namespace) ?? NO_NAMESPACE;
    const ignorable = ignorableAt(host, host.root);
    const isTold = (namespace: NamespaceId): boolean => namespace === NO_NAMESPACE || ignorable.has(namespace);
    if (!prefixesOf(spanAttribute(source, root, MC.Ignorable)).every((prefix) => isTold(meant(prefix)))) return false;
    return ["", ...(scope?.own.keys() ?? [])].every((prefix) => {
      const namespace = meant(prefix);
      if (bindingAt(host, host.root, prefix)?.namespace !== namespace) return false;
      return !host.names.namespace(namespace).isIgnorable || isTold(namespace);
    });
  }
}

function declaresAtRoot(source: SpanTree): boolean {
  const root = rootSpan(source);
  return [...source.scopes.keys(), ...source.ignoring].every((node) => node === root);
}
