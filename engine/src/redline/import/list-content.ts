// Writes the content of a list definition as a string that is the same for equal definitions.
//
// The definitions may be in different documents. The string leaves out whatever distinguishes definitions without a
// meaning for readers: ids, template codes, traces of editing, and the numbering style. The caller names styles,
// picture bullets and relationships, so that the same thing has the same name on both sides.

import { isOnValue } from "../../document/values.ts";
import { R, W } from "../../document/word-names.ts";
import { type NameId, XMLNS_NAMESPACE } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";

/** Names that are the same on both sides. */
export interface ListNaming {
  style(id: string): string;
  bullet(id: string): string;
  relationship(id: string): string;
}

// policy: ids and links of a definition, which do not change its look
const LEFT_OUT: ReadonlySet<NameId> = new Set([W.nsid, W.tmpl, W.styleLink, W.numStyleLink, W.abstractNumId]);
const LEFT_OUT_ATTRIBUTES: ReadonlySet<string> = new Set([
  "abstractNumId",
  "numId",
  "numPicBulletId",
  "tplc",
  "tentative",
  "durableId",
]);

/** Returns an abstractNum, a num or a picture bullet as a string. */
export function listContent(tree: Tree, node: NodeId, naming: ListNaming): string {
  const name = tree.name(node);
  const content: string[] = [];
  for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
    const text = tree.isElement(child) ? "" : tree.text(child).trim();
    if (text !== "") content.push(text);
    else if (tree.isElement(child) && !LEFT_OUT.has(tree.name(child))) content.push(listContent(tree, child, naming));
  }
  return `<${name} ${attributesOf(tree, node, naming)}>${content.join("")}</>`;
}

function attributesOf(tree: Tree, node: NodeId, naming: ListNaming): string {
  const { names } = tree;
  const kept = tree.attributes(node).filter(({ name, value }) => {
    const local = names.local(name);
    const isDeclaration = names.namespaceOf(name) === XMLNS_NAMESPACE;
    const isSaid = !LEFT_OUT_ATTRIBUTES.has(local) && !local.startsWith("rsid") && !isDefault(local, value);
    return !isDeclaration && isSaid;
  });
  const said = kept.map(({ name, value }) => {
    const isReference = names.namespaceOf(name) === names.namespaceOf(R.id);
    const meant = isReference ? naming.relationship(value) : meaning(tree.name(node), value, naming);
    return `${name}=${JSON.stringify(meant)}`;
  });
  return said.sort().join(" ");
}

/** True for a default value that newer programs write explicitly. */
function isDefault(attribute: string, value: string): boolean {
  return attribute === "restartNumberingAfterBreak" && !isOnValue(value);
}

function meaning(name: NameId, value: string, naming: ListNaming): string {
  if (name === W.pStyle) return naming.style(value);
  return name === W.lvlPicBulletId ? naming.bullet(value) : value;
}
