import { expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { docx, p, r, tbl } from "../../../testing/documents.ts";
import { abstractList, items, list } from "../../../testing/lists.ts";
import { openDocument, type WordDocument } from "../../document/open-document.ts";
import { wordNames } from "../../document/word-names.ts";
import { contentMarkdown } from "./markdown/content-markdown.ts";
import { stagedMarkdown } from "./markdown/staged-markdown.ts";
import type { IsChosen } from "./narrow-content.ts";

function open(body: string, parts: Parameters<typeof docx>[1] = {}): WordDocument {
  return openDocument(docx(body, parts), { codec: nodeZlib, names: wordNames() });
}

const plain = (body: string, parts: Parameters<typeof docx>[1] = {}): string => contentMarkdown(open(body, parts));
const made = 'w:author="A" w:date="2026-01-02T03:04:05Z"';
const ins = (id: number, text: string): string => `<w:ins w:id="${id}" ${made}>${r(text)}</w:ins>`;
const del = (id: number, text: string): string =>
  `<w:del w:id="${id}" ${made}><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const named = (id: string, ...content: readonly string[]): string =>
  p(...content).replace("<w:p>", `<w:p w14:paraId="${id}">`);

test("[CNT-20] plain Markdown has insertions and no deletions, and no tags of either", () => {
  expect(plain(p("a ", ins(1, "b"), del(2, "c")) + p() + p("x_y"))).toBe("a b\n\nx\\_y\n");
});

test("[CNT-20] paragraphs whose mark is deleted are joined, deleted rows are gone", () => {
  const joined = p("a").replace("<w:p>", `<w:p><w:pPr><w:rPr><w:del w:id="1" ${made}/></w:rPr></w:pPr>`);
  const gone = `<w:tr><w:trPr><w:del w:id="2" ${made}/></w:trPr><w:tc>${p(del(3, "x"))}</w:tc></w:tr>`;
  const table = tbl([p("b")]).replace("</w:tbl>", `${gone}</w:tbl>`);
  expect(plain(`${joined}${p("c")}${table}${p("d")}`)).toBe("ac\n\n| b |\n| --- |\n\nd\n");
});

test("[CNT-20] headings, numerals, notes, headers and footers are there", () => {
  const heading = p("H").replace("<w:p>", '<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr>');
  const item = p("i", '<w:r><w:footnoteReference w:id="3"/></w:r>').replace(
    "<w:p>",
    '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>',
  );
  const section = '<w:sectPr><w:footerReference w:type="default" r:id="rIdfooter1"/></w:sectPr>';
  const parts = {
    numbering: abstractList(1, ["%1."]) + list(1, 1),
    footnotes: `<w:footnote w:id="3">${p("n1")}${p("n2")}</w:footnote>`,
    footer1: p("foot"),
  };
  expect(plain(`${heading}${item}${section}`, parts)).toBe("## H\n\n1. i[^1]\n\n[^1]: n1\n\n    n2\n\n---\n\nfoot\n");
});

test("[NUM-10] numbers go on across notes, also across a note that is left out", () => {
  const item = (text: string): string => items("1:0").replace("</w:p>", `${r(text)}</w:p>`);
  const notes = [3, 4].map((id) => `<w:footnote w:id="${id}">${item(`n${id}`)}</w:footnote>`);
  const references = [3, 4].map((id) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`);
  const parts = { numbering: abstractList(1, ["%1."]) + list(1, 1), footnotes: notes.join("") };
  const document = open(p("a", ...references), parts);
  expect(contentMarkdown(document)).toBe("a[^1][^2]\n\n[^1]: 1. n3\n\n[^2]: 2. n4\n");
  const isSecondNote: IsChosen = (part) => part !== undefined && "number" in part && part.number === 2;
  expect(contentMarkdown(document, isSecondNote)).toBe("[^2]: 2. n4\n");
  expect(stagedMarkdown(document)).toMatch(/label="1\."\/>1\. n3\n\n.*label="2\."\/>2\. n4\n$/);
});

test("[CNT-21] staged Markdown names every paragraph by id and address, and every change by its number", () => {
  const section = '<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>';
  const body =
    named("00000001", "a", ins(7, "b")) +
    tbl([named("00000002", del(8, "c"), '<w:r><w:footnoteReference w:id="3"/></w:r>')]);
  const parts = {
    header1: named("00000003", "h", ins(7, "i")),
    footnotes: `<w:footnote w:id="3">${named("00000004", "n")}</w:footnote>`,
  };
  const by = 'author="A" date="2026-01-02T03:04:05Z"';
  expect(stagedMarkdown(open(body + section, parts)).split("\n\n")).toEqual([
    `<p unid="00000001" index="0"/>a<ins id="7" number="1" ${by}>b</ins>`,
    `| <p unid="00000002" index="1"/><del id="8" number="2" ${by}>c</del><object type="footnote"/> |\n| --- |`,
    `<p unid="00000003" index="0" part="header" type="default" section="1"/>h<ins id="7-2" number="3" ${by}>i</ins>`,
    '<p unid="00000004" index="0" part="footnote" number="1"/>n\n',
  ]);
});
