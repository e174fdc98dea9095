// Writes and reads the properties that a merge record keeps for the sides of a formatting conflict (MRG-61).
//
// The record is input when it is read: only properties of Word that their owner may have are taken from it, and no
// relationships.

import { escapeValue } from "../ooxml/xml/text.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { PARAGRAPH_PROPERTY_ORDER } from "./grammar.ts";
import { W, wordNamespace } from "./word-names.ts";
import { graftSnippet } from "./xml-snippet.ts";

export const PROPERTY_OWNERS = ["runs", "mark", "paragraph"] as const;

/** The owner of competing properties: the runs of a spot, the mark of its paragraph, or the paragraph. */
export type PropertyOwner = (typeof PROPERTY_OWNERS)[number];

const RUN_PROPERTIES: ReadonlySet<string> = new Set(
  "rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish".split(
    " ",
  ),
);
const PARAGRAPH_PROPERTIES: ReadonlySet<string> = new Set(PARAGRAPH_PROPERTY_ORDER);
/** Maps a property to the elements that it may contain. */
const CONTENTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["pBdr", new Set(["top", "left", "start", "bottom", "right", "end", "between", "bar"])],
  ["tabs", new Set(["tab"])],
  ["numPr", new Set(["ilvl", "numId"])],
]);
const NOTHING: ReadonlySet<string> = new Set();

function namesFor(owner: PropertyOwner): ReadonlySet<string> {
  return owner === "paragraph" ? PARAGRAPH_PROPERTIES : RUN_PROPERTIES;
}

/** True for a property that is written. */
export type KeepProperty = (local: string, node: NodeId) => boolean;

/** Returns the markup of properties, without those that the owner may not have. */
export function writeProperties(
  { tree, node }: { readonly tree: Tree; readonly node: NodeId },
  owner: PropertyOwner,
  isKept: KeepProperty,
): string {
  return markupOf(tree, node, { names: namesFor(owner), isKept });
}

interface MarkupFilter {
  readonly names: ReadonlySet<string>;
  readonly isKept: KeepProperty;
}

function markupOf(tree: Tree, holder: NodeId, { names, isKept }: MarkupFilter): string {
  if (holder === NONE) return "";
  return tree
    .children(holder)
    .map((child) => {
      const local = wordLocal(tree, child);
      if (local === undefined || !names.has(local) || !isKept(local, child)) return "";
      const attributes = tree.attributes(child).flatMap(({ name, value }) => {
        const { names: known } = tree;
        const isWord = known.namespaceOf(name) === wordNamespace;
        return isWord ? [` w:${known.local(name)}="${escapeValue(value)}"`] : [];
      });
      const content = markupOf(tree, child, { names: CONTENTS.get(local) ?? NOTHING, isKept });
      const start = `<w:${local}${attributes.join("")}`;
      return content === "" ? `${start}/>` : `${start}>${content}</w:${local}>`;
    })
    .join("");
}

/** Returns the local name of an element of Word; undefined for any other node. */
function wordLocal(tree: Tree, node: NodeId): string | undefined {
  if (!tree.isElement(node)) return undefined;
  const name = tree.name(node);
  return tree.names.namespaceOf(name) === wordNamespace ? tree.names.local(name) : undefined;
}

/** Returns recorded properties as nodes without a parent, without everything that the owner may not have. */
export function readProperties(tree: Tree, markup: string, owner: PropertyOwner): NodeId[] {
  const holder = tree.element(owner === "paragraph" ? W.pPr : W.rPr);
  for (const node of graftSnippet(tree, markup)) tree.append(holder, node);
  const clean = markupOf(tree, holder, { names: namesFor(owner), isKept: () => true });
  return graftSnippet(tree, clean);
}
