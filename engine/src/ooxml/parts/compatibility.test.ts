import { expect, test } from "vitest";
import { parse } from "../../../testing/xml.ts";
import { readChildren, readingOf } from "./compatibility.ts";

const MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
const NAMESPACES = `${MC} xmlns:old="u:old" xmlns:new="u:new" xmlns:odd="u:odd"`;

/** Returns the names of the elements that a reader who understands `u:old` and `u:new` finds in a root. */
function read(content: string, attributes = ""): string[] {
  const tree = parse(`<old:r ${NAMESPACES} ${attributes}>${content}</old:r>`);
  const understood = new Set(["u:old", "u:new"].map((uri) => tree.names.namespaceId(uri)));
  const children = readChildren(tree, tree.root, readingOf(tree, understood));
  return [...children].map((child) => (tree.isElement(child) ? tree.writtenName(child) : tree.text(child)));
}

const alternatives = (...branches: readonly string[]) =>
  `<mc:AlternateContent>${branches.join("")}</mc:AlternateContent>`;

test("the first choice that is understood is read, and no other", () => {
  const first = '<mc:Choice Requires="odd"><old:a/></mc:Choice>';
  const second = '<mc:Choice Requires="new old"><old:b/></mc:Choice>';
  const third = '<mc:Choice Requires="new"><old:c/></mc:Choice>';
  const fallback = "<mc:Fallback><old:d/>text</mc:Fallback>";
  expect(read(alternatives(first, second, third, fallback))).toEqual(["old:b"]);
  expect(read(alternatives(first, fallback))).toEqual(["old:d", "text"]);
  expect(read(alternatives(first))).toEqual([]);
});

test("alternatives inside alternatives follow the same rule", () => {
  const inner = alternatives('<mc:Choice Requires="odd"><old:a/></mc:Choice>', "<mc:Fallback><old:b/></mc:Fallback>");
  expect(read(alternatives(`<mc:Choice Requires="new">${inner}<old:c/></mc:Choice>`))).toEqual(["old:b", "old:c"]);
});

test("an element that the root says to ignore is ignored unless it is understood", () => {
  expect(read("<odd:a/><new:b/><old:c/>", 'mc:Ignorable="odd new"')).toEqual(["new:b", "old:c"]);
  expect(read("<odd:a/>")).toEqual(["odd:a"]);
});

test("the content of an ignored element is read where the root asks for it", () => {
  const content = "<odd:a><old:b/></odd:a><odd:c><old:d/></odd:c>";
  expect(read(content, 'mc:Ignorable="odd" mc:ProcessContent="odd:a"')).toEqual(["old:b"]);
});
