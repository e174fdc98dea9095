import { expect, test } from "vitest";
import { open, p } from "../../../testing/documents.ts";
import { PLAIN } from "../../ooxml/xml/names.ts";
import { isSeparatorNote, storiesOf } from "./stories.ts";

const kinds = (document: ReturnType<typeof open>): string =>
  storiesOf(document)
    .map(({ kind }) => kind)
    .join(" ");

test("the body first, then headers, footers, notes and comments, whatever the order of the parts", () => {
  const document = open(p("a"), {
    comments: "<w:comment/><w:comment/>",
    endnotes: "<w:endnote/>",
    footnotes: "<w:footnote/>",
    footer1: p("f"),
    header1: p("h"),
  });
  expect(kinds(document)).toBe("body header footer footnote endnote comment comment");
});

test("a part that is related twice, or in two roles, is one story", () => {
  const document = open(p("a"), { header1: p("h") });
  document.package.relate(document.main, "header", "word/header1.xml");
  document.package.relate(document.main, "footer", "word/HEADER1.xml");
  document.package.relate(document.main, "comments", document.main);
  expect(kinds(document)).toBe("body header");
});

test("a part that is missing is no story", () => {
  const document = open(p("a"), { header1: p("h") });
  document.package.rename("word/header1.xml", "word/other.xml");
  const rels = document.package.tree("word/_rels/document.xml.rels");
  rels.setAttribute(rels.children(rels.root)[0]!, PLAIN.Target, "header1.xml");
  expect(kinds(document)).toBe("body");
});

test("separators stand among the notes and are told from them by their type", () => {
  const footnotes = '<w:footnote w:type="separator"/><w:footnote w:type="normal"/><w:footnote/>';
  const stories = storiesOf(open(p("a"), { footnotes }));
  expect(stories.map(isSeparatorNote)).toEqual([false, true, false, false]);
});
