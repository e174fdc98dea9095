// What differs between two documents without the format having a mark for it: the after side's stands in both views, with a notice.

import { R, W } from "../document/word-names.ts";
import type { Notice } from "../failures/failure.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { descendants } from "../revisions/markup.ts";
import type { Side } from "./content/side.ts";

/** Documents inside the document, and links to documents that it is made of. */
const FOREIGN: ReadonlySet<NameId> = new Set([W.altChunk, W.subDoc]);

export function carriedNotices({ before, after }: { readonly before: Side; readonly after: Side }): Notice[] {
  const [one, other] = [foreignContent(before), foreignContent(after)];
  const isSame = one.length === other.length && one.every((content, at) => content === other[at]);
  return isSame ? [] : [{ code: "FOREIGN_CONTENT_CARRIED", part: after.document.main }];
}

function foreignContent(side: Side): string[] {
  const { package: opened, main } = side.document;
  const tree = opened.tree(main);
  if (![...FOREIGN].some((name) => tree.mayHave(name))) return [];
  const nodes = descendants(tree, tree.root).filter((node) => FOREIGN.has(tree.name(node)));
  return nodes.map((node) => side.targetOf(main, tree.attribute(node, R.id) ?? ""));
}
