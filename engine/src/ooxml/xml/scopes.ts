// Finds the namespace that a prefix is bound to in a scope.
//
// An element that declares namespaces opens a scope. The scope holds only these declarations; all others come from its parent.
// Elements with the same declarations in the same scope open the same scope. A document with a thousand pictures therefore has
// two scopes, not two thousand.

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

/** Returns the reason why "Namespaces in XML 1.0", section 3, forbids a declaration; undefined if it is allowed. */
export function declarationFault({ prefix, uri }: Declaration): string | undefined {
  if (prefix === "xmlns") return "The prefix xmlns is declared";
  if (uri === XMLNS_URI) return "A prefix is bound to the namespace of declarations";
  if ((prefix === "xml") !== (uri === XML_URI)) return "The prefix xml and its namespace belong together";
  return prefix !== "" && uri === "" ? "A prefix is bound to no namespace" : undefined;
}

/** Returns the innermost binding of a prefix. The empty prefix is always found: without a declaration it means no namespace. */
export function lookUp(scope: Scope, prefix: string): Binding | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const binding = at.own.get(prefix);
    if (binding !== undefined) return binding;
  }
  return undefined;
}

/** Returns the depth of the scope that binds a prefix; 0 if only the outermost scope does, or none. */
export function bindingDepth(scope: Scope, prefix: string): number {
  let at: Scope | undefined = scope;
  while (at !== undefined && !at.own.has(prefix)) at = at.parent;
  return at?.depth ?? 0;
}

/** Makes the scopes of one part, one object for each distinct scope. */
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
