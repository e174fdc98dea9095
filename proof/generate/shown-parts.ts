// Returns the main part and the headers and footers that some section shows.

import { W, type WordDocument } from "@versus/engine/inside";
import { relationshipName, walk } from "./markup.ts";

export function shownParts({ package: opened, main }: WordDocument): Set<string> {
  const tree = opened.tree(main);
  const id = relationshipName(tree.names, "id");
  const shown = new Set([main]);
  const targets = new Map(opened.relationships(main).map((related) => [related.id, related.part]));
  if (!tree.mayHave(W.headerReference) && !tree.mayHave(W.footerReference)) return shown;
  for (const node of walk(tree, tree.root)) {
    const isReference = tree.name(node) === W.headerReference || tree.name(node) === W.footerReference;
    const part = isReference ? targets.get(tree.attribute(node, id) ?? "") : undefined;
    if (part !== undefined) shown.add(part);
  }
  return shown;
}
