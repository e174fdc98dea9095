// Describes what a form field shows, for mode `visible` (FMT-46).
//
// A check box is its state and its size, a list its entries and the chosen one. The text of a text field is its result.
// Names, help texts, macros and limits of the input do not show.

import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { childValue, isOn, wholeNumber } from "../values.ts";
import { W } from "../word-names.ts";

/** Returns one string, equal for form fields that look the same. `form` is the w:ffData. */
export function formLook(tree: Tree, form: NodeId): string {
  const [box, list] = [tree.child(form, W.checkBox), tree.child(form, W.ddList)];
  if (box !== NONE) {
    const state = tree.child(box, W.checked) === NONE ? W.default : W.checked;
    return `box ${isOn(tree, box, state)} ${childValue(tree, box, W.size) ?? "auto"}`;
  }
  if (list === NONE) return "text";
  const entries = tree.children(list).filter((child) => tree.name(child) === W.listEntry);
  const chosen = childValue(tree, list, W.result) ?? childValue(tree, list, W.default);
  return `list ${wholeNumber(chosen) ?? 0} ${entries.map((entry) => tree.attribute(entry, W.val)).join("\n")}`;
}
