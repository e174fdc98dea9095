// Takes the binding from content controls whose text was edited: Word would fill them anew from their data when the document
// is opened, and the edits would be gone.

import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { listRevisions } from "../../revisions/list-revisions.ts";
import type { Workspace } from "./workspace.ts";

export function unbindControls(work: Workspace): void {
  for (const { tree, node } of listRevisions(work.document)) {
    if (!tree.mayHave(W.dataBinding) || !work.own.isOwn(tree, node)) continue;
    for (let at = tree.parent(node); at !== NONE; at = tree.parent(at)) {
      if (tree.name(at) === W.sdt) unbind(tree, at);
    }
  }
}

function unbind(tree: Tree, control: NodeId): void {
  const properties = tree.child(control, W.sdtPr);
  const binding = tree.child(properties, W.dataBinding);
  if (binding !== NONE) tree.remove(binding);
}
