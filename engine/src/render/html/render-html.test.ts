import { describe, expect, test, vi } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { code, docx, fld, p, r, tbl } from "../../../testing/documents.ts";
import { openDocument } from "../../document/open-document.ts";
import { wordNames } from "../../document/word-names.ts";
import { Tree } from "../../ooxml/xml/tree.ts";
import { renderJson } from "../json/render-json.ts";
import type { Block } from "../redline.ts";
import { type HtmlFragment, renderHtml } from "./render-html.ts";

type Parts = Parameters<typeof docx>[1];
type Related = Parameters<typeof docx>[2];
const OPTIONS = {
  kind: "comparison",
  revision: "new.docx",
  documents: [
    { role: "original", name: "old.docx" },
    { role: "modified", name: "new.docx" },
  ],
} as const;

function fragmentOf(body: string, parts: Parts = {}, related: Related = {}): HtmlFragment {
  const opened = openDocument(docx(body, parts, related), { codec: nodeZlib, names: wordNames() });
  return renderHtml(opened, OPTIONS).fragment;
}

/** Returns the blocks without the ids and classes that the tests ignore. */
function bare(html: string): string {
  return html
    .replace(/ (?:class|data-sec|data-b|data-f|data-s|data-t)="[^"]*"/g, "")
    .replace(/ id="[0-9A-F]{8}"/g, "")
    .replace(/<\/?template>/g, "");
}

const by = (kind: string, id: number, content: string): string =>
  `<w:${kind} w:id="${id}" w:author="Ann" w:date="2026-01-02T03:04:05Z">${content}</w:${kind}>`;
const gone = (text: string): string => `<w:r><w:delText xml:space="preserve">${text}</w:delText></w:r>`;

test("[HTM-1] paragraphs and tables have the ids of the JSON, in its order", () => {
  const body = p("one") + tbl([p("a"), p("b")], [p("c"), tbl([p("d")]) + p("e")]) + p("two");
  const opened = openDocument(docx(body), { codec: nodeZlib, names: wordNames() });
  const idsOf = (blocks: readonly Block[]): string[] =>
    blocks.flatMap((block) =>
      block.type === "table"
        ? [block.id, ...block.rows.flatMap(({ cells }) => cells.flatMap((cell) => idsOf(cell.blocks)))]
        : [block.id],
    );
  const { html } = renderHtml(opened, OPTIONS).fragment;
  const written = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(written).toEqual(idsOf(renderJson(opened, OPTIONS).blocks));
});

test("the same document gives the same fragment", () => {
  const body = p("one", by("ins", 1, r("two")));
  expect(fragmentOf(body)).toEqual(fragmentOf(body));
});

describe("[HTM-6] changes are elements", () => {
  test.each([
    ["an insertion", p("a", by("ins", 1, r("b"))), '<p>a<ins id="change-1" data-c="0">b</ins></p>'],
    ["a deletion", p("a", by("del", 1, gone("b"))), '<p>a<del id="change-1" data-c="0">b</del></p>'],
    [
      "one change over two formats",
      p(by("ins", 1, `${r("a")}<w:r><w:rPr><w:b/></w:rPr><w:t>b</w:t></w:r>`)),
      '<p><ins id="change-1" data-c="0">a<span>b</span></ins></p>',
    ],
    [
      "a change in a change",
      p(by("ins", 1, `${r("a")}${by("del", 2, gone("b"))}`)),
      '<p><ins id="change-1" data-c="0">a<del id="change-2" data-c="1">b</del></ins></p>',
    ],
    [
      "a second piece of a change has no id",
      p(by("ins", 1, r("a")), "b", by("ins", 2, r("c"))),
      '<p><ins id="change-1" data-c="0">a</ins>b<ins id="change-2" data-c="1">c</ins></p>',
    ],
    [
      "the mark of a paragraph",
      `<w:p><w:pPr><w:rPr>${by("ins", 1, "")}</w:rPr></w:pPr>${r("a")}</w:p>${p("b")}`,
      '<p>a<ins id="change-1" data-c="0"></ins></p>\n<p>b</p>',
    ],
  ])("%s", (_, body, expected) => {
    expect(bare(fragmentOf(body).html)).toBe(expected);
  });

  test("the row of a table", () => {
    const row = `<w:tr><w:trPr>${by("ins", 1, "")}</w:trPr><w:tc>${p(by("ins", 2, r("a")))}</w:tc></w:tr>`;
    const { html, data } = fragmentOf(`<w:tbl>${row}</w:tbl>`);
    expect(html).toContain('<tr class="ri" id="change-1" data-c="0">');
    expect(data.changes.map(({ anchor, type }) => [anchor, type])[0]).toEqual(["change-1", "insert"]);
  });
});

describe("[HTM-20] text of the document is text on the page", () => {
  const HOSTILE = "&lt;/template&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;";

  test("in paragraphs, names and links", () => {
    const change = `<w:ins w:id="1" w:author="${HOSTILE}" w:date="2026-01-02T03:04:05Z">${r(HOSTILE)}</w:ins>`;
    const link = `<w:hyperlink r:id="rId9">${r("here")}</w:hyperlink>`;
    const { html, data } = fragmentOf(p(change, link), {}, { links: { rId9: "javascript:alert(1)" } });
    expect(html).not.toContain("<script");
    expect(html.match(/<\/template>/g)).toHaveLength(1);
    expect(html).not.toContain("href");
    expect(html).toContain('title="javascript:alert(1)"');
    expect(data.changes[0]).toMatchObject({ author: '</template><script>alert(1)</script>"' });
  });

  test("[HTM-21] nothing but checked values reaches the style sheet", () => {
    const evil = "red;}*{background:url(https://evil.example/)";
    const run = `<w:r><w:rPr><w:rFonts w:ascii="x&quot;;${evil}"/><w:color w:val="${evil}"/><w:sz w:val="${evil}"/><w:highlight w:val="${evil}"/></w:rPr><w:t>a</w:t></w:r>`;
    const paragraph = `<w:p><w:pPr><w:shd w:fill="${evil}"/><w:ind w:left="${evil}"/><w:jc w:val="${evil}"/></w:pPr>${run}</w:p>`;
    const { css, html } = fragmentOf(paragraph);
    expect(css + html).not.toContain("evil");
  });
});

describe("[HTM-22] pictures", () => {
  const drawing = (attribute: string): string =>
    `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="635000" cy="1270000"/><wp:docPr descr="A seal"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip ${attribute}/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

  test("a stored one is a data URI of its size", () => {
    const { html, css } = fragmentOf(p(drawing('r:embed="rId5"')), {}, { images: { rId5: "GIF89a" } });
    expect(html).toContain('alt="A seal" src="data:image/gif;base64,R0lGODlh"');
    expect(css).toContain("{width:50pt;height:100pt;}");
  });

  // Equal bytes compress to almost nothing. Without a limit for repetitions, a small file could become a page of
  // gigabytes.
  test("all of a page together have at most 24 MB, repetitions too", () => {
    const image = `GIF89a${"0".repeat(5_000_000)}`;
    const { html } = fragmentOf(p(...Array(6).fill(drawing('r:embed="rId5"'))), {}, { images: { rId5: image } });
    expect(html.match(/<img/g)).toHaveLength(5);
    expect(html.match(/role="img"/g)).toHaveLength(1);
  });

  test("one from elsewhere, and one that holds no pixels, is a box with its description", () => {
    const linked = fragmentOf(p(drawing('r:link="rId9"')), {}, { links: { rId9: "https://evil.example/a.png" } });
    const svg = fragmentOf(p(drawing('r:embed="rId5"')), {}, { images: { rId5: "&lt;svg onload=1>" } });
    for (const { html } of [linked, svg]) {
      expect(html).toContain('role="img"');
      expect(html).toContain('aria-label="A seal"');
      expect(html).not.toContain("evil");
    }
  });
});

describe("[HTM-9] cells that are merged", () => {
  const cell = (merge: string, content: string): string => `<w:tc><w:tcPr>${merge}</w:tcPr>${content}</w:tc>`;
  const start = '<w:vMerge w:val="restart"/>';

  test("are one", () => {
    const table = `<w:tbl><w:tr>${cell(start, p("a"))}${cell("", p("b"))}</w:tr><w:tr>${cell("<w:vMerge/>", p())}${cell("", p("c"))}</w:tr></w:tbl>`;
    const { html } = fragmentOf(table);
    expect(html.match(/rowspan="2"/g)).toHaveLength(1);
    expect(html.match(/<td/g)).toHaveLength(3);
  });

  test("keep their text where each has some", () => {
    const table = `<w:tbl><w:tr>${cell(start, p("a"))}</w:tr><w:tr>${cell("<w:vMerge/>", p("hidden"))}</w:tr></w:tbl>`;
    expect(fragmentOf(table).html).toContain("hidden");
  });
});

test("[HTM-14] changes without an element of their own stand at the end of the row, and are listed", () => {
  const mark = by("del", 3, "").replace("></w:del>", "/>");
  const gonePart = `<w:p><w:pPr><w:rPr>${mark}</w:rPr></w:pPr></w:p>`;
  const cell = (merge: string, content: string): string => `<w:tc><w:tcPr>${merge}</w:tcPr>${content}</w:tc>`;
  const top = `<w:tr>${cell('<w:vMerge w:val="restart"/>', p("a"))}${cell("", p("b"))}</w:tr>`;
  const row = `<w:trPr>${by("ins", 1, "")}${by("del", 2, "")}</w:trPr>`;
  const { html, data } = fragmentOf(
    `<w:tbl>${top}<w:tr>${row}${cell("<w:vMerge/>", gonePart)}${cell("", p("c"))}</w:tr></w:tbl>`,
  );
  expect(data.changes.map(({ anchor, type }) => `${anchor} ${type}`)).toEqual([
    "change-1 insert",
    "change-2 delete",
    "change-3 delete",
  ]);
  expect(html).toMatch(
    /c<\/p><del class="pm tm " id="change-2"[^>]*><\/del><del class="pm tm " id="change-3"[^>]*><\/del><\/td>/,
  );
});

test("[HTM-5] list numbers are text", () => {
  const numbering =
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%1)"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';
  const item = `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${r("x")}</w:p>`;
  expect(bare(fragmentOf(item + item, { numbering }).html)).toBe("<p><span>(a)</span>x</p>\n<p><span>(b)</span>x</p>");
});

test("[HTM-5] a number that counts otherwise in the original names the former one", () => {
  const numbering =
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';
  const list = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
  const gone = `<w:p><w:pPr>${list}<w:rPr><w:del w:id="1" w:author="A"/></w:rPr></w:pPr>${by("del", 2, "<w:r><w:delText>gone</w:delText></w:r>")}</w:p>`;
  const kept = `<w:p><w:pPr>${list}</w:pPr>${r("kept")}</w:p>`;
  const { html } = fragmentOf(gone + kept, { numbering });
  expect([...html.matchAll(/ data-was="([^"]*)">([^<]*)</g)].map(([, was, now]) => [was, now])).toEqual([["2.", "1."]]);
});

test("[HTM-8] a note is written where it is first referred to, and so are its changes", () => {
  const note = `<w:footnote w:id="2">${p("n", by("ins", 1, r("ew")))}</w:footnote>`;
  const reference = '<w:r><w:footnoteReference w:id="2"/></w:r>';
  const { html, data } = fragmentOf(p("a", reference) + p(by("ins", 2, r("b"))), { footnotes: note });
  expect(html).toContain('data-n="footnote-1">1</sup>');
  expect(html).toContain('<template class="note" data-n="footnote-1">');
  expect(data.changes.map(({ anchor }) => anchor)).toEqual(["footnote-1", "change-1", "change-2"]);
});

test("[HTM-7] a comment stands over its text, and one on nothing at its place", () => {
  const comments = ["1", "2"]
    .map((id) => `<w:comment w:id="${id}" w:author="Bob">${p(`said ${id}`)}</w:comment>`)
    .join("");
  const ranged = `<w:commentRangeStart w:id="1"/>${r("b")}<w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>`;
  const { html, data } = fragmentOf(p("a", ranged) + p("c", '<w:r><w:commentReference w:id="2"/></w:r>'), { comments });
  expect(bare(html)).toBe(
    '<p>a<i id="comment-c1" data-c="0"></i>b<i data-c="0"></i></p>\n<p>c<mark id="comment-c2" data-c="1"></mark></p>',
  );
  expect(data.changes.map(({ type, text, author }) => [type, text, author])).toEqual([
    ["comment", "b", "Bob"],
    ["comment", "", "Bob"],
  ]);
});

const commented = (ids: readonly number[]): string =>
  ids.map((id) => `<w:comment w:id="${id}" w:author="Bob">${p(`said ${id}`)}</w:comment>`).join("");
const rangeStart = (id: number): string => `<w:commentRangeStart w:id="${id}"/>`;
const rangeEnd = (id: number): string =>
  `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;

test("[HTM-7] the points of a comment lie in changes and outside of formatting, and at its first and last text", () => {
  const bold = (text: string): string => `<w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r>`;
  const body =
    p(rangeStart(1), bold("a"), rangeStart(2), bold("b"), rangeEnd(1)) +
    p(by("ins", 7, `${bold("c")}${rangeEnd(2)}${bold("d")}`), rangeStart(3)) +
    p(rangeEnd(3));
  const { html, data } = fragmentOf(body, { comments: commented([1, 2, 3]) });
  const [first, second, third] = bare(html).split("\n");
  expect(first).toBe(
    '<p><i id="comment-c1" data-c="0"></i><span>a</span><i id="comment-c2" data-c="1"></i><span>b</span><i data-c="0"></i></p>',
  );
  expect(second).toBe(
    '<p><ins id="change-7" data-c="2"><span>c</span><i data-c="1"></i><span>d</span></ins><mark id="comment-c3" data-c="3"></mark></p>',
  );
  expect(third).toBe("<p></p>");
  expect(data.changes.map(({ text }) => text)).toEqual(["ab", "b\nc", "cd", "\n"]);
});

test("[HTM-7] the fragment grows with the document, however many comments overlap", () => {
  const sizeOf = (count: number): number => {
    const ids = Array.from({ length: count }, (_, index) => index);
    const paragraphs = ids.map((id) => p(`text ${id}`, rangeEnd(id))).join("");
    return JSON.stringify(fragmentOf(p(...ids.map(rangeStart)) + paragraphs, { comments: commented(ids) })).length;
  };
  expect(sizeOf(320) / sizeOf(160)).toBeLessThan(2.2);
});

test("[HTM-12] the style of a paragraph is read once, however many runs it has", () => {
  const readOf = (count: number): number => {
    const runs = Array.from({ length: count }, (_, index) => {
      return `<w:r><w:rPr><w:sz w:val="${20 + (index % 7)}"/></w:rPr><w:t>w</w:t></w:r>`;
    });
    const read = vi.spyOn(Tree.prototype, "nextSibling");
    fragmentOf(p(...runs));
    const { length } = read.mock.calls;
    read.mockRestore();
    return length;
  };
  expect(readOf(400) / readOf(200)).toBeLessThan(2.2);
});

test("[HTM-10] headers and footers are written once and named by their sections", () => {
  const section = '<w:sectPr><w:headerReference w:type="first" r:id="rIdheader1"/><w:titlePg/></w:sectPr>';
  const page = p(fld("begin"), code("PAGE"), fld("separate"), r("7"), fld("end"));
  const { html, data } = fragmentOf(p("a") + section, { header1: page });
  expect(html).toContain('<template class="part" data-part="0">');
  expect(html).toContain('<span data-p="page">7</span>');
  expect(data.sections[0]).toMatchObject({ hasTitlePage: true, parts: { "header first": 0 } });
});

test("[HTM-11] a text box stands in its paragraph, which is then no p", () => {
  const box = `<w:r><w:pict><v:shape style="width:100pt;height:50pt"><v:textbox><w:txbxContent>${p("in")}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;
  expect(bare(fragmentOf(p("a", box)).html)).toBe(
    '<div>a<span role="group" aria-label="Text box"><p>in</p></span></div>',
  );
});

test("[HTM-30] the list names every change once, with the author without the name of the document", () => {
  const change = `<w:ins w:id="4" w:author="api@org-new.docx" w:date="2026-01-02T03:04:05Z">${r("b")}</w:ins>`;
  expect(fragmentOf(p("a", change)).data.changes).toEqual([
    {
      anchor: "change-4",
      id: "4",
      kind: "change",
      type: "insert",
      text: "b",
      author: "api@org",
      date: "2026-01-02T03:04:05Z",
      revision: "new.docx",
      block: expect.any(String),
      clause: "",
    },
  ]);
});

test("[HTM-32] units name their entries, their clause and the ids of their changes", () => {
  const { units } = fragmentOf(p("in ", by("del", 1, gone("30")), by("ins", 2, r("60")), " days")).data;
  expect(units).toMatchObject([
    { id: "u1", kind: "replace", ids: ["1", "2"], entries: [0, 1], clause: "", before: "30", after: "60" },
  ]);
});

test("[HTM-33] rows tell in which version each block is", () => {
  const marked = (kind: "ins" | "del", id: number, content: string): string =>
    `<w:p><w:pPr><w:rPr><w:${kind} w:id="${id}" w:author="Ann"/></w:rPr></w:pPr>${content}</w:p>`;
  const bold = `<w:r><w:rPr><w:b/><w:rPrChange w:id="9" w:author="Ann"><w:rPr/></w:rPrChange></w:rPr><w:t>x</w:t></w:r>`;
  const body = [
    p("a"),
    marked("del", 1, by("del", 2, gone("b"))),
    p("c", by("ins", 3, r("d"))),
    marked("ins", 4, by("ins", 5, r("e"))),
    p(bold),
    p("f"),
  ].join("");
  const { html, data } = fragmentOf(body);
  expect(data.rows).toBe("=-~+~=");
  expect(html).toContain('data-b="0"');
});

test("[HTM-31] a clause is told by its number and first words, also one that went", () => {
  const heading = (content: string): string => `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>${content}</w:p>`;
  const long = "The Buyer pays the price of the Goods within thirty days of the date of the invoice.";
  const body =
    heading(by("del", 1, gone("Old notices"))) +
    p(by("del", 2, gone("x"))) +
    heading(r(long)) +
    p("b", by("ins", 3, r("c")));
  expect(fragmentOf(body).data.changes.map(({ clause }) => clause)).toEqual([
    "Old notices",
    "Old notices",
    "The Buyer pays the price of the Goods within thirty days of…",
  ]);
});

test("[HTM-13] automatic space is a margin, any other is padding", () => {
  const spaced = (spacing: string): string =>
    fragmentOf(`<w:p><w:pPr><w:spacing ${spacing}/></w:pPr>${r("a")}</w:p>`).css;
  expect(spaced('w:after="200"')).toContain("padding-bottom:10pt;");
  expect(spaced('w:after="100" w:afterAutospacing="1"')).toContain("margin-bottom:14pt;");
});

test("[HTM-15] a paragraph whose runs all name a size has the largest of them", () => {
  const sized = (size: number): string => `<w:r><w:rPr><w:sz w:val="${size}"/></w:rPr><w:t>a</w:t></w:r>`;
  expect(fragmentOf(p(sized(16), sized(18))).css).toMatch(/\.p\d+\{[^}]*font-size:9pt;/);
  expect(fragmentOf(p(sized(16), r("b"))).css).not.toMatch(/\.p\d+\{[^}]*font-size/);
});

test("[HTM-16] a drawing measured from the paper is placed from its edge", () => {
  const box = (style: string): string =>
    `<w:r><w:pict><v:shape style="position:absolute;margin-left:30pt;margin-top:10pt;${style}"><v:textbox><w:txbxContent>${p("in")}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;
  expect(fragmentOf(p("a", box("width:100pt"))).css).toContain("left:30pt;top:10pt;");
  const ofPaper = "width:100pt;mso-position-horizontal-relative:page;mso-position-vertical-relative:page";
  expect(fragmentOf(p("a", box(ofPaper))).css).toContain(
    "left:calc(30pt - var(--ml,0pt));top:calc(10pt - var(--mt,0pt));",
  );
});
