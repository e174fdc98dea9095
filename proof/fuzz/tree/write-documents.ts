// Writes the documents that the tree target changes: like Word's, with prefixes that clash.
//
// The same namespace has different prefixes in different documents and positions, and the same prefix has different
// meanings. The default namespace is used and shadowed. Strict and transitional addresses are mixed, and markup
// compatibility names prefixes in values. A document is a root and blocks. Each block depends on the root alone, so
// that shrinking can remove blocks.

import type { Random } from "../../runner/random.ts";
import { COMPATIBILITY, namespaces, sameNamespace, WORD } from "./vocabularies.ts";

export interface WrittenDocument {
  readonly head: string;
  readonly blocks: readonly string[];
  readonly tail: string;
}

export function documentText({ head, blocks, tail }: WrittenDocument): string {
  return `${head}${blocks.join("")}${tail}`;
}

/** Share of the documents whose root is in no namespace and declares none. */
const BARE_SHARE = 0.08;

type Scope = ReadonlyMap<string, string>;

/** Few prefixes, so that they clash. The engine itself would choose `ns0` and `ns1` for an unknown namespace. */
const PREFIXES = ["w", "p", "q", "m", "w14", "w15", "ns0", "ns1", "mc", ""];
const LOCALS = ["p", "r", "t", "x", "y", "oMath", "e"];
const TEXTS = ["x", "two words", "&amp;&lt;", "é😀", "&#13;", " ", "\n", "<![CDATA[<c>]]>", "]]&gt;", "a\r\nb"];
const MARKUP = ["<!-- note -->", "<?mso x?>", "<!---->"];

export function writeDocument(random: Random): WrittenDocument {
  const dialect = random.below(2);
  const scope = rootScope(random, dialect);
  const writer = new BlockWriter(random, dialect);
  const prolog = random.pick(["", '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n', "<!-- before -->"]);
  const declarations = [...scope].map(([prefix, uri]) => ` ${declaration(prefix, uri)}`).join("");
  const name = qualified(writer.prefixOf(scope, WORD) ?? "", "document");
  const attributes = declarations + writer.compatibility(scope);
  const blocks = random.list(random.between({ least: 1, most: 4 }), () => writer.block(scope));
  const tail = `</${name}>${random.pick(["", "\n", "<!-- after -->"])}`;
  return { head: `${prolog}<${name}${attributes}>`, blocks, tail };
}

/** Returns the bindings of the root: the Word namespace and a random choice of the others, or none at all. */
function rootScope(random: Random, dialect: number): Scope {
  const scope = new Map<string, string>();
  if (random.chance(BARE_SHARE)) return scope;
  for (const uris of namespaces) {
    const isBound = uris[0] === WORD || random.chance(0.45);
    if (!isBound) continue;
    const free = PREFIXES.filter((prefix) => !scope.has(prefix));
    const usual = uris[0] === WORD ? "w" : uris[0] === COMPATIBILITY ? "mc" : random.pick(free);
    const prefix = random.chance(0.5) && free.includes(usual) ? usual : random.pick(free);
    scope.set(prefix, uris[dialect] ?? uris[0]!);
    if (prefix !== "" && random.chance(0.1)) scope.set(`${prefix}2`, uris[0]!);
  }
  return scope;
}

function declaration(prefix: string, uri: string): string {
  return `${prefix === "" ? "xmlns" : `xmlns:${prefix}`}="${uri}"`;
}

function qualified(prefix: string, local: string): string {
  return prefix === "" ? local : `${prefix}:${local}`;
}

class BlockWriter {
  readonly #random: Random;
  readonly #dialect: number;

  constructor(random: Random, dialect: number) {
    this.#random = random;
    this.#dialect = dialect;
  }

  /** Returns a random prefix among those bound to a namespace. */
  prefixOf(scope: Scope, namespace: string): string | undefined {
    const fitting = [...scope].filter(([, uri]) => sameNamespace(uri) === namespace).map(([prefix]) => prefix);
    return fitting.length === 0 ? undefined : this.#random.pick(fitting);
  }

  /** Returns the root's own attributes of markup compatibility. */
  compatibility(scope: Scope): string {
    const prefix = this.#attributePrefix(scope, COMPATIBILITY);
    const foreign = [...scope].filter(
      ([bound, uri]) => bound !== "" && ![WORD, COMPATIBILITY].includes(sameNamespace(uri)),
    );
    if (prefix === undefined || foreign.length === 0 || this.#random.chance(0.3)) return "";
    const some = foreign.map(([bound]) => bound).filter(() => this.#random.chance(0.6));
    const ignorable = some.length === 0 ? "" : ` ${prefix}:Ignorable="${some.join(" ")}"`;
    const processed = some.length === 0 || this.#random.chance(0.8) ? "" : ` ${prefix}:ProcessContent="${some[0]}:x"`;
    return ignorable + processed;
  }

  block(scope: Scope): string {
    if (this.#random.chance(0.15)) return this.#random.pick([...MARKUP, "\n", " "]);
    return this.#random.chance(0.25) ? this.#alternatives(scope) : this.#element(scope, 0);
  }

  #element(outer: Scope, depth: number): string {
    const random = this.#random;
    const declared = new Map<string, string>();
    if (random.chance(0.2)) declared.set(random.pick(PREFIXES), this.#address(random.pick(namespaces)));
    if (outer.get("") !== undefined && random.chance(0.05)) declared.set("", "");
    const scope = new Map([...outer, ...declared]);
    const namespace = random.chance(0.5) ? WORD : random.chance(0.1) ? "" : random.pick(namespaces)[0]!;
    const prefix = this.#bind(scope, declared, namespace);
    const attributes = this.#attributes(scope);
    const head = `${qualified(prefix, random.pick(LOCALS))}`;
    const declarations = [...declared].map(([bound, uri]) => ` ${declaration(bound, uri)}`).join("");
    const content = depth > 1 ? "" : this.#content(scope, depth);
    const isShort = content === "" && random.chance(0.6);
    return isShort
      ? `<${head}${declarations}${attributes}${random.pick(["", " "])}/>`
      : `<${head}${declarations}${attributes}>${content}</${head}>`;
  }

  /** Returns a prefix for a namespace and declares it here if it is not bound. Changes `scope` and `declared`. */
  #bind(scope: Map<string, string>, declared: Map<string, string>, namespace: string): string {
    if (namespace === "") {
      if ((scope.get("") ?? "") !== "") declared.set("", "");
      if (declared.has("")) scope.set("", "");
      return "";
    }
    const bound = this.prefixOf(scope, namespace);
    if (bound !== undefined) return bound;
    const free = PREFIXES.filter((prefix) => !declared.has(prefix));
    const prefix = this.#random.pick(free);
    const uri = this.#address(namespaces.find(([first]) => first === namespace)!);
    declared.set(prefix, uri);
    scope.set(prefix, uri);
    return prefix;
  }

  #address(uris: readonly string[]): string {
    return (this.#random.chance(0.9) ? uris[this.#dialect] : undefined) ?? uris[0]!;
  }

  #attributePrefix(scope: Scope, namespace: string): string | undefined {
    return this.prefixOf(new Map([...scope].filter(([prefix]) => prefix !== "")), namespace);
  }

  /** Returns attributes, no two with the same expanded name. */
  #attributes(scope: Scope): string {
    const random = this.#random;
    const written = new Map<string, string>();
    for (let count = random.below(3); count > 0; count -= 1) {
      const namespace = random.chance(0.4) ? "" : sameNamespace(random.pick([...scope.values()]));
      const prefix = namespace === "" ? "" : this.#attributePrefix(scope, namespace);
      if (prefix === undefined || namespace === COMPATIBILITY) continue;
      const local = random.pick(["val", "x", "paraId"]);
      const value = random.pick(["", "1", "a b", "&quot;&lt;&#10;", "é"]);
      written.set(`${namespace} ${local}`, ` ${qualified(prefix, local)}="${value}"`);
    }
    return [...written.values()].join("");
  }

  #content(scope: Scope, depth: number): string {
    const random = this.#random;
    const piece = () => {
      const kind = random.below(10);
      if (kind < 4) return random.pick(TEXTS);
      if (kind === 4) return random.pick(MARKUP);
      return kind === 5 ? this.#alternatives(scope) : this.#element(scope, depth + 1);
    };
    return random.list(random.below(3), piece).join("");
  }

  #alternatives(outer: Scope): string {
    const random = this.#random;
    const declared = new Map<string, string>();
    const scope = new Map(outer);
    const prefix = this.#bind(scope, declared, COMPATIBILITY);
    const declarations = [...declared].map(([bound, uri]) => ` ${declaration(bound, uri)}`).join("");
    const foreign = [...scope.keys()].filter((bound) => bound !== "");
    const required = foreign.length === 0 ? "" : random.pick(foreign);
    const inside = (local: string, attributes: string) =>
      `<${qualified(prefix, local)}${attributes}>${this.#element(scope, 1)}</${qualified(prefix, local)}>`;
    const branches = `${inside("Choice", ` Requires="${required}"`)}${random.chance(0.5) ? inside("Fallback", "") : ""}`;
    return `<${qualified(prefix, "AlternateContent")}${declarations}>${branches}</${qualified(prefix, "AlternateContent")}>`;
  }
}
