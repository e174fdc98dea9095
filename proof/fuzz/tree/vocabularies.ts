// Defines the namespaces of the tree target.
//
// Some have two addresses and some one; some are ignorable; some are known to the engine's Names and some occur only in
// documents. A namespace is identified by its first address, whichever address a document uses.

import { defineVocabulary, Names } from "@versus/engine/inside";
import { expandedName } from "../reading.ts";

const word = defineVocabulary({
  slot: 10,
  prefix: "w",
  uris: [
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
  ],
  locals: ["document", "p", "r", "t"],
});
const math = defineVocabulary({
  slot: 11,
  prefix: "m",
  uris: [
    "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "http://purl.oclc.org/ooxml/officeDocument/math",
  ],
  locals: ["oMath"],
});
const word2010 = defineVocabulary({
  slot: 12,
  prefix: "w14",
  uris: ["http://schemas.microsoft.com/office/word/2010/wordml"],
  isIgnorable: true,
  locals: ["paraId"],
});
const word2012 = defineVocabulary({
  slot: 13,
  prefix: "w15",
  uris: ["http://schemas.microsoft.com/office/word/2012/wordml"],
  isIgnorable: true,
  locals: [],
});
const vocabularies = [word, math, word2010, word2012];

export const WORD = word.uris[0]!;
export const COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006";
const XML = "http://www.w3.org/XML/1998/namespace";

/** The namespaces that a document may declare, each with its addresses. */
export const namespaces: readonly (readonly string[])[] = [
  ...vocabularies.map(({ uris }) => uris),
  [COMPATIBILITY],
  ["urn:a"],
  ["urn:b"],
  ["urn:c"],
];
/** The namespaces that a reader must ignore, wherever they come from. */
export const alwaysIgnorable: ReadonlySet<string> = new Set([word2010.uris[0]!, word2012.uris[0]!]);

export function fuzzNames(): Names {
  return new Names(vocabularies);
}

/** Returns the first address of a namespace, given any of its addresses. */
export function sameNamespace(uri: string): string {
  return namespaces.find((uris) => uris.includes(uri))?.[0] ?? uri;
}

export interface Name {
  readonly uri: string;
  readonly local: string;
}

const nameOf = (uri: string, local: string): Name => ({ uri, local });

export const elementNames: readonly Name[] = [
  nameOf(WORD, "p"),
  nameOf(WORD, "r"),
  nameOf(WORD, "t"),
  nameOf(math.uris[0]!, "oMath"),
  nameOf(word2010.uris[0]!, "e"),
  nameOf(word2012.uris[0]!, "e"),
  nameOf("urn:a", "x"),
  nameOf("urn:b", "x"),
  nameOf("urn:c", "y"),
  nameOf("", "x"),
];

export const attributeNames: readonly Name[] = [
  nameOf("", "val"),
  nameOf("", "id"),
  nameOf(WORD, "val"),
  nameOf(math.uris[0]!, "val"),
  nameOf(word2010.uris[0]!, "paraId"),
  nameOf(word2012.uris[0]!, "val"),
  nameOf("urn:a", "x"),
  nameOf("urn:b", "x"),
  nameOf("urn:c", "x"),
  nameOf(XML, "space"),
];

/** Returns the namespace of an expanded name. */
export function namespaceOfWords(name: string): string {
  return name.startsWith("{") ? name.slice(1, name.lastIndexOf("}")) : "";
}

export const IGNORABLE = expandedName(COMPATIBILITY, "Ignorable");
const CHOICE = expandedName(COMPATIBILITY, "Choice");
const PREFIX_LISTS: ReadonlySet<string> = new Set(
  ["Ignorable", "ProcessContent", "MustUnderstand", "PreserveElements", "PreserveAttributes"].map((local) =>
    expandedName(COMPATIBILITY, local),
  ),
);

/** True if the value of an attribute is a list of prefixes, or of names with prefixes (ISO 29500-3, 7.2 to 7.6). */
export function isPrefixList(element: string, attribute: string): boolean {
  return PREFIX_LISTS.has(attribute) || (element === CHOICE && attribute === "Requires");
}

/** Returns a list of prefixes or prefixed names with namespaces as prefixes, and `?` before an undeclared prefix. */
export function resolvePrefixes(list: string, uriOf: (prefix: string) => string | undefined): string {
  const words = list.split(/[ \t\r\n]+/).filter((word) => word !== "");
  return words
    .map((word) => {
      const [prefix = "", local = ""] = word.split(":");
      const uri = uriOf(prefix);
      return `{${uri === undefined ? `?${prefix}` : sameNamespace(uri)}}${local}`;
    })
    .join(" ");
}
