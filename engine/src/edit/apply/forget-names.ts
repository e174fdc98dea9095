// What an element is called by that no other of its part may be called by: a copy of it is called otherwise, or nothing.

import { V, W, W14, WP } from "../../document/word-names.ts";
import { NO_NAMESPACE } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { descendants } from "../../revisions/markup.ts";
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

/** Gives the shapes in a copy names of their own; what belongs to a shape, its type or an embedded object, names it by that. */
export function renameShapes(work: Workspace, tree: Tree, block: NodeId): void {
  // policy: without any of these no shape has a name
  if (![V.shape, V.rect, V.group].some((name) => tree.mayHave(name))) return;
  const { names } = tree;
  const [id, type, user] = ["id", "type", "ShapeID"].map((local) => names.nameId(NO_NAMESPACE, local));
  const inside = descendants(tree, block);
  const shapes = inside.filter((node) => names.namespaceOf(tree.name(node)) === names.namespaceOf(V.shape));
  const renamed = new Map<string, string>();
  for (const shape of shapes) {
    const old = tree.attribute(shape, id!);
    if (old === undefined || old === "") continue;
    const own = renamed.get(old) ?? `${old}_${work.own.nextId()}`;
    renamed.set(old, own);
    tree.setAttribute(shape, id!, own);
  }
  for (const node of inside) {
    const typed = renamed.get(tree.attribute(node, type!)?.replace(/^#/, "") ?? "");
    if (typed !== undefined) tree.setAttribute(node, type!, `#${typed}`);
    const used = renamed.get(tree.attribute(node, user!) ?? "");
    if (used !== undefined) tree.setAttribute(node, user!, used);
  }
}
