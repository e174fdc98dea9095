// Tests print copies, written as text.
//
// `{+new+}`, `[-old-]`, `<-moved away->`, `<+moved here+>` and `(=reformatted=)` mark changes. A paragraph with a
// change bar begins with `| `, a cell with one of our colours with `#`, and `→` is a tab.

import { expect, test } from "vitest";
import { code, fld, open, type PartName } from "../../../testing/documents.ts";
import { abstractList, list } from "../../../testing/lists.ts";
import { cell, del, ins, para, range, row, run, table, tracked } from "../../../testing/redlines.ts";
import { writeMergeRecord } from "../../document/merge-record.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { blocksOf, cellsOf, rowsOf } from "../../document/text/blocks.ts";
import { runsOf } from "../../document/text/runs.ts";
import { type Story, storiesOf } from "../../document/text/stories.ts";
import { childValue } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import { readRunFormat } from "../../language/run-format.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { listRevisions } from "../../revisions/list-revisions.ts";
import { printCopy } from "./print-copy.ts";
import type { PrintedMark } from "./sentinels.ts";

const SIGNS: Readonly<Record<PrintedMark, readonly [string, string]>> = {
  insertion: ["{+", "+}"],
  deletion: ["[-", "-]"],
  move: ["<", ">"],
  format: ["(=", "=)"],
};

function printed(body: string, parts: Partial<Record<PartName, string>> = {}): string[] {
  const { document, sentinels } = printCopy(open(body, parts));
  const marks = new Map(sentinels.map(({ colour, mark }) => [`#${colour}`, mark]));
  return storiesOf(document).flatMap((story) => blockLines(story, story.root, marks));
}

type Marks = ReadonlyMap<string, PrintedMark>;

function blockLines(story: Story, container: NodeId, marks: Marks): string[] {
  return blocksOf(story, container).flatMap((block) => {
    if (story.tree.name(block) === W.p) return [paragraphLine(story, block, marks)];
    return rowsOf(story, block).map((line) =>
      cellsOf(story, line)
        .map((one) => `${isShaded(story, one, marks) ? "#" : ""}${blockLines(story, one, marks).join(" / ")}`)
        .join(" || "),
    );
  });
}

function isShaded({ tree }: Story, node: NodeId, marks: Marks): boolean {
  const properties = tree.child(node, W.tcPr);
  const shading = properties === NONE ? NONE : tree.child(properties, W.shd);
  return shading !== NONE && marks.has(`#${tree.attribute(shading, W.fill)}`);
}

function paragraphLine(story: Story, paragraph: NodeId, marks: Marks): string {
  const { tree } = story;
  const properties = tree.child(paragraph, W.pPr);
  const isBarred = properties !== NONE && tree.child(properties, W.pPrChange) !== NONE;
  const text = runsOf(story, paragraph).map(({ node }) => runText(story, node, marks));
  return `${isBarred ? "| " : ""}${text.join("")}`;
}

function runText(story: Story, node: NodeId, marks: Marks): string {
  const { tree } = story;
  const look = readRunFormat(story, tree.child(node, W.rPr));
  const text = tree.children(node).map((child) => SHOWN.get(tree.name(child)) ?? tree.text(tree.firstChild(child)));
  const shown = tree.children(node).flatMap((child, index) => (tree.name(child) === W.rPr ? [] : [text[index]]));
  const mark = marks.get(look?.color ?? "");
  if (mark === undefined) return shown.join("");
  const [start, end] = SIGNS[mark];
  const sign = mark !== "move" ? "" : look?.double_strikethrough ? "-" : "+";
  return `${start}${sign}${shown.join("")}${sign}${end}`;
}

const SHOWN = new Map([
  [W.tab, "→"],
  [W.footnoteReference, "*"],
  [W.footnoteRef, "*"],
  [W.fldChar, "%"],
  [W.drawing, "pic"],
]);

test("[PRN-1] a print copy has no tracked changes but its bars, and the redline stays as it is", () => {
  const kinds = (document: WordDocument): string[] => listRevisions(document).map(({ place }) => place);
  const redline = open(para("00000001", ["a ", ins(1, "b"), del(2, "c")]));
  const copy = printCopy(redline).document;
  expect(kinds(copy)).toEqual(["property"]);
  expect(kinds(redline)).toEqual(["content", "content"]);
});

test("[PRN-2] inserted, deleted and moved text has its colour and line, and its paragraph a bar", () => {
  const moved = range("moveFrom", "m", tracked("moveFrom", 3, run("here")));
  const here = range("moveTo", "m", tracked("moveTo", 4, run("here")));
  const body = [
    para("00000001", ["a ", ins(1, "new"), del(2, "old")]),
    para("00000002", [moved, "x", here]),
    para("3", ["same"]),
  ];
  expect(printed(body.join(""))).toEqual(["| a {+new+}[-old-]", "| <-here->x<+here+>", "same"]);
});

test("[PRN-2] of changes inside each other the innermost shows", () => {
  const both = tracked("ins", 1, tracked("del", 2, `<w:r><w:delText>gone</w:delText></w:r>`));
  expect(printed(para("00000001", [both]))).toEqual(["| [-gone-]"]);
});

test("[PRN-3] each story has colours of its own", () => {
  const parts = { header1: para("00000002", [ins(2, "h")]), footer1: para("00000003", [ins(3, "f")]) };
  const { sentinels } = printCopy(open(para("00000001", [ins(1, "b")]), parts));
  expect(sentinels.map(({ story, mark }) => `${story} ${mark}`)).toEqual([
    "body insertion",
    "header insertion",
    "footer insertion",
  ]);
  expect(new Set(sentinels.map(({ colour }) => colour)).size).toBe(3);
});

const NUMBERED = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
const item = (text: string, mark = ""): string => `<w:p><w:pPr>${NUMBERED}<w:rPr>${mark}</w:rPr></w:pPr>${text}</w:p>`;
const numbering = `${abstractList(0, ["%1."])}${list(1, 0)}`;

test("[PRN-4] numbers are text: of the new version, or the one that a deleted clause had", () => {
  const body = [
    item(run("one")),
    item(del(1, "two"), tracked("del", 2)),
    item(ins(3, "new"), tracked("ins", 4)),
    item(run("three")),
  ];
  const lines = printed(body.join(""), { numbering });
  expect(lines).toEqual(["1.→one", "| [-2.-]→[-two-]", "| {+2.+}→{+new+}", "3.→three"]);
});

const levels = `${abstractList(0, ["%1.", "(%2)"])}${list(1, 0)}`;
const onLevel = (level: number): string => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`;
const renumbered = (now: string, before: string, text: string): string =>
  `<w:p><w:pPr>${now}<w:pPrChange w:id="9" w:author="A"><w:pPr>${before}</w:pPr></w:pPrChange></w:pPr>${run(text)}</w:p>`;

test("[PRN-22] a renumbered paragraph shows its old number as deleted and its new one as inserted", () => {
  const body = [item(run("one")), renumbered(onLevel(1), onLevel(0), "two"), item(run("three"))];
  expect(printed(body.join(""), { numbering: levels })).toEqual(["1.→one", "| [-2.-] {+(1)+}→(=two=)", "2.→three"]);
});

test("[PRN-22] a paragraph that leaves or enters its list shows the one number that it has", () => {
  const body = [
    item(run("one")),
    renumbered("", onLevel(0), "two"),
    renumbered(onLevel(0), "", "three"),
    item(run("four")),
  ];
  expect(printed(body.join(""), { numbering: levels })).toEqual([
    "1.→one",
    "| [-2.-]→(=two=)",
    "| {+2.+}→(=three=)",
    "3.→four",
  ]);
});

test("[PRN-22] a bullet that became a number is written as text", () => {
  const bullets = `<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="\uf0b7"/></w:lvl></w:abstractNum>`;
  const numbers = `${bullets}${abstractList(0, ["%1."])}${list(1, 0)}${list(2, 1)}`;
  const bullet = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>';
  expect(printed(renumbered(onLevel(0), bullet, "one"), { numbering: numbers })).toEqual(["| [-•-] {+1.+}→(=one=)"]);
});

test("[PRN-4] a paragraph out of its list keeps the indent that the list gave it", () => {
  const { document } = printCopy(open(item(run("one")), { numbering }));
  const { tree } = storiesOf(document)[0]!;
  const paragraph = blocksOf(storiesOf(document)[0]!)[0]!;
  const properties = tree.child(paragraph, W.pPr);
  expect(childValue(tree, tree.child(properties, W.numPr), W.numId)).toBe("0");
  expect(tree.child(properties, W.ind)).not.toBe(NONE);
});

test("[PRN-5] fields are the text they show; pages of headers are counted by who prints them", () => {
  const field = (name: string, shown: string): string =>
    `<w:r>${fld("begin")}</w:r>${code(name)}<w:r>${fld("separate")}</w:r>${run(shown)}<w:r>${fld("end")}</w:r>`;
  const clean = (text: string): string => text.replaceAll(/<w:r>(<w:r>.*?<\/w:r>)<\/w:r>/g, "$1");
  const body = `<w:p>${clean(field("DATE", "1 May"))}</w:p>`;
  const header1 = `<w:p>${clean(field("PAGE", "1"))}${clean(field("DATE", "2 May"))}</w:p>`;
  const [shown, header] = printed(body, { header1 });
  expect(shown).toBe("1 May");
  expect(header).toMatch(/^%.*%1%2 May$/);
});

const pageField = (name: string, shown: string): string =>
  `${fld("begin")}${code(name)}${fld("separate")}${run(shown)}${fld("end")}`;
const textBox = (content: string): string =>
  `<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;

test("[PRN-21] pages stay live in the text boxes of headers and footers, and are text in those of the body", () => {
  const boxed = `<w:p>${textBox(`<w:p>${pageField("PAGE", "1")}${pageField("DATE", "2 May")}</w:p>`)}</w:p>`;
  const { document } = printCopy(open(boxed, { footer1: boxed }));
  const codes = storiesOf(document).map(({ part }) =>
    new TextDecoder().decode(document.package.bytes(part)).match(/(?<=<w:instrText[^>]*>)[^<]*/g),
  );
  expect(codes).toEqual([null, ["PAGE"]]);
});

test("[PRN-20] text that is hidden on the web is printed", () => {
  const number = "<w:r><w:rPr><w:noProof/><w:webHidden/></w:rPr><w:t>7</w:t></w:r>";
  const styles = '<w:style w:type="character" w:styleId="s"><w:rPr><w:webHidden/></w:rPr></w:style>';
  const copy = printCopy(open(`<w:p>${run("Scope ")}${number}</w:p>`, { styles }));
  expect(xmlOf(copy)).toContain("<w:rPr><w:noProof/></w:rPr>");
  const parts = copy.document.package.partNames.map((part) => copy.document.package.bytes(part));
  expect(parts.filter((bytes) => new TextDecoder().decode(bytes).includes("webHidden"))).toEqual([]);
});

const LINK_STYLE =
  '<w:style w:type="character" w:styleId="Hyperlink"><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style>';
const linked = (text: string): string => `<w:r><w:rPr><w:rStyle w:val="Hyperlink"/></w:rPr><w:t>${text}</w:t></w:r>`;

/** Returns the colour and underline of each run that sets one. */
function lookOfRuns(body: string): string[] {
  const { document } = printCopy(open(body, { styles: LINK_STYLE }));
  const [story] = storiesOf(document);
  const runs = blocksOf(story!).flatMap((paragraph) => runsOf(story!, paragraph));
  return runs.map(({ node }) => {
    const { color = "", underline = "" } = readRunFormat(story!, story!.tree.child(node, W.rPr)) ?? {};
    return `${color} ${underline}`;
  });
}

test("[PRN-23] an unchanged link has the colour of its text and a dotted underline", () => {
  const link = `<w:hyperlink w:anchor="a">${linked("here")}</w:hyperlink>`;
  expect(lookOfRuns(`<w:p>${run("a ")}${link}</w:p>`)).toEqual([" ", "auto dotted"]);
  const field = `${fld("begin")}${code("HYPERLINK &quot;https://a.example&quot;")}${fld("separate")}${linked("here")}${fld("end")}`;
  expect(lookOfRuns(`<w:p>${field}${linked("styled")}</w:p>`).filter((look) => look !== " ")).toEqual(["auto dotted"]);
});

test("[PRN-23] a changed link looks like its change, and a link that looks like text stays as it is", () => {
  const inserted = `<w:hyperlink w:anchor="a">${tracked("ins", 1, linked("here"))}</w:hyperlink>`;
  expect(lookOfRuns(`<w:p>${inserted}</w:p>`)).toEqual(["#0000FE single"]);
  expect(lookOfRuns(`<w:p><w:hyperlink w:anchor="a">${run("Scope 7")}</w:hyperlink></w:p>`)).toEqual([" "]);
});

test("[PRN-23] in a merge each author has a colour, and each story a shade of it", () => {
  const by = (author: string, text: string): string =>
    `<w:ins w:id="1" w:author="${author}"><w:r><w:t>${text}</w:t></w:r></w:ins>`;
  const gone = '<w:del w:id="2" w:author="Ann"><w:r><w:delText>gone</w:delText></w:r></w:del>';
  const document = open(`<w:p>${by("Ann", "a")}${by("Bea", "b")}${by("Ann, Bea", "both")}${gone}</w:p>`, {
    header1: `<w:p>${by("Ann", "h")}</w:p>`,
  });
  writeMergeRecord(document, {
    revisions: [
      { name: "a.docx", author: "Ann" },
      { name: "b.docx", author: "Bea" },
    ],
    labels: [
      { author: "Ann", revisions: [0] },
      { author: "Bea", revisions: [1] },
      { author: "Ann, Bea", revisions: [0, 1] },
    ],
    conflicts: [],
  });
  const { sentinels, authors } = printCopy(document);
  expect(authors.map(({ name, colour }) => `${name} ${colour}`)).toEqual(["Ann 0050C8", "Bea B82018"]);
  expect(sentinels.map(({ story, mark, colour }) => `${story} ${mark} ${colour}`)).toEqual([
    "body insertion 0050C9",
    "body insertion B82019",
    "body insertion 505459",
    "body deletion 0050CA",
    "header insertion 0050CF",
  ]);
});

test("[PRN-23] a comparison has no colours of authors", () => {
  expect(printCopy(open(para("00000001", [ins(1, "a")]))).authors).toEqual([]);
});

test("[PRN-6] a change of properties has a bar, and colours that only a program tells apart", () => {
  const bold =
    '<w:r><w:rPr><w:b/><w:rPrChange w:id="1" w:author="A"><w:rPr/></w:rPrChange></w:rPr><w:t>bold</w:t></w:r>';
  const aligned = `<w:p><w:pPr><w:jc w:val="center"/><w:pPrChange w:id="2" w:author="A"><w:pPr/></w:pPrChange></w:pPr>${run("mid")}</w:p>`;
  expect(printed(`<w:p>${run("a ")}${bold}</w:p>${aligned}`)).toEqual(["| a (=bold=)", "| (=mid=)"]);
});

test("[PRN-7] rows and cells that came or went are shaded, and all text in them is coloured", () => {
  const rows = [
    row([cell(para("00000001", ["a"])), cell(para("00000002", ["b"]))], tracked("ins", 1)),
    row([cell(para("00000003", ["c"]), `\n${tracked("cellDel", 2)}\n`), cell(para("00000004", ["d"]))]),
  ];
  expect(printed(table(...rows))).toEqual(["#| {+a+} || #| {+b+}", "#| [-c-] || d"]);
});

test("[PRN-7] a note whose reference is new is new as a whole", () => {
  const reference = tracked("ins", 1, '<w:r><w:footnoteReference w:id="2"/></w:r>');
  const footnotes = `<w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r>${run("note")}</w:p></w:footnote>`;
  expect(printed(`<w:p>${run("a")}${reference}</w:p>`, { footnotes })).toEqual(["| a{+*+}", "| {+*+}{+note+}"]);
});

test("[PRN-8] comments are a numbered list at the end", () => {
  const anchored = `<w:commentRangeStart w:id="0"/>${run("a")}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`;
  const comments = `<w:comment w:id="0" w:author="Ann" w:date="2026-01-02T03:04:05Z">${para("00000009", ["why?"])}</w:comment>`;
  expect(printed(`<w:p>${anchored}</w:p>`, { comments })).toEqual(["a[1]", "Comments", "[1]→Ann, 2026-01-02: why?"]);
});

test("[PRN-9] a paragraph mark that came or went alone shows as ¶", () => {
  const joined = `<w:p><w:pPr><w:rPr>${tracked("del", 1)}</w:rPr></w:pPr>${run("a")}</w:p><w:p>${run("b")}</w:p>`;
  const empty = para("00000003", [], tracked("ins", 2));
  expect(printed(`${joined}${empty}`)).toEqual(["| a[-¶-]", "b", "| {+¶+}"]);
});

test("[PRN-9] a picture that went stands between brackets", () => {
  expect(printed(`<w:p>${tracked("del", 1, "<w:r><w:drawing/></w:r>")}</w:p>`)).toEqual(["| [-[-][-pic-][-]-]"]);
});

test("[PRN-9] a shape in two formats stands between one pair of brackets, outside of its run", () => {
  const MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
  const branches =
    '<mc:Choice Requires="wps"><w:drawing/></mc:Choice><mc:Fallback><w:pict><w:t/></w:pict></mc:Fallback>';
  const shape = `<w:r><mc:AlternateContent ${MC}>${branches}</mc:AlternateContent></w:r>`;
  const xml = xmlOf(printCopy(open(`<w:p>${tracked("ins", 1, shape)}</w:p>`)));
  expect(xml.match(/<w:t>\[<|mc:AlternateContent(?= )|<w:t>\]</g)).toEqual([
    "<w:t>[<",
    "mc:AlternateContent",
    "<w:t>]<",
  ]);
});

test("[PRN-10] controls are their text", () => {
  const control = `<w:sdt><w:sdtPr><w:dataBinding/></w:sdtPr><w:sdtContent>${run("shown")}</w:sdtContent></w:sdt>`;
  const { document } = printCopy(open(`<w:p>${control}</w:p>`));
  expect(document.package.tree(document.main).children(blocksOf(storiesOf(document)[0]!)[0]!).length).toBe(1);
});

test("[PRN-11] a text box and a row of a fixed height grow with changed text", () => {
  const box = (text: string): string =>
    `<w:r><w:pict><wps:wsp><wps:txbx><w:txbxContent><w:p>${text}</w:p></w:txbxContent></wps:txbx><wps:bodyPr><a:noAutofit xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"/></wps:bodyPr></wps:wsp></w:pict></w:r>`;
  const exact = '<w:trHeight w:val="200" w:hRule="exact"/>';
  const rows = table(row([cell(para("00000001", [ins(1, "a")]))], exact), row([cell(para("00000002", ["b"]))], exact));
  const { document } = printCopy(open(`<w:p>${box(ins(2, "c"))}</w:p><w:p>${box(run("d"))}</w:p>${rows}`));
  const xml = new TextDecoder().decode(document.package.bytes(document.main));
  expect(xml.match(/spAutoFit|noAutofit|atLeast|exact/g)).toEqual(["spAutoFit", "noAutofit", "atLeast", "exact"]);
});

const merge = (value: string): string => `<w:vMerge w:val="${value}"/>`;
const widths = (...columns: number[]): string =>
  `<w:tblGrid>${columns.map((width) => `<w:gridCol w:w="${width}"/>`).join("")}</w:tblGrid>`;
const xmlOf = ({ document }: ReturnType<typeof printCopy>): string =>
  new TextDecoder().decode(document.package.bytes(document.main));

test("[PRN-12] changed text in a cell that goes on the one above begins a cell of its own", () => {
  const kept = '<w:tcPrChange w:id="9" w:author="A"><w:tcPr/></w:tcPrChange>';
  const rows = table(
    row([cell(para("00000001", ["a"]), merge("restart"))]),
    row([cell(para("00000002", [del(1, "b")]), merge("continue"))]),
    row([cell(para("00000003", []), merge("continue"))]),
    row([cell(para("00000004", ["hidden by the change"]), `${merge("continue")}${kept}`)]),
    row([cell(para("00000005", ["hidden before and after"]), merge("continue"))]),
  );
  const merges = xmlOf(printCopy(open(rows))).match(/(?<=vMerge w:val=")\w+/g);
  expect(merges).toEqual(["restart", "restart", "continue", "restart", "continue"]);
});

test("[PRN-13] a table with the columns of both versions is as wide as the page lets it be", () => {
  const page = '<w:sectPr><w:pgSz w:w="6000" w:h="8000"/><w:pgMar w:left="1000" w:right="1000"/></w:sectPr>';
  const cells = [
    cell(para("00000001", ["a"])),
    cell(para("00000002", [del(1, "b")]), tracked("cellDel", 2)),
    cell(para("00000003", [ins(3, "c")]), tracked("cellIns", 4)),
  ];
  const lines = table(row(cells)).replace("<w:tr", `${widths(2000, 3000, 3000)}<w:tr`);
  const columns = (body: string): string[] | null => xmlOf(printCopy(open(body))).match(/(?<=gridCol w:w=")\d+/g);
  expect(columns(`${lines}${page.replace("6000", "9000")}`)).toEqual(["1750", "2625", "2625"]);
  expect(columns(`${lines}${page.replace("6000", "11000")}`)).toEqual(["2000", "3000", "3000"]);
});

const section = (id?: number): string =>
  `<w:sectPr><w:pgSz w:w="6000" w:h="8000"/>${id === undefined ? "" : `<w:sectPrChange w:id="${id}" w:author="A"><w:sectPr/></w:sectPrChange>`}</w:sectPr>`;

test("[PRN-14] a section that changed shows at its last paragraph with text, not at the empty one that breaks it", () => {
  const broken = (id?: number): string => `<w:p><w:pPr>${section(id)}</w:pPr></w:p>`;
  const text = (word: string): string => `<w:p>${run(word)}</w:p>`;
  expect(printed(`${text("a")}${text("b")}${broken(1)}${text("c")}<w:p/>${section()}`)).toEqual([
    ...["a", "| (=b=)", "", "c", ""],
  ]);
  expect(printed(`${text("a")}${broken()}${text("c")}<w:p/>${section(1)}`)).toEqual(["a", "", "| (=c=)", ""]);
  expect(printed(`${text("a")}${broken()}<w:p/>${section(1)}`)).toEqual(["a", "", "| "]);
});

test("[PRN-15] a picture or an equation of which the look or the inside changed has a line that only a program sees", () => {
  const aligned =
    '<w:pPr><w:jc w:val="center"/><w:pPrChange w:id="2" w:author="A"><w:pPr/></w:pPrChange></w:pPr><w:r><w:drawing/></w:r>';
  const equation = `<m:oMath xmlns:m="${MATH}"><m:r><m:t>a</m:t></m:r>${tracked("ins", 3, "<m:r><m:t>b</m:t></m:r>")}</m:oMath>`;
  const { document, sentinels } = printCopy(
    open(`<w:p>${aligned}</w:p><w:p>${equation}</w:p><w:p><w:r><w:drawing/></w:r></w:p>`),
  );
  const xml = new TextDecoder().decode(document.package.bytes(document.main));
  const traces = xml.match(/<w:color w:val="FFFFFE"\/><w:sz w:val="2"\/>.*?<w:u w:val="single"\/>/g);
  expect(traces?.length).toBe(2);
  expect(sentinels.map(({ colour }) => colour)).toContain("FFFFFE");
});

const MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math";

test("[PRN-3] text that has a colour and another look tells its story, too", () => {
  const red = (id: number): string =>
    `<w:p><w:r><w:rPr><w:b/><w:color w:val="C00000"/><w:rPrChange w:id="${id}" w:author="A"><w:rPr/></w:rPrChange></w:rPr><w:t>red</w:t></w:r></w:p>`;
  const { sentinels } = printCopy(open(red(1), { header1: red(2) }));
  expect(sentinels.map(({ story, colour }) => `${story} ${colour}`)).toEqual(["body C00001", "header C00003"]);
});
