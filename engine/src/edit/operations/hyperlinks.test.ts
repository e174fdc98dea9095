// Tests add_hyperlink, set_hyperlink and remove_hyperlink.

import { expect, test } from "vitest";
import { fld, p, r } from "../../../testing/documents.ts";
import { bodyXml, checkEdit, edit, refusals } from "../../../testing/edits.ts";
import { redlineText } from "../../../testing/redline-text.ts";
import { addressesOf } from "../../document/text/addresses.ts";

const at = (index: number) => ({ index });
const url = "https://example.com/";
const add = (match?: string, more = {}) => ({
  type: "add_hyperlink",
  paragraphs: at(0),
  ...selected(match),
  url,
  ...more,
});
const set = (match?: string) => ({ type: "set_hyperlink", paragraphs: at(0), ...selected(match), url });
const remove = (match?: string) => ({ type: "remove_hyperlink", paragraphs: at(0), ...selected(match) });
const selected = (match?: string) => (match === undefined ? {} : { text: { match } });
const text = (type: string, match: string, more = {}) => ({ type, paragraphs: at(0), text: { match }, ...more });

const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const field = (address: string, shown: string) =>
  `${mark("begin")}<w:r><w:instrText xml:space="preserve"> HYPERLINK "${address}" </w:instrText></w:r>${mark("separate")}${shown}${mark("end")}`;
const styles = '<w:style w:type="character" w:styleId="Link"><w:name w:val="Hyperlink"/></w:style>';
const styled = '<w:r><w:rPr><w:rStyle w:val="Link"/></w:rPr><w:t>old</w:t></w:r>';
const links: Record<string, { body: string; parts: { styles: string }; links?: Record<string, string> }> = {
  field: { body: p("a ", field("http://old/", styled), " b"), parts: { styles } },
  "simple field": {
    body: p("a ", `<w:fldSimple w:instr=" HYPERLINK &quot;http://old/&quot; ">${styled}</w:fldSimple>`, " b"),
    parts: { styles },
  },
  element: {
    body: p("a ", `<w:hyperlink r:id="rIdlink" w:history="1" w:tooltip="tip">${styled}</w:hyperlink>`, " b"),
    parts: { styles },
    links: { rIdlink: "http://old/" },
  },
};
const CODES: Record<string, string> = { element: 'HYPERLINK "http://old/" \\o "tip"' };

test("[EDT-84] a link is a field around its text, which gets the style of links, tracked", () => {
  const { redline, clean } = edit(p("see the website now"), add("website"));
  expect(redlineText(redline)).toBe(`see the {+{HYPERLINK "${url}"}+}website{++} now`);
  expect(bodyXml(redline)).toContain(
    '<w:r><w:rPr><w:rStyle w:val="Hyperlink"/><w:rPrChange><w:rPr/></w:rPrChange></w:rPr><w:t>website</w:t></w:r><w:ins><w:r><w:fldChar w:fldCharType="end"/></w:r></w:ins>',
  );
  expect(bodyXml(clean)).not.toContain("<w:ins>");
});

test("[EDT-104] a new link inside of one that is removed is still a link, and looks like one", () => {
  const content = [{ type: "hyperlink", url, content: "new" }];
  const source = { ...links.field!, body: p(field("http://old/", `${styled}${styled.replace("old", "more")}`)) };
  const { clean } = edit(source, text("replace", "more", { content }), remove("old"));
  expect(bodyXml(clean)).toMatch(/<w:p><w:r><w:t>old<\/w:t><\/w:r>.*"Link"\/><\/w:rPr><w:t>new</);
  const later = edit(
    { ...source, body: bodyXml(edit(source, text("replace", "more", { content })).clean) },
    remove("old"),
  );
  expect(bodyXml(later.clean)).toBe(bodyXml(clean));
});

test("[EDT-53] without text the whole paragraph is linked, and the only link is meant", () => {
  checkEdit(p("a", "b"), [add()], `{+{HYPERLINK "${url}"}+}ab{++}`);
  expect(refusals("<w:p/>", add())).toEqual(["0 paragraphs NOT_ALLOWED_HERE"]);
  expect(refusals(p("a"), set())).toEqual(["0 paragraphs NOT_LINKED"]);
  const two = p(field("http://one/", r("one")), field("http://two/", r("two")));
  expect(refusals(two, remove())).toEqual(["0 paragraphs NOT_LINKED"]);
  expect(refusals(two, set("onetwo"))).toEqual(["0 text NOT_LINKED"]);
  checkEdit(two, [set("ne")], `[-{HYPERLINK "http://one/"}-]{+{HYPERLINK "${url}"}+}one{HYPERLINK "http://two/"}two`);
});

test.each(Object.keys(links))("[EDT-84] the code of a link that is a(n) %s is deleted and another inserted", (kind) => {
  const code = CODES[kind] ?? 'HYPERLINK "http://old/"';
  checkEdit(links[kind]!, [set()], `a [-{${code}}-]{+{HYPERLINK "${url}"}+}old b`);
  expect(redlineText(edit(links[kind]!, set("ld"), set()).clean)).toBe(`a {HYPERLINK "${url}"}old b`);
});

test.each(Object.keys(links))(
  "[EDT-84] of a link that is a(n) %s the field and the style go, the text stays",
  (kind) => {
    const { redline, clean } = edit(links[kind]!, remove());
    expect(redlineText(redline)).toBe(`a [-{${CODES[kind] ?? 'HYPERLINK "http://old/"'}}-]old[--] b`);
    expect(bodyXml(redline)).toContain(
      '<w:rPr><w:rPrChange><w:rPr><w:rStyle w:val="Link"/></w:rPr></w:rPrChange></w:rPr>',
    );
    expect(redlineText(clean)).toBe("a old b");
    expect(bodyXml(clean)).not.toContain("w:rStyle");
    expect(redlineText(edit(links[kind]!, set(), remove()).clean)).toBe("a old b");
  },
);

test("[EDT-84] text that is linked already, or by an earlier edit, is not linked again", () => {
  for (const kind of Object.keys(links)) expect(refusals(links[kind]!, add("a o"))).toEqual(["0 text ALREADY_LINKED"]);
  expect(refusals(p("abcd"), add("abc"), add("cd"))).toEqual(["1 text OVERLAP"]);
  checkEdit(p("abcd"), [add("ab"), add("cd")], `{+{HYPERLINK "${url}"}+}ab{+{HYPERLINK "${url}"}+}cd{++}`);
});

test("[EDT-84] an address is absolute http, https or mailto", () => {
  for (const bad of [
    "javascript:x",
    "file:///x",
    "data:x",
    "/x",
    "\\\\x\\y",
    "http://a b/",
    'http://a"/',
    "ftp://x/",
  ]) {
    expect(refusals(p("a"), add("a", { url: bad }))).toEqual(["0 url URL_NOT_ALLOWED"]);
  }
  expect(refusals(p("a"), add("a", { url: "mailto:a@b.c" }))).toEqual([]);
});

test("[EDT-84] an address holds every character that the standard of addresses allows, the apostrophe too", () => {
  const all = "https://example.com/AZaz09-._~:/?#[]@!$&'()*+,;=%27";
  checkEdit(p("a"), [add("a", { url: all })], `{+{HYPERLINK "${all}"}+}a{++}`);
});

test("[EDT-34] what is put beside a new link is none of it", () => {
  const insert = (where: object, content: string) => ({ type: "insert", paragraphs: at(0), at: where, content });
  const [before, after] = [insert({ before: { match: "b" } }, "1"), insert({ after: { match: "b" } }, "2")];
  const wanted = `a{+1{HYPERLINK "${url}"}+}b{+2+}c`;
  checkEdit(p("abc"), [add("b"), before, after], wanted);
  checkEdit(p("abc"), [before, after, add("b")], wanted);
  expect(bodyXml(edit(p("abc"), add("b"), after).clean)).toContain("<w:r><w:t>2</w:t></w:r>");
});

const insertAt = (where: unknown, content: string) => ({ type: "insert", paragraphs: at(0), at: where, content });

test.each(Object.keys(links))("[EDT-100] what is beside a changed link that is a(n) %s is none of it", (kind) => {
  const split = (where: object) => ({ type: "split_paragraph", paragraphs: at(0), at: where });
  const changed = (second: ReturnType<typeof split>) => redlineText(edit(links[kind]!, set(), second).clean);
  const link = `{HYPERLINK "${url}"}`;
  expect(changed(split({ before: { match: "old" } }))).toBe(`a \n${link}old b`);
  expect(changed(split({ after: { match: "old" } }))).toBe(`a ${link}old\n b`);
  const { clean } = edit(links[kind]!, set(), insertAt({ after: { match: "old" } }, "X"));
  expect(bodyXml(clean)).toContain('<w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>X</w:t></w:r>');
  const removed = edit(links[kind]!, remove(), insertAt({ before: { match: "old" } }, "X"));
  expect(redlineText(removed.clean)).toBe("a Xold b");
});

test("[EDT-34] behind a link whose end was replaced is behind the link, whenever its address is set", () => {
  const source = { ...links.element!, body: links.element!.body.replace(r(" b"), "") };
  const [replace, end] = [text("replace", "ld", { content: "N" }), insertAt("end", "X")];
  for (const edits of [
    [replace, set(), end],
    [set(), replace, end],
  ]) {
    const xml = bodyXml(edit(source, ...edits).clean);
    expect(xml).toMatch(/<w:fldChar w:fldCharType="end"\/><\/w:r><w:r><w:t>X<\/w:t><\/w:r><\/w:p>$/);
  }
});

test("[EDT-34] what replaces text over the end of a new link is in the link of the first replaced character", () => {
  const inLink = bodyXml(edit(p("abc"), add("ab"), text("replace", "bc", { content: "N" })).clean);
  expect(inLink).toContain('<w:t>N</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/>');
  const outside = bodyXml(edit(p("abc"), add("bc"), text("replace", "ab", { content: "N" })).clean);
  expect(outside).toContain('<w:t>N</w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/>');
});

test.each(Object.keys(links))(
  "[EDT-34] what replaces text over an end of a removed link that was a(n) %s stands behind all of it, as where there was none",
  (kind) => {
    const start = '<w:commentRangeStart w:id="4"/>';
    const end = '<w:commentRangeEnd w:id="4"/><w:r><w:commentReference w:id="4"/></w:r>';
    const comments = `<w:comment w:id="4" w:author="Ann" w:initials="A">${p("why")}</w:comment>`;
    const commented = (from: string, match: string, ...before: ReturnType<typeof remove>[]) => {
      const body = links[kind]!.body.replace(from, start + from).replace("</w:p>", `${end}</w:p>`);
      const source = { ...links[kind]!, body, parts: { ...links[kind]!.parts, comments } };
      const { clean } = edit(source, ...before, text("replace", match, { content: "N" }));
      return addressesOf(clean).comments[0]?.anchor?.text;
    };
    expect(commented(r(" b"), "ld ", remove())).toBe("Nb");
    expect(commented(r(" b"), "ld ")).toBe("b");
    const link = links[kind]!.body.split(r("a "))[1]!.split(r(" b"))[0]!;
    expect(commented(link, " o", remove())).toBe("Nld b");
    expect(commented(link, " o")).toBe("ld b");
  },
);

test.each(Object.keys(links))(
  "[EDT-100] the text of a link that is a(n) %s is replaced and its address set",
  (kind) => {
    const replace = text("replace", "old", { content: "new" });
    for (const edits of [
      [replace, set()],
      [set(), replace],
    ]) {
      expect(redlineText(edit(links[kind]!, ...edits).clean)).toBe(`a {HYPERLINK "${url}"}new b`);
    }
  },
);

test("[EDT-96] a link does not outlive its text, and is not set after it was removed", () => {
  for (const kind of Object.keys(links)) {
    expect(refusals(links[kind]!, set(), text("delete", "old"))).toEqual(["1 text UNDEFINED_COMBINATION"]);
    expect(refusals(links[kind]!, text("delete", "old"), set())).toEqual(["1 paragraphs TARGET_REMOVED"]);
    expect(refusals(links[kind]!, remove(), set())).toEqual(["1 paragraphs TARGET_REMOVED"]);
    const split = { type: "split_paragraph", paragraphs: at(0), at: { after: { match: "ol" } } };
    expect(refusals(links[kind]!, split, set())).toEqual(["1 paragraphs UNDEFINED_COMBINATION"]);
    expect(redlineText(edit(links[kind]!, set(), text("delete", "ol")).clean)).toBe(`a {HYPERLINK "${url}"}d b`);
  }
  expect(refusals(p("abc"), text("delete", "b"), add("ab"))).toContain("1 text TARGET_REMOVED");
});

test("[EDT-84] part of a field's result, and text across a content control, is not linked", () => {
  const page = `${mark("begin")}<w:r><w:instrText> PAGE </w:instrText></w:r>${mark("separate")}${r("12")}${mark("end")}`;
  expect(refusals(p("a", page), add("a1"))).toEqual(["0 text PROTECTED_CONTENT"]);
  checkEdit(p("a", page), [add("12")], `a{+{HYPERLINK "${url}"}+}{PAGE}12{++}`);
  const control = p("a", `<w:sdt><w:sdtContent>${r("b")}</w:sdtContent></w:sdt>`);
  expect(refusals(control, add("ab"))).toEqual(["0 text PROTECTED_CONTENT"]);
  checkEdit(control, [add("b")], `a{+{HYPERLINK "${url}"}+}b{++}`);
});

test("[EDT-13] a link in what another inserted leaves it that other's", () => {
  const other = '<w:ins w:id="1" w:author="Ann" w:date="2026-01-01T00:00:00Z">';
  const { clean } = edit(p("a", `${other}${r("bcd")}</w:ins>`), add("c"));
  expect(redlineText(clean)).toBe(`a{+b+}{HYPERLINK "${url}"}{+c+}{+d+}`.replace("+}{+d", "d"));
});

test("[EDT-84] a document without styles gets the style of links, whatever styles it names", () => {
  const body = `<w:p><w:pPr><w:pStyle w:val="None"/></w:pPr>${r("a")}</w:p>`;
  expect(refusals(body, { type: "add_hyperlink", paragraphs: { index: 0 }, url: "https://a.b/" })).toEqual([]);
});

test("[EDT-100] what an earlier edit put into the text has the look of the link, and loses it with the link", () => {
  const inside = insertAt({ before: { match: "b" } }, "X");
  const styledRun = (shown: string) => `<w:r><w:rPr><w:rStyle w:val="Hyperlink"/></w:rPr><w:t>${shown}</w:t></w:r>`;
  expect(bodyXml(edit(p("ab"), inside, add()).clean)).toContain(styledRun("a") + styledRun("X") + styledRun("b"));
  for (const source of Object.values(links)) {
    const { clean } = edit(source, insertAt({ after: { match: "ol" } }, "X"), remove());
    expect(redlineText(clean)).toBe("a olXd b");
    expect(bodyXml(clean)).not.toContain("w:rStyle");
  }
});

test("[EDT-53] a link of the whole paragraph holds what earlier edits put at its ends, and what comes later stands behind it", () => {
  const end = (content: unknown) => ({ type: "insert", paragraphs: { index: 0 }, at: "end", content });
  const start = { ...end("s"), at: "start" };
  const field = [{ type: "field", code: "PAGE" }, { text: "n" }];
  const { clean } = edit(p("ab"), end(field), start, add(), end("e"));
  const marks = bodyXml(clean).replaceAll(/<w:fldChar w:fldCharType="(.).*?>|<[^>]*>/g, (_, type = "") => `${type}`);
  expect(marks).toBe(`b HYPERLINK "${url}" ssabb PAGE s1enee`);
  // Later text comes after content without characters too.
  const behind = edit(p("ab", fld("begin"), fld("end")), end("n"), add(), end("e")).clean;
  const texts = bodyXml(behind).match(/HYPERLINK|"(begin|separate|end)"|(?<=<w:t>)[^<]*/g);
  expect(texts?.join(" ")).toBe('"begin" HYPERLINK "separate" ab "begin" "end" n "end" e');
  const link = [{ type: "hyperlink", url, content: "n" }];
  expect(refusals(p("ab"), end(link), add())).toEqual(["1 paragraphs OVERLAP"]);
});
