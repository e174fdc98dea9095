// What a paragraph may hold that means something by the document around it: a paragraph with none of it says the same wherever it
// stands, and need not be looked into where it was looked into before.

import type { NameId, Names } from "../ooxml/xml/names.ts";
import { W, wordNamespace } from "./word-names.ts";

/** Elements that mean something by the document they stand in, or more than what stands in the paragraph. */
const DEPENDENT: ReadonlySet<NameId> = new Set([
  ...[W.hyperlink, W.drawing, W.pict, W.object, W.footnoteReference, W.endnoteReference, W.sectPr],
  ...[W.commentReference, W.commentRangeStart, W.commentRangeEnd, W.sdt, W.fldChar, W.fldSimple, W.instrText],
  ...[W.ins, W.del, W.moveFrom, W.moveTo, W.rPrChange, W.pPrChange, W.customXml, W.subDoc],
  ...[W.bookmarkStart, W.bookmarkEnd, W.permStart, W.permEnd],
]);

/** Whether an element of a name makes its paragraph depend on the document: one of the above, or none of Word's. */
export function isDependent(names: Names, name: NameId): boolean {
  return names.namespaceOf(name) !== wordNamespace || DEPENDENT.has(name);
}
