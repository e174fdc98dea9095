// Expanded names as numbers, so that reading a tree compares integers.
//
// A name is a namespace and a local name; prefixes do not count. A namespace may have several
// addresses (transitional and strict): they are one namespace here, so both dialects read alike.
// Well-known names have fixed numbers, written down as vocabularies; all others are numbered as
// they come. Documents that are to be compared or grafted share one Names.

declare const nameBrand: unique symbol;
declare const namespaceBrand: unique symbol;
export type NameId = number & { readonly [nameBrand]: true };
export type NamespaceId = number & { readonly [namespaceBrand]: true };

/** The well-known names of one namespace. */
export interface Vocabulary<Local extends string = string> {
  readonly namespace: NamespaceId;
  /** The prefix to declare it with where a document has none. */
  readonly prefix: string;
  /** Its addresses; the transitional one first, the strict one second. */
  readonly uris: readonly string[];
  /** Whether a reader that does not know it must be told to ignore it (mc:Ignorable). */
  readonly isIgnorable: boolean;
  readonly locals: readonly Local[];
}

/** How many well-known names a namespace may have, and how many such namespaces there may be. */
const SLOT_NAMES = 1024;
const SLOTS = 64;
/** The number of the first name that no vocabulary has. */
const FIRST_MET = SLOTS * SLOT_NAMES;

export interface VocabularyDefinition<Local extends string> {
  /** A number of its own, below 64, that fixes the numbers of its names. */
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

/** The numbers of a vocabulary's names, by local name. */
export function namesOf<Local extends string>(vocabulary: Vocabulary<Local>): { readonly [L in Local]: NameId } {
  const entries = vocabulary.locals.map((local, index) => [local, staticName(vocabulary, index)]);
  return Object.fromEntries(entries) as { readonly [L in Local]: NameId };
}

function staticName(vocabulary: Vocabulary, index: number): NameId {
  return (vocabulary.namespace * SLOT_NAMES + index) as NameId;
}

/** What is written without a prefix in attributes: no namespace at all. */
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

/** The numbers that vocabularies fix; it never changes, so many Names can share it. */
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
  /** Those that no vocabulary has, in the order they were met. */
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

  /** The number of a name given by its address. */
  of(uri: string, local: string): NameId {
    return this.nameId(this.namespaceId(uri), local);
  }

  local(name: NameId): string {
    return this.#name(name).local;
  }

  namespaceOf(name: NameId): NamespaceId {
    return this.#name(name).namespace;
  }

  namespace(id: NamespaceId): Namespace {
    return id < SLOTS ? this.#seed.namespaces.get(id)! : this.#namespaces[id - SLOTS]!;
  }

  #name(id: NameId): ExpandedName {
    return id < FIRST_MET ? this.#seed.names.get(id)! : this.#names[id - FIRST_MET]!;
  }
}
