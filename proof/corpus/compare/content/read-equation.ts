// An equation as one line of text: its characters, with the structure around them as functions,
// `f(num(1)den(2))`. How it is set is left out; what its properties say about its signs, such as which sum it is, is
// part of it.

import { type Element, elementsIn, textOf } from "../../../reading/xml-tree.ts";

/** Properties of runs and of signs: they say how it looks. */
const LEFT_OUT: ReadonlySet<string> = new Set(["m:ctrlPr", "m:rPr", "m:argPr", "m:oMathParaPr"]);
/** What groups without meaning anything. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  "m:oMath",
  "m:r",
  "w:r",
  "w:ins",
  "w:moveTo",
  "w:sdt",
  "w:sdtContent",
]);

export function equationText(element: Element): string {
  return elementsIn(element).map(nodeText).join("");
}

function nodeText(element: Element): string {
  const { name, attributes } = element;
  if (LEFT_OUT.has(name)) return "";
  if (name === "m:t" || name === "w:t") return textOf(element);
  if (TRANSPARENT.has(name)) return equationText(element);
  // Bookmarks and the like may stand anywhere.
  if (!name.startsWith("m:")) return "";
  const value = attributes.get("m:val");
  const local = name.slice(name.indexOf(":") + 1);
  const inner = `${value === undefined ? "" : `=${value}`}${equationText(element)}`;
  return inner === "" && local.endsWith("Pr") ? "" : `${local}(${inner})`;
}
