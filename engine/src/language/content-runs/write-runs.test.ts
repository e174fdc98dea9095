// Tests content runs as elements: fields, links, notes, references and formatting.

import { expect, test } from "vitest";
import { open, type PartName } from "../../../testing/documents.ts";
import { find } from "../../../testing/xml.ts";
import { bodyOf, partsOf } from "../../document/text/stories.ts";
import { writeTree } from "../../ooxml/xml/write-tree.ts";
import { checkContent } from "./check-runs.ts";
import type { Content } from "./content-run.ts";
import { RunWriter } from "./write-runs.ts";

/** Writes content into the paragraph of a document. Its first run, if it has one, has the formatting to take. */
function written(
  content: Content,
  { body = "<w:p/>", parts = {} }: { body?: string; parts?: Partial<Record<PartName, string>> } = {},
) {
  const rules = { place: "body", allowsRef: true, checkTarget: () => [] } as const;
  expect(checkContent(content, "content", rules)).toEqual([]);
  const document = open(body, parts);
  const { tree } = bodyOf(document)!;
  const paragraph = find(tree, "p");
  const runs = new RunWriter(document, { date: "2026-03-04T05:06:07Z" }).write(content, {
    tree,
    properties: find(tree, "rPr"),
    field: "content",
  });
  for (const node of runs.nodes) tree.append(paragraph, node);
  const xml = (part: string): string => {
    const text = new TextDecoder().decode(writeTree(document.package.tree(part)));
    return text.replace(/^<\?.*?\?>\s*/s, "").replace(/^<[^>]*>|<\/[^>]*>$/g, "");
  };
  return {
    document,
    runs,
    xml,
    body: xml("word/document.xml").replace(/^<w:body><w:p\/?>|(?:<\/w:p>)?<\/w:body>$/g, ""),
  };
}

const run = (content: string): string => `<w:r>${content}</w:r>`;
const field = (code: string, result: string, begin = ""): string =>
  run(`<w:fldChar w:fldCharType="begin"${begin}/>`) +
  run(`<w:instrText xml:space="preserve"> ${code} </w:instrText>`) +
  run('<w:fldChar w:fldCharType="separate"/>') +
  result +
  run('<w:fldChar w:fldCharType="end"/>');

test.each<[string, Content, string]>([
  ["a string", "Text", run("<w:t>Text</w:t>")],
  ["nothing", "", ""],
  [
    "tabs and line ends",
    "a\tb\r\nc\rd\n",
    run("<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:br/><w:t>d</w:t><w:br/>"),
  ],
  ["white space at the ends", [{ text: " a " }], run('<w:t xml:space="preserve"> a </w:t>')],
  ["characters of XML", "<&>", run("<w:t>&lt;&amp;&gt;</w:t>")],
  ["a tab run", [{ type: "tab", format: { underline: true } }], run('<w:rPr><w:u w:val="single"/></w:rPr><w:tab/>')],
  [
    "breaks",
    [
      { type: "break", kind: "line" },
      { type: "break", kind: "page" },
      { type: "break", kind: "column" },
    ],
    run("<w:br/>") + run('<w:br w:type="page"/>') + run('<w:br w:type="column"/>'),
  ],
])("[CRT-1] %s is written", (_, content, expected) => {
  expect(written(content).body).toBe(expected);
});

test("[CRT-11] plain text takes the formatting that is handed in, and a format goes over it", () => {
  const body = '<w:p><w:r><w:rPr><w:b/><w:sz w:val="20"/></w:rPr></w:r></w:p>';
  const { body: text } = written([{ text: "a" }, { text: "b", format: { bold: false, italic: true, size: null } }], {
    body,
  });
  expect(text).toContain('<w:r><w:rPr><w:b/><w:sz w:val="20"/></w:rPr><w:t>a</w:t></w:r>');
  expect(text).toContain('<w:r><w:rPr><w:b w:val="0"/><w:bCs w:val="0"/><w:i/><w:iCs/></w:rPr><w:t>b</w:t></w:r>');
});

test("[CRT-5] a field is its code and its result; one that only the layout knows is marked", () => {
  const { body } = written([
    { type: "field", code: " PAGE " },
    { type: "field", code: 'DATE \\@ "d MMMM yyyy"' },
  ]);
  const date = field('DATE \\@ "d MMMM yyyy"', run("<w:t>4 March 2026</w:t>"));
  expect(body).toBe(field("PAGE", run("<w:t>1</w:t>"), ' w:dirty="true"') + date);
});

test("[CRT-4] a link is a field in the style of links, which is made when it is not there", () => {
  const { body, xml } = written([
    {
      type: "hyperlink",
      url: "https://a.example/?b&c",
      content: [{ text: "a", format: { bold: true } }],
      format: { italic: true },
    },
  ]);
  const look = '<w:rPr><w:rStyle w:val="Hyperlink"/><w:b/><w:bCs/><w:i/><w:iCs/></w:rPr>';
  expect(body).toBe(field('HYPERLINK "https://a.example/?b&amp;c"', run(`${look}<w:t>a</w:t>`)));
  expect(xml("word/styles.xml")).toContain(
    '<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/>',
  );
});

test("[CRT-4] the style of links is found by its name, whatever its id is", () => {
  const styles = '<w:style w:type="character" w:styleId="Link"><w:name w:val="hyperlink"/></w:style>';
  const { body, xml } = written([{ type: "hyperlink", url: "https://a.example", content: "a" }], { parts: { styles } });
  expect(body).toContain('<w:rStyle w:val="Link"/>');
  expect(xml("word/styles.xml")).not.toContain("Hyperlink");
});

test("[CRT-7] a note is made with its part, separators, settings and styles", () => {
  const { body, xml, runs } = written(
    [
      { text: "a" },
      {
        type: "footnote",
        content: [{ text: "b" }, { type: "hyperlink", url: "https://a.example", content: "c" }],
        ref: "n",
      },
    ],
    { parts: { settings: '<w:zoom w:percent="100"/><w:compat/>' } },
  );
  expect(body).toBe(
    run("<w:t>a</w:t>") + run('<w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="1"/>'),
  );
  expect(xml("word/settings.xml")).toBe(
    '<w:zoom w:percent="100"/><w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr><w:compat/>',
  );
  const notes = xml("word/footnotes.xml");
  expect(notes).toContain('<w:footnote w:type="separator" w:id="-1">');
  expect(notes).toContain(
    '<w:footnote w:id="1"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r><w:r><w:t>b</w:t></w:r>',
  );
  for (const id of ["FootnoteText", "FootnoteReference", "Hyperlink"]) {
    expect(xml("word/styles.xml")).toContain(`w:styleId="${id}"`);
  }
  expect(runs.notes).toMatchObject([{ kind: "footnote", id: "1", part: "word/footnotes.xml", ref: "n" }]);
});

test("[CRT-7] a note goes behind those that are there, under an id that is free", () => {
  const endnotes = '<w:endnote w:id="7"><w:p/></w:endnote>';
  const { xml, document } = written([{ type: "endnote", new_paragraphs: [{ content: "a" }, { content: "b" }] }], {
    parts: { endnotes },
  });
  expect(xml("word/endnotes.xml")).toMatch(/^<w:endnote w:id="7"><w:p\/><\/w:endnote><w:endnote w:id="8">.*a.*b/);
  expect(xml("word/endnotes.xml").match(/endnoteRef\//g)).toHaveLength(1);
  expect(partsOf(document, "endnotes")).toHaveLength(1);
});

test("[CRT-9] a reference waits for its code and result", () => {
  const { runs, body } = written([
    { type: "footnote", content: [{ type: "cross_reference", to: { index: 0 }, show: "page" }] },
    { type: "cross_reference", to: { ref: "p" }, show: "text" },
  ]);
  expect(runs.references.map(({ field: path }) => path)).toEqual(["content[0].content[0]", "content[1]"]);
  expect(body).toContain("<w:t/>");
});
