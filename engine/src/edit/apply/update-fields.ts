// Asks whoever opens the document to compute fields anew: by a flag of each field, and by a setting. Neither is tracked.

import { partOfKind } from "../../document/made-parts.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { W } from "../../document/word-names.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type Tree } from "../../ooxml/xml/tree.ts";

/** Marks every field of a part, those in text boxes too. */
export function markFields(tree: Tree): void {
  for (const node of elementsNamed(tree, FIELDS)) {
    const isBegin = tree.attribute(node, W.fldCharType) === "begin";
    if (isBegin || tree.name(node) === W.fldSimple) tree.setAttribute(node, W.dirty, "true");
  }
}

const FIELDS: ReadonlySet<NameId> = new Set([W.fldChar, W.fldSimple]);

/** The settings that stand behind w:updateFields (ISO 29500-1, A.1). */
const BEHIND: ReadonlySet<string> = new Set(
  "hdrShapeDefaults footnotePr endnotePr compat docVars rsids mathPr attachedSchema themeFontLang clrSchemeMapping doNotIncludeSubdocsInStats doNotAutoCompressPictures forceUpgrade captions readModeInkLockDown smartTagType schemaLibrary shapeDefaults doNotEmbedSmartTags decimalSymbol listSeparator".split(
    " ",
  ),
);

/** Has all fields computed when the document is opened. */
export function updateOnOpen(document: WordDocument): void {
  const tree = document.package.tree(partOfKind(document, "settings"));
  const { root, names } = tree;
  const present = tree.child(root, W.updateFields);
  if (present !== NONE) {
    tree.setAttribute(present, W.val, "true");
    return;
  }
  const next = tree.children(root).find((node) => tree.isElement(node) && isBehind(names.local(tree.name(node))));
  tree.insertBefore(root, tree.element(W.updateFields, [[W.val, "true"]]), next ?? NONE);
}

/** What later versions of Word added stands behind all. */
function isBehind(local: string): boolean {
  return BEHIND.has(local) || ["docId", "conflictMode", "chartTrackingRefBased"].includes(local);
}
