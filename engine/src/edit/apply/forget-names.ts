// What an element is called by that no other of its part may be called by: a copy of it is called otherwise, or nothing.

import { W, W14, WP } from "../../document/word-names.ts";
import { NO_NAMESPACE } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { Workspace } from "./workspace.ts";

export function forgetNames(work: Workspace, tree: Tree, node: NodeId): void {
  const name = tree.name(node);
  if (name === W.p || name === W.tr) {
    for (const id of [W14.paraId, W14.textId]) tree.setAttribute(node, id, undefined);
  } else if (name === W.sdtPr) {
    const id = tree.child(node, W.id);
    if (id !== NONE) tree.remove(id);
  } else if (name === WP.docPr) {
    tree.setAttribute(node, tree.names.nameId(NO_NAMESPACE, "id"), work.nextDrawing());
  }
}
