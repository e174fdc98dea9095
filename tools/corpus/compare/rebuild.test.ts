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
