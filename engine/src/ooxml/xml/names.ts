// Numbers expanded names, so that reading a tree compares integers.
//
// A name is a namespace and a local name; prefixes do not count. A namespace may have several URIs (transitional and strict),
// which count as one namespace, so both dialects read the same. Vocabularies give fixed numbers to well-known names. All other
// names are numbered in the order in which they appear. Documents that are compared, or that exchange nodes, share one Names.

declare const nameBrand: unique symbol;
declare const namespaceBrand: unique symbol;
export type NameId = number & { readonly [nameBrand]: true };
export type NamespaceId = number & { readonly [namespaceBrand]: true };

/** The well-known names of one namespace. */
export interface Vocabulary<Local extends string = string> {
  readonly namespace: NamespaceId;
  /** Prefix for the declaration if a document has none. */
  readonly prefix: string;
  /** URIs of the namespace: the transitional one first, the strict one second. */
  readonly uris: readonly string[];
  /** True if mc:Ignorable must name the namespace, for readers that do not know it. */
  readonly isIgnorable: boolean;
  readonly locals: readonly Local[];
}

/** Maximum number of well-known names of a namespace, and of namespaces with well-known names. */
const SLOT_NAMES = 1024;
const SLOTS = 64;
/** Number of the first name that belongs to no vocabulary. */
const FIRST_MET = SLOTS * SLOT_NAMES;

export interface VocabularyDefinition<Local extends string> {
  /** Unique number below 64 that fixes the numbers of the vocabulary's names. */
  readonly slot: number;
  readonly prefix: string;
  readonly uris: readonly string[];
  readonly isIgnorable?: boolean;
  readonly locals: readonly Local[];
}

export function defineVocabulary<const Local extends string>(
  definition: VocabularyDefinition<Local>,
): Vocabulary<Local> {
  const { slot, isIgnorable = false, ...rest } = definition;
  return { ...rest, isIgnorable, namespace: slot as NamespaceId };
}

/** Returns the numbers of a vocabulary's names, by local name. */
export function namesOf<Local extends string>(vocabulary: Vocabulary<Local>): { readonly [L in Local]: NameId } {
  const entries = vocabulary.locals.map((local, index) => [local, staticName(vocabulary, index)]);
  return Object.fromEntries(entries) as { readonly [L in Local]: NameId };
}

function staticName(vocabulary: Vocabulary, index: number): NameId {
  return (vocabulary.namespace * SLOT_NAMES + index) as NameId;
}

/** Names of attributes without a prefix, which have no namespace. */
const plain = defineVocabulary({
  slot: 0,
  prefix: "",
  uris: [""],
  locals: ["Id", "Type", "Target", "TargetMode", "Extension", "ContentType", "PartName", "Requires"],
});
export const XML_URI = "http://www.w3.org/XML/1998/namespace";
const xml = defineVocabulary({ slot: 1, prefix: "xml", uris: [XML_URI], locals: ["space", "lang", "id", "base"] });
export const XMLNS_URI = "http://www.w3.org/2000/xmlns/";
const xmlns = defineVocabulary({ slot: 2, prefix: "xmlns", uris: [XMLNS_URI], locals: ["xmlns"] });
const compatibility = defineVocabulary({
  slot: 3,
  prefix: "mc",
  uris: ["http://schemas.openxmlformats.org/markup-compatibility/2006"],
  locals: [
    "AlternateContent",
    "Choice",
    "Fallback",
    "Ignorable",
    "ProcessContent",
    "MustUnderstand",
    "PreserveElements",
    "PreserveAttributes",
  ],
});

export const NO_NAMESPACE = plain.namespace;
export const XML_NAMESPACE = xml.namespace;
export const XMLNS_NAMESPACE = xmlns.namespace;
export const PLAIN = namesOf(plain);
export const XML = namesOf(xml);
export const MC = namesOf(compatibility);

const BUILT_IN: readonly Vocabulary[] = [plain, xml, xmlns, compatibility];

interface Namespace {
  readonly prefix: string;
  readonly uris: readonly string[];
  readonly isIgnorable: boolean;
}

interface ExpandedName {
  readonly namespace: NamespaceId;
  readonly local: string;
}

/** The numbers that vocabularies fix. A seed never changes, so several Names can share it. */
export interface NameSeed {
  readonly namespaceIds: ReadonlyMap<string, NamespaceId>;
  readonly namespaces: ReadonlyMap<NamespaceId, Namespace>;
  readonly nameIds: ReadonlyMap<string, NameId>;
  readonly names: ReadonlyMap<NameId, ExpandedName>;
}

export function seedNames(vocabularies: readonly Vocabulary[]): NameSeed {
  const all = [...BUILT_IN, ...vocabularies];
  const named = all.flatMap((vocabulary) =>
    vocabulary.locals.map((local, index) => ({
      id: staticName(vocabulary, index),
      local,
      namespace: vocabulary.namespace,
    })),
  );
  return {
    namespaceIds: new Map(all.flatMap(({ uris, namespace }) => uris.map((uri) => [uri, namespace] as const))),
    namespaces: new Map(all.map((vocabulary) => [vocabulary.namespace, vocabulary])),
    nameIds: new Map(named.map(({ id, local, namespace }) => [`${namespace} ${local}`, id])),
    names: new Map(named.map(({ id, local, namespace }) => [id, { namespace, local }])),
  };
}

export class Names {
  readonly #seed: NameSeed;
  readonly #namespaceIds = new Map<string, NamespaceId>();
  /** Namespaces that belong to no vocabulary, in the order in which they appeared. */
  readonly #namespaces: Namespace[] = [];
  readonly #nameIds = new Map<string, NameId>();
  readonly #names: ExpandedName[] = [];

  constructor(vocabularies: readonly Vocabulary[] = [], seed: NameSeed = seedNames(vocabularies)) {
    this.#seed = seed;
  }

  namespaceId(uri: string): NamespaceId {
    const known = this.#seed.namespaceIds.get(uri) ?? this.#namespaceIds.get(uri);
    if (known !== undefined) return known;
    const id = (SLOTS + this.#namespaces.length) as NamespaceId;
    this.#namespaces.push({ prefix: `ns${id - SLOTS}`, uris: [uri], isIgnorable: false });
    this.#namespaceIds.set(uri, id);
    return id;
  }

  nameId(namespace: NamespaceId, local: string): NameId {
    const key = `${namespace} ${local}`;
    const known = this.#seed.nameIds.get(key) ?? this.#nameIds.get(key);
    if (known !== undefined) return known;
    const id = (FIRST_MET + this.#names.length) as NameId;
    this.#names.push({ namespace, local });
    this.#nameIds.set(key, id);
    return id;
  }

  /** Returns the number of a name with the given namespace URI. */
  of(uri: string, local: string): NameId {
    return this.nameId(this.namespaceId(uri), local);
  }

  local(name: NameId): string {
    return this.#name(name).local;
  }

  namespaceOf(name: NameId): NamespaceId {
    return this.#name(name).namespace;
  }

  /** True if a vocabulary has the namespace of this name. */
  isWellKnown(name: NameId): boolean {
    return this.namespaceOf(name) < SLOTS;
  }

  namespace(id: NamespaceId): Namespace {
    return id < SLOTS ? this.#seed.namespaces.get(id)! : this.#namespaces[id - SLOTS]!;
  }

  #name(id: NameId): ExpandedName {
    return id < FIRST_MET ? this.#seed.names.get(id)! : this.#names[id - FIRST_MET]!;
  }
}
