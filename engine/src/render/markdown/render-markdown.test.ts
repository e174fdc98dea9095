import { expect, test } from "vitest";
import { open } from "../../../testing/documents.ts";
import { abstractList, list } from "../../../testing/lists.ts";
import { cell, del, ins, markdownOf, para, range, row, run, table, tracked } from "../../../testing/redlines.ts";
import { renderJson } from "../json/render-json.ts";
import { renderMarkdown, writeMarkdown } from "./render-markdown.ts";

/** Returns the Markdown of a paragraph with this content. */
function lineOf(...content: readonly string[]): string {
  return markdownOf(para("00000001", content));
}

test("a paragraph opens with an empty tag that has its id, and is one line; an empty line parts it from the next", () => {
  expect(markdownOf(para("00000001", ["a"]) + para("00000002", []))).toBe(
    '<p unid="00000001"/>a\n\n<p unid="00000002"/>\n',
  );
});

test("the first line says who made the changes and counts them; a change says it only where it is another", () => {
  const body = para("00000001", [
    del(3, "a"),
    ins(4, "b", 'w:author="A &quot;|&amp;&lt;&gt;" w:date="2026-01-02T03:04:05Z"'),
  ]);
  const markdown = renderMarkdown(open(body), { kind: "comparison", revision: "b|c.docx", documents: [] });
  expect(markdown).toBe(
    '<redline author="Ann" revision="b&#124;c.docx" date="2026-01-02T03:04:05Z" changes="2" insertions="1" deletions="1"/>\n\n' +
      '<p unid="00000001"/><del id="3">a</del><ins id="4" author="A &quot;&#124;&amp;&lt;&gt;">b</ins>\n',
  );
});

test("a change in another is a tag in a tag, and segments of one change share one", () => {
  const both = tracked("ins", 2, tracked("del", 3, "<w:r><w:delText>b</w:delText></w:r>"));
  expect(lineOf(ins(1, "a"), both)).toBe('<p unid="00000001"/><ins id="1">a<del id="3">b</del></ins>\n');
  const note = "<w:r><w:footnoteReference w:id='2'/></w:r>";
  expect(lineOf(tracked("ins", 1, run("a") + note + run("b")), note)).toBe(
    '<p unid="00000001"/><ins id="1">a<object type="footnote"/>b</ins><object type="footnote"/>\n',
  );
});

test("a self-closing tag at a paragraph's end is what became of its mark", () => {
  const body = para("00000001", ["a"], tracked("ins", 1) + tracked("del", 2)) + para("00000002", ["b"]);
  expect(markdownOf(body)).toBe('<p unid="00000001"/>a<ins id="1"/><del id="2"/>\n\n<p unid="00000002"/>b\n');
});

test("what was moved has tags of its own, with the number that its halves share", () => {
  const from = para("00000001", [tracked("moveFrom", 1, run("a"))], tracked("moveFrom", 2));
  const to = para("00000003", [tracked("moveTo", 3, run("a"))], tracked("moveTo", 4));
  const body = [range("moveFrom", "m", from), range("moveTo", "m", to), para("00000004", [])].join("");
  expect(markdownOf(body)).toBe(
    [
      '<p unid="00000003-from"/><moved-from move-id="1" id="1">a</moved-from><moved-from move-id="1" id="1"/>',
      '<p unid="00000003"/><moved-to move-id="1" id="3">a</moved-to><moved-to move-id="1" id="3"/>',
      '<p unid="00000004"/>\n',
    ].join("\n\n"),
  );
});

test("what means something to Markdown is escaped, so every tag is markup", () => {
  expect(lineOf("&lt;ins&gt; &amp;amp; [x] *y* _z_ `c` a|b \\ 1 # 2 &gt; 3")).toBe(
    '<p unid="00000001"/>\\<ins> \\&amp; \\[x\\] \\*y\\* \\_z\\_ \\`c\\` a\\|b \\\\ 1 # 2 > 3\n',
  );
  expect(lineOf("# no heading")).toBe('<p unid="00000001"/>\\# no heading\n');
});

test("breaks are tags, tabs are themselves", () => {
  expect(lineOf("a&#13;", "<w:r><w:br/><w:tab/><w:br w:type='column'/></w:r>")).toBe(
    '<p unid="00000001"/>a&#13;<br/>\t<br class="page"/>\n',
  );
});

test("a heading has signs before its tag, six at most", () => {
  const heading = (level: number) =>
    `<w:p w14:paraId="0000000${level}"><w:pPr><w:outlineLvl w:val="${level}"/></w:pPr></w:p>`;
  expect(markdownOf(heading(1) + heading(8))).toBe('## <p unid="00000001"/>\n\n###### <p unid="00000008"/>\n');
});

test("a numeral is text before the text, and the tag says which", () => {
  const numbering = abstractList(0, ["[%1]"]) + list(1, 0);
  const item = `<w:p w14:paraId="00000001"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>${ins(1, "a")}</w:p>`;
  expect(markdownOf(item, { numbering })).toBe('<p unid="00000001" label="[1]"/>\\[1\\] <ins id="1">a</ins>\n');
});

test("a table of single paragraphs is a pipe table as wide as its widest row", () => {
  const rows = [
    row([cell(para("00000001", ["a|b"]))]),
    row([cell(para("00000002", ["c"])), cell(para("00000003", []))], tracked("del", 1)),
    row([cell(para("00000004", [ins(3, "d")]), tracked("cellIns", 2)), cell("")]),
  ];
  expect(markdownOf(table(...rows))).toBe(
    [
      '| <p unid="00000001"/>a\\|b |  |',
      "| --- | --- |",
      '| <del id="1"/><p unid="00000002"/>c | <p unid="00000003"/> |',
      '| <ins id="2" scope="cell"/><p unid="00000004"/><ins id="3">d</ins> |  |\n',
    ].join("\n"),
  );
  expect(markdownOf(table())).toBe("|  |\n| --- |\n");
});

test("a table with several paragraphs in a cell, or with a table in it, is HTML, with the same escapes", () => {
  const inner = table(row([cell(para("00000003", ["*c*"]))]));
  const rows = [
    row([cell(para("00000001", ["a"], tracked("ins", 2)) + para("00000002", ["b\\|"]))], tracked("ins", 1)),
    row([cell(inner + para("00000004", []))]),
  ];
  expect(markdownOf(table(...rows))).toBe(
    `<table>
<tr>
<td><ins id="1"/><p unid="00000001"/>a<ins id="2"/>
<p unid="00000002"/>b\\\\\\|</td>
</tr>
<tr>
<td><table>
<tr>
<td><p unid="00000003"/>\\*c\\*</td>
</tr>
</table>
<p unid="00000004"/></td>
</tr>
</table>
`,
  );
});

test("headers and footers that hold a change follow the body", () => {
  const section = '<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>';
  const markdown = markdownOf(para("00000001", ["a"]) + section, { header1: para("00000002", [ins(1, "b")]) });
  expect(markdown).toBe(
    [
      '<p unid="00000001"/>a',
      '<header type="default" section="1">',
      '<p unid="00000002"/><ins id="1">b</ins>',
      "</header>\n",
    ].join("\n\n"),
  );
});

test("the Markdown of a JSON is that of its document", () => {
  const options = { kind: "comparison", revision: "b.docx", documents: [] } as const;
  const body = para("00000001", ["a", del(1, "b"), ins(2, "c")]);
  expect(writeMarkdown(renderJson(open(body), options))).toBe(renderMarkdown(open(body), options));
});

test("a change without a date says so; without changes nobody made any", () => {
  const body = para("00000001", [del(3, "a"), ins(4, "b", 'w:author="Ann"')]);
  expect(markdownOf(body)).toBe('<p unid="00000001"/><del id="3">a</del><ins id="4" date="">b</ins>\n');
  const unchanged = renderMarkdown(open(para("00000001", ["a"])), { kind: "comparison", revision: "b", documents: [] });
  expect(unchanged).toBe('<redline changes="0"/>\n\n<p unid="00000001"/>a\n');
});

test("changed notes and text boxes follow, each in its tag", () => {
  const note = `<w:footnote w:id="2">${para("00000002", ["n", ins(5, "o")])}</w:footnote>`;
  const box = `<w:r><w:pict><v:textbox><w:txbxContent>${para("00000003", [del(6, "x")])}</w:txbxContent></v:textbox></w:pict></w:r>`;
  const body = para("00000001", ["a", '<w:r><w:footnoteReference w:id="2"/></w:r>', box]);
  expect(markdownOf(body, { footnotes: note })).toBe(
    [
      '<p unid="00000001"/>a<object type="footnote"/><object type="other"/>',
      '<footnote number="1">',
      '<p unid="00000002"/>n<ins id="5">o</ins>',
      "</footnote>",
      "<text-box>",
      '<p unid="00000003"/><del id="6">x</del>',
      "</text-box>\n",
    ].join("\n\n"),
  );
});
