import { expect, test } from "vitest";
import { find, parse } from "../../../testing/xml.ts";
import { NamedSpans } from "./named-spans.ts";

test("an element is free of names that are neither its own nor in it", () => {
  const tree = parse("<a><b><c/></b><d>text</d><e><f/></e></a>");
  const spans = new NamedSpans(tree.span, (name) => ["c", "e"].includes(tree.names.local(name)));
  const free = ["a", "b", "c", "d", "e", "f"].filter((local) => spans.isFree(tree, find(tree, local)));
  expect(free).toEqual(["d", "f"]);
});

test("what was changed since it was read is not told to be free", () => {
  const tree = parse("<a><b><c/></b><d/></a>");
  const spans = new NamedSpans(tree.span, () => false);
  tree.remove(find(tree, "c"));
  expect(["a", "b", "d"].map((local) => spans.isFree(tree, find(tree, local)))).toEqual([false, false, true]);
});
