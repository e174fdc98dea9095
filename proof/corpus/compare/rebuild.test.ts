// Tests how versions are rebuilt from JSON and Markdown.

import { expect, test } from "vitest";
import { rebuildJson } from "./rebuild-json.ts";
import { rebuildMarkdown } from "./rebuild-markdown.ts";

type Blocks = Parameters<typeof rebuildJson>[0]["blocks"];

function versions(...blocks: Blocks): { base: string[]; revised: string[] } {
  return { base: rebuildJson({ blocks }, "base"), revised: rebuildJson({ blocks }, "revised") };
}

function versionsOf(markdown: string): { base: string[]; revised: string[] } {
  return { base: rebuildMarkdown(markdown, "base"), revised: rebuildMarkdown(markdown, "revised") };
}

const paragraph = (text: string, mark?: string) => ({
  type: "paragraph",
  content: [{ text }],
  ...(mark === undefined ? {} : { mark: { type: mark } }),
});

test("the base is without what came, the revised text without what went, in nested segments too", () => {
  const content = [
    { text: "a" },
    { type: "deletion", text: "b" },
    { type: "insertion", content: [{ text: "c" }, { type: "deletion", text: "d" }] },
    { type: "moved_from", text: "e" },
    { type: "moved_to", text: "f" },
  ];
  expect(versions({ type: "heading", content })).toEqual({ base: ["abe"], revised: ["acf"] });
});

test("a paragraph whose mark is not there goes on in the next, past a table that is not there", () => {
  const gone = { type: "table", rows: [{ change: { type: "deletion" }, cells: [{ blocks: [paragraph("x")] }] }] };
  expect(versions(paragraph("a", "deletion"), gone, paragraph("b"))).toEqual({
    base: ["a", "x", "b"],
    revised: ["ab"],
  });
  expect(versions(paragraph("", "insertion"))).toEqual({ base: [], revised: [""] });
});

test("rows and cells that came are not in the base, those that went not in the revised text", () => {
  const came = { type: "insertion", content: [{ type: "deletion" }] };
  const rows = [
    { cells: [{ blocks: [paragraph("a")] }, { change: { type: "insertion" }, blocks: [paragraph("b")] }] },
    { change: came, cells: [{ blocks: [paragraph("c")] }] },
  ];
  expect(versions({ type: "table", rows })).toEqual({ base: ["a"], revised: ["a", "b"] });
});

test("Markdown is read back: tags, escapes, breaks, numerals and the signs of headings", () => {
  const markdown = [
    '# <p unid="1" label="1."/>1. a\\[\\]\\<\\&<br/>b<br class="page"/><del id="1">c</del>',
    '<p unid="2"/> d <object type="image"/><ins id="2"> e<del id="3">f</del></ins><ins id="2"/>',
    '<p unid="3"/>  ',
    '<header type="default" section="1">',
    '<p unid="4"/>not of the body',
    "</header>\n",
  ].join("\n\n");
  expect(versionsOf(markdown)).toEqual({
    base: ["a[]<&\nb\fc", " d   "],
    revised: ["a[]<&\nb\f", " d  e", "  "],
  });
});

test("pipe tables and HTML tables are read back with their changes", () => {
  const pipes = [
    '| <del id="1"/><p unid="1"/>a\\|  | <p unid="2"/> |',
    "| --- | --- |",
    '| <ins id="2" scope="cell"/><p unid="3"/>b |  |',
  ];
  expect(versionsOf(`${pipes.join("\n")}\n\n<p unid="4"/>c\n`)).toEqual({
    base: ["a| ", "", "c"],
    revised: ["b", "c"],
  });
  const html = `<table>
<tr>
<td><moved-to move-id="1" id="1"/><p unid="1"/>a<ins id="2"/>
<p unid="2"/>b\\\\</td>
<td><table>
<tr>
<td><p unid="3"/>c</td>
</tr>
</table>
<p unid="4"/></td>
</tr>
</table>

<p unid="5"/>d
`;
  expect(versionsOf(html)).toEqual({ base: ["d"], revised: ["a", "b\\", "c", "", "d"] });
});

const AB = ["a, final.docx", "b.docx"] as const;

test("one revision of a merge takes the changes that name it, in conflicts and in moves too", () => {
  const [a, b] = AB.map((name) => [name]);
  const blocks = [
    {
      type: "paragraph",
      content: [
        { text: "in " },
        {
          type: "conflict",
          content: [
            { type: "deletion", revisions: AB, text: "30 " },
            { type: "insertion", revisions: a!, text: "60 " },
            { type: "insertion", revisions: b!, text: "30 business " },
          ],
        },
        { type: "moved_to", revisions: a!, content: [{ text: "x" }, { type: "deletion", revisions: b!, text: "y" }] },
      ],
      mark: { type: "insertion", revisions: b! },
    },
    paragraph("days"),
  ];
  const of = (revision: string): string[] => rebuildJson({ blocks }, { revision });
  expect(rebuildJson({ blocks }, "base")).toEqual(["in 30 days"]);
  expect(of("a, final.docx")).toEqual(["in 60 xydays"]);
  expect(of("b.docx")).toEqual(["in 30 business ", "days"]);
  const markdown = [
    '<redline author="A, B" revision="a, final.docx, b.docx"/>',
    '<p unid="1"/>in <conflict id="1"><del id="1">30 </del><ins id="2" revision="a, final.docx">60 </ins>' +
      '<ins id="3" revision="b.docx">30 business </ins></conflict><moved-to move-id="1" id="4" revision="a, final.docx">x' +
      '<del id="5" revision="b.docx">y</del></moved-to><ins id="3" revision="b.docx"/>',
    '<p unid="2"/>days\n',
  ].join("\n\n");
  const read = (revision: string): string[] => rebuildMarkdown(markdown, { revision }, AB);
  expect(rebuildMarkdown(markdown, "base", AB)).toEqual(["in 30 days"]);
  expect(read("a, final.docx")).toEqual(["in 60 xydays"]);
  expect(read("b.docx")).toEqual(["in 30 business ", "days"]);
});

test("a mark that one revision lacks stays where a table or the end follows", () => {
  const mark = { type: "deletion", revisions: ["a"] };
  const table = (revision: string) => ({
    type: "table",
    rows: [{ change: { type: "insertion", revisions: [revision] }, cells: [{ blocks: [paragraph("t")] }] }],
  });
  const blocks = [{ ...paragraph("p"), mark }, table("b"), paragraph("q")];
  expect(rebuildJson({ blocks }, { revision: "a" })).toEqual(["pq"]);
  const markdown =
    '<redline revision="a"/>\n\n<p unid="1"/>p<del id="1"/>\n\n' +
    '| <ins id="2" revision="b"/><p unid="2"/>t |\n| --- |\n\n<p unid="3"/>q\n';
  expect(rebuildMarkdown(markdown, { revision: "a" }, ["a", "b"])).toEqual(["pq"]);
  const both = [{ ...paragraph("p"), mark }, table("a"), paragraph("q")];
  expect(rebuildJson({ blocks: both }, { revision: "a" })).toEqual(["p", "t", "q"]);
});
