import { expect, test } from "vitest";
import { freeName, relationshipsPartOf, resolveTarget, targetOf } from "./part-names.ts";

test.each([
  ["word/document.xml", "header1.xml", "word/header1.xml"],
  ["word/document.xml", "/word/header1.xml", "word/header1.xml"],
  ["word/document.xml", "../customXml/item1.xml", "customXml/item1.xml"],
  ["word/document.xml", "media\\image1.png", "word/media/image1.png"],
  ["word/document.xml", "./a//b.xml#fragment", "word/a/b.xml"],
  ["", "word/document.xml", "word/document.xml"],
  ["word/document.xml", "../../etc/passwd", undefined],
  ["word/document.xml", "#bookmark", undefined],
  ["word/document.xml", "http://example.com/", undefined],
  ["word/document.xml", "javascript:alert(1)", undefined],
])("from %s the target %s is %s", (source, target, part) => {
  expect(resolveTarget(source, target)).toBe(part);
});

test.each([
  ["word/document.xml", "word/header1.xml", "header1.xml"],
  ["word/document.xml", "word/media/a.png", "media/a.png"],
  ["word/document.xml", "customXml/item1.xml", "../customXml/item1.xml"],
  ["", "word/document.xml", "word/document.xml"],
])("%s names %s as %s", (source, part, target) => {
  expect(targetOf(source, part)).toBe(target);
  expect(resolveTarget(source, target)).toBe(part);
});

test("relationships lie in a folder beside their source", () => {
  expect(relationshipsPartOf("word/document.xml")).toBe("word/_rels/document.xml.rels");
  expect(relationshipsPartOf("")).toBe("_rels/.rels");
});

test("the first free number is taken", () => {
  expect(freeName("a*.xml", (name) => name === "a1.xml" || name === "a2.xml")).toBe("a3.xml");
});
