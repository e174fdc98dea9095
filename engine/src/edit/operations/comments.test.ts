// Tests add_comment, reply_comment and resolve_comment, and where comments stay under other edits.

import { expect, test } from "vitest";
import { code, fld, p, r, tbl } from "../../../testing/documents.ts";
import { bodyXml, edit, refusals } from "../../../testing/edits.ts";
import type { Comment } from "../../document/marks/comments.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { addressesOf } from "../../document/text/addresses.ts";
import type { NodeId } from "../../ooxml/xml/tree.ts";
import { acceptAll, rejectAll } from "../../revisions/decide/decide.ts";
import { lintDocument } from "../../revisions/lint/lint-document.ts";

const at = (index: number) => ({ index });
const comment = (paragraphs: unknown, content: unknown, more = {}) => ({
  type: "add_comment",
  paragraphs,
  content,
  ...more,
});
const reply = (thread: unknown, content: string, more = {}) => ({
  type: "reply_comment",
  comment: thread,
  content,
  ...more,
});
const resolve = (thread: unknown) => ({ type: "resolve_comment", comment: thread });

/** Returns the threads of a document: `author: text [commented text] > replies`, resolved ones in parentheses. */
function threads(document: WordDocument): string[] {
  expect(lintDocument(document).map(({ rule }) => rule)).toEqual([]);
  const said = ({ story: { tree, root } }: Pick<Comment, "story">): string => {
    const read = (node: NodeId): string =>
      tree.isElement(node) ? tree.children(node).map(read).join("") : tree.text(node);
    return read(root);
  };
  return addressesOf(document).comments.map(({ comment: one, anchor, isResolved, replies }) => {
    const answers = replies.map((answer) => ` > ${answer.author}: ${said(answer)}`).join("");
    const line = `${one.author}: ${said(one)} [${anchor?.text}]${answers}`;
    return isResolved ? `(${line})` : line;
  });
}

const old = {
  body: p(
    '<w:commentRangeStart w:id="4"/>',
    "a",
    '<w:commentRangeEnd w:id="4"/><w:r><w:commentReference w:id="4"/></w:r>',
    "b",
  ),
  parts: { comments: `<w:comment w:id="4" w:author="Ann" w:initials="A">${p("why")}</w:comment>` },
};

/** Returns a complex field with a result. */
function field(result: string, instruction = " AUTHOR "): string {
  return fld("begin") + code(instruction) + fld("separate") + result + fld("end");
}

test("[EDT-87] a comment is on text, a paragraph or a range; its part is made", () => {
  const source = p("one two") + p("three");
  expect(threads(edit(source, comment(at(0), "x", { text: { match: "two" } })).redline)).toEqual(["Eve: x [two]"]);
  expect(threads(edit(source, comment(at(1), "x", { author: "Ann" })).clean)).toEqual(["Ann: x [three]"]);
  const range = { from: at(0), through: at(1) };
  expect(threads(edit(source, comment(range, [{ text: "x", format: { bold: true } }])).clean)[0]).toMatch(
    /^Eve: x \[one two.three\]$/s,
  );
  expect(threads(edit("<w:p/>", comment(at(0), "x")).clean)).toEqual(["Eve: x []"]);
});

test("[EDT-87] a comment has an id that no mark names, not even one whose comment is missing", () => {
  const stray = p("a", '<w:commentRangeStart w:id="5"/>', "b");
  const { clean } = edit({ ...old, body: old.body + stray }, comment(at(0), "x"));
  const ids = [...bodyXml(clean).matchAll(/commentRangeStart w:id="(\d+)"/g)].map(([, id]) => id);
  expect(ids).toEqual([...new Set(ids)]);
});

test("[EDT-87] what is put beside a block is outside of a range that begins or ends with the block, in a control too", () => {
  const [start, end] = ['<w:commentRangeStart w:id="4"/>', '<w:commentRangeEnd w:id="4"/>'];
  const last = p("b", '<w:r><w:commentReference w:id="4"/></w:r>');
  const control = `<w:sdt><w:sdtContent>${p("a")}</w:sdtContent></w:sdt>`;
  const add = (position: string) => ({
    type: "insert_paragraphs",
    destination: { paragraph: at(0), position },
    new_paragraphs: [{ content: "n" }],
  });
  for (const block of [p("a"), control]) {
    const source = { ...old, body: start + block + end + last };
    for (const position of ["before", "after"]) {
      expect(threads(edit(source, add(position), add(position)).clean)).toEqual(["Ann: why [a]"]);
    }
  }
});

test("[EDT-87] nothing of a comment is tracked", () => {
  const { redline, clean } = edit(p("one two"), comment(at(0), "x", { text: { match: "two" } }));
  expect(bodyXml(redline)).toBe(bodyXml(clean));
  expect(bodyXml(clean)).toBe(
    "<w:p><w:r><w:t>one </w:t></w:r><w:commentRangeStart/><w:r><w:t>two</w:t></w:r><w:commentRangeEnd/><w:r><w:commentReference/></w:r></w:p>",
  );
});

test("[EDT-87] replies stand in request order, also to a thread that the request makes", () => {
  const edits = [
    comment(at(0), "mine", { text: { match: "b" }, ref: "q" }),
    reply({ ref: "q" }, "1"),
    reply({ number: 1 }, "2"),
  ];
  const { clean } = edit(old, ...edits, reply({ number: 1 }, "3", { author: "Bob" }));
  expect(threads(clean)).toEqual(["Ann: why [a] > Eve: 2 > Bob: 3", "Eve: mine [b] > Eve: 1"]);
});

test("[EDT-87] a thread is resolved, once or twice", () => {
  expect(threads(edit(old, resolve({ number: 1 }), resolve({ number: 1 })).clean)).toEqual(["(Ann: why [a])"]);
});

test("[EDT-90] comments are kept when revisions are accepted or rejected", () => {
  const replace = { type: "replace", paragraphs: at(0), text: { match: "two" }, content: "2" };
  for (const decide of [acceptAll, rejectAll]) {
    const { redline } = edit(p("one two"), comment(at(0), "x", { text: { match: "two" } }), replace);
    decide(redline);
    expect(threads(redline)).toHaveLength(1);
  }
});

test("[EDT-87] a comment goes with what it is on: a new paragraph, one that moves", () => {
  const source = p("a") + p("b") + p("c");
  const add = {
    type: "insert_paragraphs",
    destination: { paragraph: at(0), position: "after" },
    new_paragraphs: [{ content: "new", ref: "n" }],
  };
  expect(threads(edit(source, add, comment({ ref: "n" }, "x")).clean)).toEqual(["Eve: x [new]"]);
  const move = { type: "move_paragraphs", paragraphs: at(0), destination: { paragraph: at(2), position: "before" } };
  expect(threads(edit(source, comment(at(0), "x"), move).clean)).toEqual(["Eve: x [a]"]);
  expect(threads(edit(source, move, comment(at(0), "x", { text: { match: "a" } })).clean)).toEqual(["Eve: x [a]"]);
});

test("[EDT-100] text at the end of a paragraph stands behind the comments that are there by then", () => {
  const insert = (where: unknown, content: string) => ({ type: "insert", paragraphs: at(0), at: where, content });
  const about = (...edits: readonly Record<string, unknown>[]) =>
    bodyXml(edit(p("ab"), ...edits).clean).replaceAll(/<w:commentRange(Start|End)\/>|<[^>]*>/g, (_, side) =>
      side === "Start" ? "[" : side === "End" ? "]" : "",
    );
  const whole = comment(at(0), "c");
  expect(about(whole, insert("end", "X"), insert("end", "Y"))).toBe("[ab]XY");
  expect(about(comment(at(0), "c", { text: { match: "b" } }), insert("end", "X"))).toBe("a[b]X");
  expect(about(insert("end", "W"), whole, insert("end", "X"))).toBe("[abW]X");
  expect(about(whole, insert({ after: { match: "b" } }, "X"), insert("end", "Y"))).toBe("[abX]Y");
});

test("[EDT-100] text at the end of a paragraph stands behind a comment that later ones end before", () => {
  const body = p("a", `<w:sdt><w:sdtContent>${r("b")}</w:sdtContent></w:sdt>`);
  const insert = { type: "insert", paragraphs: at(0), at: "end", content: "X" };
  const [whole, part] = [comment(at(0), "whole"), comment(at(0), "part", { text: { match: "b" } })];
  expect(threads(edit(body, whole, part, insert).clean)).toEqual(["Eve: whole [ab]", "Eve: part [b]"]);
  expect(threads(edit(body, part, whole, insert).clean)).toEqual(["Eve: whole [ab]", "Eve: part [b]"]);
});

test("[EDT-100] text at the start of an empty paragraph stands before all comments that are there by then", () => {
  const insert = (content: unknown) => ({ type: "insert", paragraphs: at(1), at: "start", content });
  const about = (...edits: readonly Record<string, unknown>[]) => threads(edit(`<w:p/><w:p/>`, ...edits).clean);
  const [long, short] = [comment({ from: at(0), through: at(1) }, "long"), comment(at(1), "short")];
  expect(about(long, short, insert("X"))).toEqual(["Eve: long [\n]", "Eve: short [X]"]);
  expect(about(long, insert("X"), short, insert("Y"))).toEqual(["Eve: long [\n]", "Eve: short [XY]"]);
  expect(about(insert("X"), short, insert("Y"))).toEqual(["Eve: short [XY]"]);
});

test("[EDT-38] the comment of a deleted paragraph stays outside of what is put at the start of the next", () => {
  const remove = { type: "delete_paragraphs", paragraphs: at(0) };
  const insert = { type: "insert", paragraphs: at(1), at: "start", content: "X" };
  const { redline, clean } = edit({ ...old, body: old.body + p("c") }, remove, insert);
  expect(threads(clean)).toEqual(["Ann: why []"]);
  expect(bodyXml(redline)).toContain("<w:p><w:ins><w:r><w:t>X</w:t></w:r></w:ins><w:r><w:t>c</w:t></w:r></w:p>");
});

test("[EDT-38] [EDT-100] the comment of a deleted paragraph stays in the next, also when blocks are put before that", () => {
  const remove = { type: "delete_paragraphs", paragraphs: at(1) };
  const destination = { paragraph: at(2), position: "before" };
  const source = { ...old, body: p("x") + old.body + p("c") + p("d") };
  const order = (...edits: readonly Record<string, unknown>[]) =>
    bodyXml(edit(source, remove, ...edits).clean).match(/<w:t>.|<w:tbl>|Reference/g);
  const add = { type: "insert_paragraphs", destination, new_paragraphs: [{ content: "n" }] };
  expect(order(add)).toEqual(["<w:t>x", "<w:t>n", "Reference", "<w:t>c", "<w:t>d"]);
  const move = { type: "move_paragraphs", paragraphs: at(3), destination };
  expect(order(move)).toEqual(["<w:t>x", "<w:t>d", "Reference", "<w:t>c"]);
  const table = { type: "insert_table", destination, rows: [["n"]] };
  expect(order(table)).toEqual(["<w:t>x", "<w:tbl>", "<w:t>n", "Reference", "<w:t>c", "<w:t>d"]);
});

test("[EDT-38] the comment of a deleted paragraph stays in the one behind a table that goes with it", () => {
  const remove = { type: "delete_paragraphs", paragraphs: { from: at(0), through: at(1) } };
  const destination = { paragraph: at(2), position: "before" };
  const add = { type: "insert_paragraphs", destination, new_paragraphs: [{ content: "n" }] };
  const table = tbl([p("x")]);
  const order = (block: string) =>
    bodyXml(edit({ ...old, body: old.body + block + p("c") }, remove, add).clean).match(/<w:t>.|Reference/g);
  expect(order(table)).toEqual(["<w:t>n", "Reference", "<w:t>c"]);
  const control = `<w:sdt><w:sdtContent>${table}</w:sdtContent></w:sdt>`;
  expect(order(control)).toEqual(["<w:t>n", "Reference", "<w:t>c"]);
  // A comment in the table is deleted with it, and no part of it is in the next paragraph.
  const [say, gone] = [comment(at(1), "said"), { type: "delete_table", table: { number: 1 } }];
  const { redline } = edit({ ...old, body: old.body + control + p("c") }, say, gone, add);
  expect(bodyXml(redline).match(/<w:sdt>|<w:t>n/g)).toEqual(["<w:sdt>", "<w:t>n"]);
});

test("[EDT-87] [EDT-100] a comment on a paragraph begins behind those there that are about no text", () => {
  const remove = { type: "delete_paragraphs", paragraphs: at(0) };
  const source = { ...old, body: old.body + p("c") };
  const both = ["Ann: why []", "Eve: x [c]"];
  expect(threads(edit(source, remove, comment(at(1), "x")).clean)).toEqual(both);
  const empty = old.body.replace("</w:p>", "").replaceAll(/<w:r><w:t[ >].*?<\/w:r>/g, "");
  expect(threads(edit({ ...old, body: `${empty}${r("c")}</w:p>` }, comment(at(0), "x")).clean)).toEqual(both);
  expect(threads(edit(old, comment(at(0), "x")).clean)).toEqual(["Eve: x [ab]", "Ann: why [a]"]);
});

test("[EDT-100] text at the end of a paragraph stands behind the reply to a comment that ends there", () => {
  const body = p("a", '<w:r><w:commentReference w:id="4"/></w:r>');
  const insert = (where: string) => ({ type: "insert", paragraphs: at(0), at: where, content: "X" });
  const order = (where: string) =>
    bodyXml(edit({ ...old, body }, reply({ number: 1 }, "b"), insert(where)).clean).match(/<w:t>.|Reference/g);
  expect(order("end")).toEqual(["<w:t>a", "Reference", "Reference", "<w:t>X"]);
  expect(order("start")).toEqual(["<w:t>X", "<w:t>a", "Reference", "Reference"]);
});

test("[EDT-40] the end of a paragraph is behind a comment's reference, also where a link ends", () => {
  const insert = { type: "insert", paragraphs: at(0), at: "end", content: "X" };
  const link = { type: "add_hyperlink", paragraphs: at(0), text: { match: "b" }, url: "https://example.com/" };
  const { clean } = edit(p("ab"), link, comment(at(0), "c"), insert);
  expect(bodyXml(clean)).toMatch(/<w:commentReference\/><\/w:r><w:r><w:t>X<\/w:t><\/w:r><\/w:p>$/);
});

test("[EDT-91] behind the last text and at the end of a paragraph are one point, also where a comment ends", () => {
  const insert = (where: unknown, content: string) => ({ type: "insert", paragraphs: at(0), at: where, content });
  const behind = { after: { match: "b" } };
  const both = [insert(behind, "W"), insert("end", "X"), insert(behind, "Y"), insert("end", "Z")];
  const about = { ...comment(at(0), "c"), text: { match: "b" } };
  const words = (...edits: readonly Readonly<Record<string, unknown>>[]) =>
    bodyXml(edit(p("ab"), ...edits).clean).match(/<w:t>.|Reference/g);
  const letters = ["<w:t>a", "<w:t>b"];
  expect(words(about, ...both)).toEqual([...letters, "<w:t>W", "Reference", "<w:t>X", "<w:t>Y", "<w:t>Z"]);
  expect(words(about, ...both.slice(1, 3))).toEqual([...letters, "Reference", "<w:t>X", "<w:t>Y"]);
  const reference = '<w:r><w:commentReference w:id="4"/></w:r>';
  const clean = bodyXml(edit({ ...old, body: p("ab", reference) }, ...both.slice(1, 3)).clean);
  expect(clean.match(/<w:t>.|Reference/g)).toEqual(["<w:t>a", "Reference", "<w:t>X", "<w:t>Y"]);
});

test("[EDT-40] [EDT-100] text at an end whose text was deleted stands on the same side of a comment's range as what still shows", () => {
  const [start, end] = ['<w:commentRangeStart w:id="4"/>', '<w:commentRangeEnd w:id="4"/>'];
  const reference = '<w:r><w:commentReference w:id="4"/></w:r>';
  const remove = (match: string) => ({ type: "delete", paragraphs: at(0), text: { match } });
  const insert = (where: string) => ({ type: "insert", paragraphs: at(0), at: where, content: "X" });
  const about = (body: string, match: string, where: string) =>
    threads(edit({ ...old, body }, remove(match), insert(where)).clean);
  const ends = p("b") + p(reference);
  expect(about(p(start, "a", end, reference, "b"), "a", "start")).toEqual(["Ann: why []"]);
  expect(about(p("a", start, "b", end, reference), "a", "start")).toEqual(["Ann: why [Xb]"]);
  expect(about(p(start, "a", end, "b", reference), "b", "end")).toEqual(["Ann: why [a]"]);
  for (const where of ["start", "end"]) {
    expect(about(p(start, "a", end) + ends, "a", where)).toEqual(["Ann: why []"]);
    expect(about(p(start, "a") + p("b", end, reference), "a", where)).toEqual(["Ann: why [X\nb]"]);
  }
});

test("[EDT-87] [EDT-100] a comment on a paragraph that others were joined to is on all of it", () => {
  const source = p("a") + p("b") + p("c") + p("d");
  const join = { type: "join_paragraphs", paragraphs: { from: at(1), through: at(2) } };
  expect(threads(edit(source, join, comment(at(2), "x")).clean)).toEqual(["Eve: x [bc]"]);
  const range = { from: at(2), through: at(3) };
  expect(threads(edit(source, join, comment(range, "x")).clean)).toEqual(["Eve: x [bc\nd]"]);
  // The comment does not include content that was only before the paragraph.
  const remove = { type: "delete_paragraphs", paragraphs: at(0) };
  const { redline, clean } = edit(source, remove, comment(at(1), "x"));
  expect(threads(clean)).toEqual(["Eve: x [b]"]);
  rejectAll(redline);
  expect(threads(redline)).toEqual(["Eve: x [b]"]);
});

test.each([
  ["a complex field", (inside: string) => field(inside)],
  ["a simple field", (inside: string) => `<w:fldSimple w:instr=" AUTHOR ">${inside}</w:fldSimple>`],
  ["a link", (inside: string) => field(inside, ' HYPERLINK "https://example.org/" ')],
])("[EDT-38] a comment in %s stays when all of it is deleted", (_, around) => {
  const anchored = old.body.replace("<w:p>", "").replace("</w:p>", "");
  const source = { ...old, body: p(r("x"), around(anchored), r("y")) + p("z") };
  const remove = (match: string) => ({ type: "delete", paragraphs: at(0), text: { match } });
  expect(threads(edit(source, remove("ab")).clean)).toEqual(["Ann: why []"]);
  expect(threads(edit(source, { ...remove("xaby"), type: "replace", content: "n" }).clean)).toEqual(["Ann: why []"]);
  expect(threads(edit(source, { type: "delete_paragraphs", paragraphs: at(0) }).clean)).toEqual(["Ann: why []"]);
});

test("[EDT-38] a link whose text is deleted piece by piece goes, and a comment in it stays", () => {
  const anchored = old.body.replace("<w:p>", "").replace("</w:p>", "");
  const source = { ...old, body: p(r("x"), field(anchored, ' HYPERLINK "https://example.org/" '), r("y")) };
  const remove = (match: string) => ({ type: "delete", paragraphs: at(0), text: { match } });
  const { clean } = edit(source, remove("a"), remove("b"));
  expect(threads(clean)).toEqual(["Ann: why []"]);
  expect(bodyXml(clean)).not.toContain("fldChar");
});

test("[EDT-87] comments are for the body and its tables, and are on one thing", () => {
  const note = {
    body: p("a a", '<w:r><w:footnoteReference w:id="2"/></w:r>'),
    parts: { footnotes: `<w:footnote w:id="2">${p("n")}</w:footnote>` },
  };
  expect(refusals(note, comment({ index: 0, part: { kind: "footnote", number: 1 } }, "x"))).toEqual([
    "0 paragraphs NOT_ALLOWED_HERE",
  ]);
  expect(refusals(note, comment(at(0), "x", { text: { match: "a", occurrence: "all" } }))).toEqual([
    "0 text TEXT_NOT_UNIQUE",
  ]);
  expect(refusals(note, reply({ number: 1 }, "x"))).toEqual(["0 comment COMMENT_NOT_FOUND"]);
  expect(refusals(note, comment(at(0), ""))).toEqual(["0 content INVALID_VALUE"]);
  const remove = { type: "delete", paragraphs: at(0), text: { match: "a", occurrence: 1 } };
  expect(refusals(note, remove, comment(at(0), "x", { text: { match: "a a" } }))).toEqual(["1 text TARGET_REMOVED"]);
  expect(
    threads(edit(`<w:tbl><w:tr><w:tc>${p(r("cell"))}</w:tc></w:tr></w:tbl>${p("b")}`, comment(at(0), "x")).clean),
  ).toEqual(["Eve: x [cell]"]);
});

test("[EDT-96] a comment on a range whose end was moved before its start is refused", () => {
  const four = p("a") + p("b") + p("c") + p("d");
  const move = (index: number, before: number) => ({
    type: "move_paragraphs",
    paragraphs: { index },
    destination: { paragraph: { index: before }, position: "before" },
  });
  const comment = { type: "add_comment", paragraphs: { from: { index: 1 }, through: { index: 3 } }, content: "x" };
  expect(refusals(four, move(3, 0), comment)).toEqual(["1 paragraphs UNDEFINED_COMBINATION"]);
  expect(refusals(four, move(3, 2), comment)).toEqual([]);
});
