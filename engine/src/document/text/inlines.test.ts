import { expect, test } from "vitest";
import { bodyStory, code, fld, p, r, tbl } from "../../../testing/documents.ts";
import { paragraphsOf } from "./blocks.ts";
import { ParagraphReader } from "./inlines.ts";
import type { View } from "./views.ts";

/** Returns the paragraphs of a body, joined by `|`. */
function read(body: string, view: View = "accepted"): string {
  const story = bodyStory(body);
  const reader = new ParagraphReader(story, view);
  return paragraphsOf(story)
    .map((paragraph) => reader.read(paragraph).text)
    .join("|");
}

const run = (content: string): string => `<w:r>${content}</w:r>`;
const deleted = (text: string): string => `<w:del>${run(`<w:delText>${text}</w:delText>`)}</w:del>`;

test.each([
  ["text runs on", p("a", "b"), "ab"],
  ["every character of a text is taken", p(run("<w:t> a <!-- c -->&amp;<![CDATA[<b>]]> </w:t>")), " a &<b> "],
  ["a tab, and one that is aligned", p("a", run("<w:tab/>"), "b", run("<w:ptab/>")), "a\tb\t"],
  ["breaks", p(run('<w:br/><w:cr/><w:br w:type="page"/><w:br w:type="column"/>')), "\n\n\f\f"],
  ["hyphens", p(run("<w:noBreakHyphen/><w:softHyphen/>")), "\u2011\u00ad"],
  ["a symbol", p(run('<w:sym w:font="Symbol" w:char="F0B7"/>')), "\uf0b7"],
  ["half a character is none", p(run('<w:sym w:char="D800"/><w:sym w:char="0000"/><w:sym w:char="x"/><w:sym/>')), ""],
  ["notes and comments", p("a", run('<w:footnoteReference w:id="1"/><w:commentReference w:id="1"/>'), "b"), "ab"],
  ["an equation", p("a", "<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>", "b"), "ab"],
  ["a reading aid", p(run(`<w:ruby><w:rt>${r("aid")}</w:rt><w:rubyBase>${r("base")}</w:rubyBase></w:ruby>`)), "base"],
  ["a reading aid for nothing", p(run(`<w:ruby><w:rt>${r("aid")}</w:rt></w:ruby>`)), ""],
  [
    "links, controls, tags",
    p(`<w:hyperlink><w:sdt><w:sdtContent><w:smartTag>${r("a")}</w:smartTag></w:sdtContent></w:sdt></w:hyperlink>`),
    "a",
  ],
  ["a text outside a run", p("<w:t>a</w:t>", "b"), "b"],
  ["what is not known", p(`<w:unknown>${r("a")}</w:unknown>`, "b"), "b"],
])("%s", (_, body, expected) => {
  expect(read(body)).toBe(expected);
});

test.each([
  ["inserted and deleted text", p("a", `<w:ins>${r("b")}</w:ins>`, deleted("c")), "ab", "ac"],
  ["moved text", p(`<w:moveFrom>${r("a")}</w:moveFrom>`, "b", `<w:moveTo>${r("c")}</w:moveTo>`), "bc", "ab"],
  ["text inserted and then deleted", p("a", `<w:ins>${deleted("b")}</w:ins>`), "a", "a"],
  [
    "a conflict",
    p(`<w14:conflictIns>${r("a")}</w14:conflictIns><w14:conflictDel>${r("b")}</w14:conflictDel>`),
    "a",
    "b",
  ],
  ["a block that is deleted", `<w:del>${p("a")}${tbl([p("b")])}</w:del>${p("c")}`, "||c", "a|b|c"],
])("%s: one side each way", (_, body, accepted, rejected) => {
  expect([read(body), read(body, "rejected")]).toEqual([accepted, rejected]);
});

const field = (instruction: string, ...result: readonly string[]): string =>
  [fld("begin"), code(instruction), fld("separate"), ...result, fld("end")].join("");

test.each([
  ["of a field the result", p("a", field("PAGE", r("1")), "b"), "a1b"],
  ["a simple field", p(`<w:fldSimple w:instr="PAGE">${r("1")}</w:fldSimple>`), "1"],
  ["a field without a result", p("a", fld("begin"), r("code"), fld("end"), "b"), "ab"],
  [
    "a field in the code of a field",
    p(fld("begin"), code("IF "), field("X", r("1")), fld("separate"), "yes", fld("end")),
    "yes",
  ],
  ["a field in the result of a field", p(field("TOC", r("a"), field("PAGEREF", r("7")))), "a7"],
  [
    "a field over paragraphs",
    `${p(fld("begin"), "code")}${p("code", fld("separate"), "a")}${p("b", fld("end"), "c")}`,
    "|a|bc",
  ],
  ["a begin without an end hides nothing", `${p("a", fld("begin"), "b")}${p(fld("separate"), "c")}`, "ab|c"],
  ["an end without a begin ends nothing", p("a", fld("end"), "b", fld("separate"), field("X", r("c"))), "abc"],
  ["a second separate is none", p(fld("begin"), fld("separate"), "a", fld("separate"), "b", fld("end")), "ab"],
  ["a field whose begin is deleted", p(`<w:del>${fld("begin")}</w:del>`, "a", fld("separate"), "b", fld("end")), "ab"],
])("%s", (_, body, expected) => {
  expect(read(body)).toBe(expected);
});

const choice = (requires: string, content: string, fallback: string): string =>
  `<mc:AlternateContent><mc:Choice Requires="${requires}">${content}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;

test.each([
  ["the choice that is understood", p(choice("wps", r("a"), r("b"))), "a"],
  ["else the fallback", p(choice("wps new", r("a"), r("b"))), "b"],
  ["among blocks", choice("new", p("a"), p("b")), "b"],
  ["inside a run", p(run(choice("w14", "<w:t>a</w:t>", "<w:t>b</w:t>"))), "a"],
  ["an element to ignore", p(`<new:wrapper>${r("a")}</new:wrapper>`, "b"), "b"],
])("%s is read", (_, body, expected) => {
  expect(read(body)).toBe(expected);
});

test("an inline knows its run and what is around it", () => {
  const story = bodyStory(p(`<w:hyperlink w:anchor="x"><w:ins>${r("a")}</w:ins></w:hyperlink>`));
  const [paragraph] = paragraphsOf(story);
  const [inline] = new ParagraphReader(story).read(paragraph!).inlines;
  const names = inline!.containers.map((node) => story.tree.writtenName(node));
  expect([inline!.kind, story.tree.writtenName(inline!.run), names]).toEqual(["text", "w:r", ["w:hyperlink", "w:ins"]]);
});

test("an inline of a result knows its field, the innermost one", () => {
  const inner = field("PAGEREF", r("b"));
  const story = bodyStory(p("x", fld("begin"), fld("separate"), "a", inner) + p("c", fld("end"), "y"));
  const reader = new ParagraphReader(story);
  const inlines = paragraphsOf(story).flatMap((paragraph) => reader.read(paragraph).inlines);
  const fields = [...new Set(inlines.map((inline) => inline.field))];
  expect(inlines.map((inline) => inline.text + fields.indexOf(inline.field)).join(" ")).toBe("x0 0 a1 1 b2 c1 y0");
});

test("pictures and other drawings are told apart, and neither shows text", () => {
  const blip = '<a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"/>';
  const story = bodyStory(p(run(`<w:drawing>${blip}</w:drawing><w:pict><v:rect/></w:pict><w:object/>`)));
  const { inlines } = new ParagraphReader(story).read(paragraphsOf(story)[0]!);
  expect(inlines.map(({ kind, text }) => kind + text)).toEqual(["image", "object", "object"]);
});

test("ten thousand fields in each other are read in one pass", () => {
  const deep = 10_000;
  const body = p(fld("begin").repeat(deep), "code", `${fld("separate")}${r("a")}${fld("end")}`.repeat(deep), "b");
  expect(read(body)).toBe("ab");
});
