// The text of a paragraph that is nothing but text, read from the bytes: most are, and what else a paragraph may hold is not looked for.

import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { column, NAME, NEXT, PARENT, spanName, spanText } from "../../ooxml/xml/span-tree.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";

/** Elements around text, and such that show nothing. */
const SILENT: ReadonlySet<NameId> = new Set([W.p, W.r, W.t, W.proofErr, W.lastRenderedPageBreak]);
const PROPERTIES: ReadonlySet<NameId> = new Set([W.pPr, W.rPr]);

/** Undefined when something else is in it. The paragraph is as it was read, and has a fingerprint. */
export function plainText({ span }: Tree, paragraph: NodeId): string | undefined {
  let text = "";
  for (let node: number = paragraph, end = column(span, paragraph, NEXT); node < end; ) {
    if (column(span, node, NAME) < 0) {
      if (spanName(span, column(span, node, PARENT)) === W.t) text += spanText(span, node);
      node += 1;
      continue;
    }
    const name = spanName(span, node);
    if (PROPERTIES.has(name)) node = column(span, node, NEXT);
    else if (SILENT.has(name)) node += 1;
    else return undefined;
  }
  return text;
}
