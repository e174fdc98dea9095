// Writes markup as text that is the same for equal markup: names, sorted attributes, characters.

import type { NameId } from "../../ooxml/xml/names.ts";
import { type Attribute, NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";

/** Which elements and attributes the text contains. */
export interface MarkupRules {
  leavesOut(element: NameId): boolean;
  /** Returns the value of an attribute, or undefined to leave it out. It is not called for namespace declarations. */
  valueOf(attribute: Attribute): string | undefined;
}

export function markupText(tree: Tree, node: NodeId, rules: MarkupRules): string {
  if (!tree.isElement(node)) return tree.text(node);
  const name = tree.name(node);
  if (rules.leavesOut(name)) return "";
  const attributes = tree.attributes(node).flatMap((attribute) => {
    const value = attribute.written.startsWith("xmlns") ? undefined : rules.valueOf(attribute);
    return value === undefined ? [] : [`${attribute.name}=${value}`];
  });
  const content: string[] = [];
  let hasElements = false;
  for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
    hasElements ||= tree.isElement(child);
    content.push(markupText(tree, child, rules));
  }
  // White space between elements is layout of the file.
  const shown = hasElements ? content.filter((text) => text.trim() !== "") : content;
  return `<${name} ${attributes.sort().join(" ")}>${shown.join("")}</>`;
}
