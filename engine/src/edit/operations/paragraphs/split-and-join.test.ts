// Tests split_paragraph and join_paragraphs.

import { expect, test } from "vitest";
import { p, r, tbl } from "../../../../testing/documents.ts";
import { acceptedText, bodyXml, checkEdit, edit, refusals } from "../../../../testing/edits.ts";

const at = (index: number) => ({ index });
const split = (index: number, where: unknown, more = {}) => ({
  type: "split_paragraph",
  paragraphs: at(index),
  at: where,
  ...more,
});
const join = (from: number, through: number, more = {}) => ({
  type: "join_paragraphs",
  paragraphs: { from: at(from), through: at(through) },
  ...more,
});
const before = (match: string) => ({ before: { match } });
const replace = (index: number, match: string, content: string) => ({
  type: "replace",
  paragraphs: at(index),
  text: { match },
  content,
});
const styled = (id: string, text: string) => `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr>${r(text)}</w:p>`;
const styles = ["A", "B"]
  .map((id) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/></w:style>`)
  .join("");
const setStyle = (paragraphs: unknown, style_id: string) => ({ type: "set_paragraph_style", paragraphs, style_id });

test("[EDT-70] a paragraph is split by a mark that is inserted, also inside a link", () => {
  checkEdit(p("one two") + p("z"), [split(0, before("two"))], "one ¶+\ntwo\nz");
  const link = `<w:p>${r("a ")}<w:hyperlink w:anchor="x">${r("one two")}</w:hyperlink></w:p>`;
  const xml = bodyXml(edit(link, split(0, before("two"))).clean);
  expect(xml).toBe(
    '<w:p><w:r><w:t>a </w:t></w:r><w:hyperlink w:anchor="x"><w:r><w:t>one </w:t></w:r></w:hyperlink></w:p><w:p><w:hyperlink w:anchor="x"><w:r><w:t>two</w:t></w:r></w:hyperlink></w:p>',
  );
});

test("[EDT-70] a split at an end, at two places or in a control is refused", () => {
  expect(refusals(p("one"), split(0, before("one")))).toEqual(["0 at INVALID_VALUE"]);
  expect(refusals(p("one"), split(0, { after: { match: "one" } }))).toEqual(["0 at INVALID_VALUE"]);
  expect(refusals(p("a a a"), split(0, { after: { match: " ", occurrence: "all" } }))).toEqual([
    "0 at TEXT_NOT_UNIQUE",
  ]);
  const control = `<w:p><w:sdt><w:sdtContent>${r("one two")}</w:sdtContent></w:sdt></w:p>`;
  expect(refusals(control, split(0, before("two")))).toEqual(["0 at PROTECTED_CONTENT"]);
});

test("[EDT-71] text is selected through the uploaded paragraph that held it", () => {
  checkEdit(
    p("one two"),
    [split(0, before("two")), replace(0, "two", "2"), replace(0, "one", "1")],
    "[-one-]{+1+} ¶+\n[-two-]{+2+}",
  );
  checkEdit(p("one two three"), [split(0, before("two")), split(0, before("three"))], "one ¶+\ntwo ¶+\nthree");
  checkEdit(p("one two three"), [split(0, before("three")), split(0, before("two"))], "one ¶+\ntwo ¶+\nthree");
  checkEdit(p("a") + p("b"), [join(0, 1), replace(0, "a", "1"), replace(1, "b", "2")], "[-a-]{+1+}¶-\n[-b-]{+2+}");
});

test("[EDT-72] the address names the first half, the ref the second", () => {
  const source = { body: styled("A", "one two"), parts: { styles } };
  const edits = [split(0, before("two"), { ref: "tail" }), setStyle({ ref: "tail" }, "B")];
  expect(bodyXml(edit(source, ...edits).clean)).toMatch(/"A"\/><\/w:pPr><w:r><w:t>one .*"B"\/><\/w:pPr><w:r><w:t>two/);
  const first = [split(0, before("two")), setStyle(at(0), "B")];
  expect(bodyXml(edit(source, ...first).clean)).toMatch(/"B"\/><\/w:pPr><w:r><w:t>one .*"A"\/><\/w:pPr><w:r><w:t>two/);
});

test("[EDT-72] the ref of a half that is split again names its first part", () => {
  const source = { body: styled("A", "one two three"), parts: { styles } };
  const edits = [split(0, before("two"), { ref: "x" }), split(0, before("three")), setStyle({ ref: "x" }, "B")];
  expect(
    bodyXml(edit(source, ...edits).clean)
      .match(/(?<=")[AB](?=")|(?<=<w:t>)[a-z]+/g)
      ?.join(" "),
  ).toBe("A one B two A three");
});

test("[EDT-73] paragraphs are joined into one that is like the first, with a separator at each joint", () => {
  checkEdit(p("a") + p("b") + p("c"), [join(0, 2, { separator: " " })], "a{+ +}¶-\nb{+ +}¶-\nc");
  const { clean } = edit({ body: styled("A", "a") + styled("B", "b"), parts: { styles } }, join(0, 1));
  expect(bodyXml(clean)).toBe(
    '<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>a</w:t></w:r><w:r><w:t>b</w:t></w:r></w:p>',
  );
});

test("[EDT-73] text that is put behind the last text before a joint stands before the separator", () => {
  const insert = (content: string) => ({ type: "insert", paragraphs: at(0), at: { after: { match: "a" } }, content });
  const joined = join(0, 1, { separator: "; " });
  const start = { ...insert("Z"), paragraphs: at(1), at: "start" };
  expect(acceptedText(p("a") + p("b"), joined, insert("X"), start, insert("Y"))).toBe("aXY; Zb");
  expect(acceptedText(p("a") + p("b"), insert("X"), joined, insert("Y"))).toBe("aXY; b");
});

test("[EDT-73] a separator between parts that are one again stands behind a comment on the first", () => {
  const edits = [
    { type: "split_paragraph", paragraphs: at(0), at: { before: { match: "two" } }, ref: "half" },
    { type: "add_comment", paragraphs: at(0), content: "why" },
    { type: "join_paragraphs", paragraphs: { from: at(0), through: { ref: "half" } }, separator: "; " },
  ];
  const { clean } = edit(p("one two"), ...edits);
  expect(
    bodyXml(clean)
      .match(/Range\w+|Reference|(?<=<w:t[^>]*>)[^<]+/g)
      ?.join(" "),
  ).toBe("RangeStart one  RangeEnd Reference ;  two");
});

test("[EDT-73] a join of paragraphs that are alike changes nothing but marks", () => {
  expect(bodyXml(edit(p("a") + p("b"), join(0, 1)).redline)).not.toContain("Change");
});

test("[EDT-72] text goes to the ends of each half, and the second can be linked whole", () => {
  const body = p("one two three");
  const split = (match: string, ref: string) => ({
    type: "split_paragraph",
    paragraphs: { index: 0 },
    at: { before: { match } },
    ref,
  });
  const insert = (ref: string, at: string, content: string) => ({ type: "insert", paragraphs: { ref }, at, content });
  const before = { type: "insert", paragraphs: { index: 0 }, at: { before: { match: "two" } }, content: "A" };
  checkEdit(
    body,
    [before, split("two", "x"), insert("x", "start", "B"), { ...before, content: "C" }],
    "one {+A+}¶+\n{+BC+}two three",
  );
  checkEdit(
    body,
    [split("three", "x"), split("two", "y"), insert("y", "end", "B"), insert("x", "start", "C")],
    "one ¶+\ntwo {+B+}¶+\n{+C+}three",
  );
  const link = { type: "add_hyperlink", paragraphs: { ref: "y" }, url: "https://a.b/" };
  checkEdit(
    body,
    [split("three", "x"), split("two", "y"), link],
    'one ¶+\n{+{HYPERLINK "https://a.b/"}+}two {++}¶+\nthree',
  );
});

test("[EDT-70] a paragraph is not split in text with a reading aid, nor where its markup is broken", () => {
  const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${r("aid")}</w:rt><w:rubyBase>${r("text")}</w:rubyBase></w:ruby></w:r>`;
  const split = { type: "split_paragraph", paragraphs: { index: 0 }, at: { before: { match: "xt" } } };
  expect(refusals(`<w:p>${r("a")}${ruby}</w:p>`, split)).toEqual(["0 at PROTECTED_CONTENT"]);
  const broken = `<w:p>${r("te")}<w:pPr><w:jc w:val="left"/></w:pPr>${r("xt")}</w:p>`;
  expect(refusals(broken, split)).toEqual(["0 paragraphs NOT_ALLOWED_HERE"]);
});

test("[EDT-73] a join is refused where the last paragraph has no room for what the first is like", () => {
  const change = '<w:pPr><w:jc w:val="left"/><w:pPrChange w:id="1" w:author="A"><w:pPr/></w:pPrChange></w:pPr>';
  const join = { type: "join_paragraphs", paragraphs: { from: { index: 0 }, through: { index: 1 } } };
  expect(refusals(`${p("a")}<w:p>${change}${r("b")}</w:p>`, join)).toEqual(["0 paragraphs UNDECIDED_CHANGE"]);
  const mark =
    '<w:rPr><w:ins w:id="2" w:author="A"/><w:b/><w:rPrChange w:id="1" w:author="A"><w:rPr/></w:rPrChange></w:rPr>';
  const centred = `<w:p><w:pPr><w:jc w:val="center"/></w:pPr>${r("a")}</w:p>`;
  const { clean } = edit(`${centred}<w:p><w:pPr>${mark}</w:pPr>${r("b")}</w:p>${p("c")}`, join);
  expect(bodyXml(clean)).toContain('<w:jc w:val="center"/><w:rPr><w:ins/><w:b/><w:rPrChange>');
});

test("[EDT-73] a join over a table, over a section break or of one paragraph is refused", () => {
  const body = p("a") + tbl([p("b")]) + p("c");
  expect(refusals(body, join(0, 2))).toEqual(["0 paragraphs RANGE_INVALID"]);
  expect(refusals(body, join(0, 1))).toEqual(["0 paragraphs RANGE_INVALID"]);
  expect(refusals(p("a"), join(0, 0))).toEqual(["0 paragraphs RANGE_INVALID"]);
  expect(refusals(`<w:p><w:pPr><w:sectPr/></w:pPr>${r("a")}</w:p>${p("b")}`, join(0, 1))).toEqual([
    "0 paragraphs NOT_ALLOWED_HERE",
  ]);
  expect(refusals(p("a") + p("b"), join(1, 0))).toEqual(["0 paragraphs RANGE_INVALID"]);
});

test("[EDT-96] combinations that have no one result are refused", () => {
  const body = p("one two") + p("b") + p("c");
  const remove = { type: "delete_paragraphs", paragraphs: at(0) };
  const add = {
    type: "insert_paragraphs",
    destination: { paragraph: at(0), position: "after" },
    new_paragraphs: [{ content: "x" }],
  };
  expect(refusals(body, split(0, before("two")), remove)).toEqual(["1 paragraphs UNDEFINED_COMBINATION"]);
  expect(refusals(body, join(0, 1), remove)).toEqual(["1 paragraphs UNDEFINED_COMBINATION"]);
  expect(refusals(body, add, join(0, 1))).toEqual(["1 paragraphs UNDEFINED_COMBINATION"]);
  expect(refusals(body, join(0, 1), add)).toEqual(["1 destination UNDEFINED_COMBINATION"]);
});

test("[EDT-70] a table comes between the halves of the last paragraph", () => {
  const split = { type: "split_paragraph", paragraphs: at(1), at: { before: { match: "two" } }, ref: "half" };
  const table = {
    type: "insert_table",
    destination: { paragraph: { ref: "half" }, position: "before" },
    rows: [["x"]],
  };
  expect(acceptedText(p() + p("one two"), split, table)).toBe("\none \nrow: x\ntwo");
});

test("[EDT-72] the second half of a paragraph that was joined before is all of it, up to its mark", () => {
  const joined = { type: "join_paragraphs", paragraphs: { from: { index: 0 }, through: { index: 1 } }, separator: "-" };
  const cut = { type: "split_paragraph", paragraphs: { index: 0 }, at: { before: { match: "b" } }, ref: "half" };
  const half = { ref: "half" };
  const made = (...edits: Parameters<typeof edit>[1][]) =>
    bodyXml(edit(p("ab") + p("c") + p("d"), joined, cut, ...edits).clean);
  const centred = { type: "set_paragraph_format", paragraphs: half, paragraph_format: { alignment: "center" } };
  expect(made(centred)).toContain('<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:t>b</w:t>');
  const bold = made({ type: "format", paragraphs: half, format: { bold: true } });
  expect(bold.match(/<w:b\/>/g)).toHaveLength(4);
  const add = (position: string) => ({
    type: "insert_paragraphs",
    destination: { paragraph: half, position },
    new_paragraphs: [{ content: "N" }],
  });
  const text = (xml: string) => xml.replaceAll("</w:p>", "|").replaceAll(/<[^>]*>/g, "");
  expect([text(made(add("before"))), text(made(add("after")))]).toEqual(["a|N|b-c|d|", "a|b-c|N|d|"]);
});

test("[EDT-100] both halves of a paragraph that was joined before are like the first of those that were joined", () => {
  const source = { body: styled("A", "a") + styled("B", "one two") + styled("B", "c"), parts: { styles } };
  const looks = (...edits: Parameters<typeof edit>[1][]) =>
    [...bodyXml(edit(source, ...edits).clean).matchAll(/w:val="(.)"/g)].map(([, id]) => id).join("");
  expect(looks(join(0, 2), split(1, before("two")))).toBe("AA");
  expect(looks(join(0, 1), split(1, before("two")))).toBe("AAB");
});

test("[EDT-26] a reference to a paragraph that others are joined to shows all of it, and none of it shows itself", () => {
  const see = (index: number, to: number, show = "text") => ({
    type: "insert",
    paragraphs: at(index),
    at: "end",
    content: [{ type: "cross_reference", to: at(to), show }],
  });
  const body = p() + p("one") + p("two ");
  for (const to of [0, 1]) expect(acceptedText(body, join(0, 1), see(2, to))).toBe("one\ntwo one");
  expect(acceptedText(p("a") + p("b") + p("c "), join(0, 1, { separator: "-" }), see(2, 0))).toBe("a-b\nc a-b");
  const { redline } = edit(p("a") + p("one") + p("c "), join(0, 1), see(2, 0), see(2, 1));
  const xml = bodyXml(redline);
  expect(xml.match(/<w:bookmarkStart/g)).toHaveLength(1);
  expect(xml.indexOf("<w:bookmarkEnd")).toBeGreaterThan(xml.indexOf("one"));
  expect(refusals(body, join(0, 1), see(1, 0))).toEqual(["1 content[0].show INVALID_VALUE"]);
});

test("[EDT-96] a paragraph that a new section ends with is not moved, also if it was split and is whole again", () => {
  const breakAt = { type: "insert_section_break", paragraphs: at(0), section_type: "next_page" };
  const moveAway = {
    type: "move_paragraphs",
    paragraphs: at(0),
    destination: { paragraph: at(1), position: "after" },
  };
  const body = p("one two") + p("b");
  const halves = [split(0, before("two"), { ref: "h" })];
  const whole = { type: "join_paragraphs", paragraphs: { from: at(0), through: { ref: "h" } } };
  expect(refusals(body, breakAt, moveAway)).toEqual(["1 paragraphs UNDEFINED_COMBINATION"]);
  expect(refusals(body, ...halves, breakAt, whole, moveAway)).toEqual(["3 paragraphs UNDEFINED_COMBINATION"]);
  expect(refusals(body, ...halves, whole, moveAway)).toEqual([]);
});

test("[EDT-16] paragraphs that fill the only cell of a table are joined in it", () => {
  expect(acceptedText(tbl([p("a") + p("b")]) + p("c"), join(0, 1))).toBe("row: ab\nc");
  expect(refusals(tbl([p("a"), p("b")]) + p("c"), join(0, 1))).toEqual(["0 paragraphs RANGE_INVALID"]);
  expect(refusals(tbl([p("a") + p("b")]) + p("c"), join(0, 2))).toEqual(["0 paragraphs RANGE_INVALID"]);
});
