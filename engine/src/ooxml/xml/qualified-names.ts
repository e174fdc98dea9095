// Resolves each qualified name of one part once.
//
// Names repeat by the thousand. A hash table over the bytes of names finds a name that was seen before. A name is split,
// checked and resolved when it first appears in a scope. The table uses open addressing over numbers. A name that collides too
// often goes to a map of strings, because an attacker may choose names that collide. The hash of that map cannot be attacked in
// this way.

import { MC, type NameId, type Names, type NamespaceId, NO_NAMESPACE, XMLNS_NAMESPACE } from "./names.ts";
import { lookUp, type Scope } from "./scopes.ts";
import { decodeRange } from "./text.ts";

export const ELEMENT_USE = 0;
export const ATTRIBUTE_USE = 1;
/** The use of a name. An attribute without a prefix has no namespace; an element without a prefix has the default namespace. */
export type NameUse = typeof ELEMENT_USE | typeof ATTRIBUTE_USE;

/** Result for a name that was not found; no name has this number. */
export const UNKNOWN = -1;

const FIRST_SLOTS = 256;
/** Maximum number of slots that are tried for one name. */
const MOST_PROBES = 16;

/** An error in a name. The scanner adds the position. */
export class NameFault extends Error {}

export class QualifiedNames {
  readonly #bytes: Uint8Array;
  readonly #names: Names;
  #slots = new Int32Array(FIRST_SLOTS);
  /** Maps a scope, use and name to its number, for names that found no free slot. */
  readonly #crowded = new Map<string, number>();
  readonly #from: number[] = [];
  readonly #length: number[] = [];
  readonly #hash: number[] = [];
  /** Indexed by qualified name: twice the id of the scope, plus the use. */
  readonly #context: number[] = [];
  readonly #name: NameId[] = [];
  readonly #prefix: string[] = [];
  readonly #scope: Scope[] = [];
  /**
   * Indexed by qualified name: the first qualified name with the same expanded name. Two attributes of one element must not
   * have the same value here.
   */
  readonly #twin: number[] = [];
  readonly #isDeclaration: boolean[] = [];
  readonly #firstOf = new Map<NameId, number>();

  /** Scope in which names are looked up. */
  scope: Scope;

  constructor(bytes: Uint8Array, names: Names, outermost: Scope) {
    this.#bytes = bytes;
    this.#names = names;
    this.scope = outermost;
  }

  /**
   * Returns the number of the name in `bytes[from, to)`. Returns UNKNOWN if the table does not find the name for this scope and
   * use.
   */
  known(from: number, to: number, hash: number, use: NameUse): number {
    const bytes = this.#bytes;
    const context = this.scope.id * 2 + use;
    const length = to - from;
    const mask = this.#slots.length - 1;
    let slot = this.#slotOf(hash, context);
    for (let probes = 0; probes < MOST_PROBES; probes += 1) {
      const found = this.#slots[slot]! - 1;
      if (found < 0) return UNKNOWN;
      if (this.#context[found] === context && this.#length[found] === length) {
        const knownFrom = this.#from[found]!;
        let index = 0;
        while (index < length && bytes[knownFrom + index] === bytes[from + index]) index += 1;
        if (index === length) return found;
      }
      slot = (slot + 1) & mask;
    }
    return UNKNOWN;
  }

  /** Returns the number of the name in `bytes[from, to)`. Throws a NameFault if the name is invalid. */
  find(from: number, to: number, hash: number, use: NameUse): number {
    const known = this.known(from, to, hash, use);
    if (known !== UNKNOWN) return known;
    const key = `${this.scope.id * 2 + use} ${decodeRange(this.#bytes, from, to)}`;
    const crowded = this.#crowded.get(key);
    if (crowded !== undefined) return crowded;
    const added = this.#resolve({ from, length: to - from, hash, scope: this.scope, use });
    if (!this.#takeSlot(added)) this.#crowded.set(key, added);
    return added;
  }

  /** True if any qualified name of the part has this expanded name. */
  has(name: NameId): boolean {
    return this.#firstOf.has(name);
  }

  /** Expanded names, indexed by qualified name. They include names of attributes. */
  get all(): readonly NameId[] {
    return this.#name;
  }

  name(qualifiedName: number): NameId {
    return this.#name[qualifiedName]!;
  }

  prefix(qualifiedName: number): string {
    return this.#prefix[qualifiedName]!;
  }

  /** Returns the scope in which the name was resolved. */
  scopeOf(qualifiedName: number): Scope {
    return this.#scope[qualifiedName]!;
  }

  /**
   * True if an attribute with this name changes how the content below is read: it declares a namespace, or names ignorable
   * ones.
   */
  isDeclaration(qualifiedName: number): boolean {
    return this.#isDeclaration[qualifiedName]!;
  }

  twin(qualifiedName: number): number {
    return this.#twin[qualifiedName]!;
  }

  /** Returns the name as written, with its prefix. */
  written(qualifiedName: number): string {
    const from = this.#from[qualifiedName]!;
    return decodeRange(this.#bytes, from, from + this.#length[qualifiedName]!);
  }

  byteLength(qualifiedName: number): number {
    return this.#length[qualifiedName]!;
  }

  #slotOf(hash: number, context: number): number {
    return (hash ^ Math.imul(context, 0x9e3779b1)) & (this.#slots.length - 1);
  }

  /** Stores a name in a free slot. Returns false if all slots that it may use are taken. */
  #takeSlot(added: number): boolean {
    if (this.#name.length * 2 > this.#slots.length) this.#grow();
    const mask = this.#slots.length - 1;
    const first = this.#slotOf(this.#hash[added]!, this.#context[added]!);
    for (let probes = 0; probes < MOST_PROBES; probes += 1) {
      const slot = (first + probes) & mask;
      if (this.#slots[slot] !== 0) continue;
      this.#slots[slot] = added + 1;
      return true;
    }
    return false;
  }

  /**
   * Enlarges the table. A name that finds no slot in the larger table gets a second number when it appears again. That is
   * harmless.
   */
  #grow(): void {
    const filled = this.#slots.filter((slot) => slot !== 0);
    this.#slots = new Int32Array(this.#slots.length * 4);
    for (const slot of filled) this.#takeSlot(slot - 1);
  }

  #resolve(raw: RawName): number {
    const { prefix, local } = splitName(decodeRange(this.#bytes, raw.from, raw.from + raw.length));
    const name = this.#names.nameId(namespaceOf(prefix, local, raw), local);
    const added = this.#name.length;
    const twin = this.#firstOf.get(name) ?? added;
    if (twin === added) this.#firstOf.set(name, added);
    this.#from.push(raw.from);
    this.#length.push(raw.length);
    this.#hash.push(raw.hash);
    this.#context.push(raw.scope.id * 2 + raw.use);
    this.#name.push(name);
    this.#prefix.push(prefix);
    this.#scope.push(raw.scope);
    this.#twin.push(twin);
    this.#isDeclaration.push(name === MC.Ignorable || this.#names.namespaceOf(name) === XMLNS_NAMESPACE);
    return added;
  }
}

interface RawName {
  readonly from: number;
  readonly length: number;
  readonly hash: number;
  readonly scope: Scope;
  readonly use: NameUse;
}

/** Characters that a name may contain but not begin with. The scanner checks all others. */
const NOT_FIRST = /^(?:[\d.\-\u00b7\u203f\u2040]|[\u0300-\u036f])/;

function splitName(written: string): { prefix: string; local: string } {
  const colon = written.indexOf(":");
  const prefix = colon < 0 ? "" : written.slice(0, colon);
  const local = written.slice(colon + 1);
  if (colon === 0 || local === "" || local.includes(":") || NOT_FIRST.test(local))
    throw new NameFault("A name is not a qualified name");
  return { prefix, local };
}

function namespaceOf(prefix: string, local: string, { scope, use }: RawName): NamespaceId {
  if (use === ATTRIBUTE_USE && (prefix === "xmlns" || (prefix === "" && local === "xmlns"))) return XMLNS_NAMESPACE;
  if (use === ATTRIBUTE_USE && prefix === "") return NO_NAMESPACE;
  const binding = lookUp(scope, prefix);
  if (binding === undefined) throw new NameFault("A prefix is not declared");
  return binding.namespace;
}

/** Returns a name with its prefix, as written in XML. */
export function withPrefix(prefix: string, local: string): string {
  return prefix === "" ? local : `${prefix}:${local}`;
}

export function prefixOf(written: string): string {
  return written.slice(0, Math.max(0, written.indexOf(":")));
}
