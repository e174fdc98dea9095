// Reads an equation as one line of text, with its structure as functions: `f(num(1)den(2))`.
//
// Its layout is left out. Properties that define its signs, such as the kind of sum, are included.

import { type Element, elementsIn, textOf } from "../../../reading/xml-tree.ts";

/** Properties of runs and of signs that define only the layout. */
const LEFT_OUT: ReadonlySet<string> = new Set(["m:ctrlPr", "m:rPr", "m:argPr", "m:oMathParaPr"]);
/** Elements that group others without a meaning of their own. */
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
  // Bookmarks and similar elements may be anywhere.
  if (!name.startsWith("m:")) return "";
  const value = attributes.get("m:val");
  const local = name.slice(name.indexOf(":") + 1);
  const inner = `${value === undefined ? "" : `=${value}`}${equationText(element)}`;
  return inner === "" && local.endsWith("Pr") ? "" : `${local}(${inner})`;
}
