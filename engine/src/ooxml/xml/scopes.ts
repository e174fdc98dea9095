// Which prefix means which namespace, where.
//
// A scope is opened by an element that declares namespaces and holds only what that element
// declares; the rest is its parent's. Elements that declare the same thing in the same scope open
// one and the same scope, so a document with a thousand pictures has two scopes, not two thousand.

import { type Names, type NamespaceId, XML_NAMESPACE, XML_URI, XMLNS_URI } from "./names.ts";

export interface Binding {
  readonly uri: string;
  readonly namespace: NamespaceId;
}

export interface Scope {
  readonly id: number;
  readonly depth: number;
  readonly parent: Scope | undefined;
  readonly own: ReadonlyMap<string, Binding>;
}

export interface Declaration {
  readonly prefix: string;
  readonly uri: string;
}

/** Why a declaration may not stand, by the rules of "Namespaces in XML 1.0", section 3. */
export function declarationFault({ prefix, uri }: Declaration): string | undefined {
  if (prefix === "xmlns") return "The prefix xmlns is declared";
  if (uri === XMLNS_URI) return "A prefix is bound to the namespace of declarations";
  if ((prefix === "xml") !== (uri === XML_URI)) return "The prefix xml and its namespace belong together";
  return prefix !== "" && uri === "" ? "A prefix is bound to no namespace" : undefined;
}

/** Finds a binding, this scope's own first. An undeclared default is no namespace at all, and always found. */
export function lookUp(scope: Scope, prefix: string): Binding | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const binding = at.own.get(prefix);
    if (binding !== undefined) return binding;
  }
  return undefined;
}

/** The depth of the scope that binds a prefix: 0 when only the outermost does. */
export function bindingDepth(scope: Scope, prefix: string): number {
  let at: Scope | undefined = scope;
  while (at !== undefined && !at.own.has(prefix)) at = at.parent;
  return at?.depth ?? 0;
}

/** Makes the scopes of one part, each distinct one once. */
export class Scopes {
  readonly outermost: Scope;
  readonly #names: Names;
  readonly #known = new Map<string, Scope>();
  #count = 1;

  constructor(names: Names) {
    this.#names = names;
    const own = new Map<string, Binding>([
      ["", { uri: "", namespace: names.namespaceId("") }],
      ["xml", { uri: XML_URI, namespace: XML_NAMESPACE }],
    ]);
    this.outermost = { id: 0, depth: 0, parent: undefined, own };
  }

  open(parent: Scope, declarations: readonly Declaration[]): Scope {
    const key = JSON.stringify([parent.id, declarations]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const own = new Map(
      declarations.map(({ prefix, uri }) => [prefix, { uri, namespace: this.#names.namespaceId(uri) }]),
    );
    const scope: Scope = { id: this.#count, depth: parent.depth + 1, parent, own };
    this.#count += 1;
    this.#known.set(key, scope);
    return scope;
  }
}
