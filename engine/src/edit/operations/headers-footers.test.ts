// Tests add_header_footer: the part, its reference and its tracked content (EDT-83, EDT-5).

import { expect, test } from "vitest";
import { p, tbl } from "../../../testing/documents.ts";
import { bodyXml, edit, openSource, refusals } from "../../../testing/edits.ts";
import { text } from "../../../testing/packages.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { sectionsOf } from "../../document/sections.ts";
import { bodyOf } from "../../document/text/stories.ts";
import { rejectAll } from "../../revisions/decide/decide.ts";
import { editDocument } from "../edit-document.ts";

const add = (part: object, more: object = { content: "x" }, section: object = { number: 1 }) => ({
  type: "add_header_footer",
  section,
  part,
  ...more,
});
const header = { kind: "header" };
const withHeader = {
  body: `${p("a")}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>`,
  parts: { header1: p("h") },
};

test("[EDT-83] the part and the reference are there at once, what it says is a tracked insertion", () => {
  const { redline, clean } = edit(`${p("a")}<w:sectPr><w:titlePg/></w:sectPr>`, add(header));
  const [shown] = sectionsOf(redline, bodyOf(redline)!)[0]!.shown;
  expect([shown!.kind, shown!.type]).toEqual(["header", "default"]);
  expect(text(redline.package.bytes(shown!.part)!)).toMatch(
    /<w:p>.*<w:ins [^>]*><w:r><w:t>x<\/w:t><\/w:r><\/w:ins><\/w:p>/,
  );
  expect(text(clean.package.bytes(shown!.part)!)).toContain("<w:p><w:r><w:t>x</w:t></w:r></w:p>");
  expect(bodyXml(redline)).toMatch(
    /<w:sectPr><w:headerReference w:type="default" r:id="[^"]+"\/><w:titlePg\/><\/w:sectPr>/,
  );
});

test("[EDT-83] one for the first page turns a different first page on, tracked", () => {
  const { redline } = edit(p("a"), add({ kind: "footer", type: "first" }));
  expect(bodyXml(redline)).toMatch(
    /<w:footerReference w:type="first"[^>]*\/><w:titlePg\/><w:sectPrChange><w:sectPr\/>/,
  );
});

test("[EDT-83] paragraphs are in the usual style; a ref names the part", () => {
  const styles = '<w:style w:type="paragraph" w:styleId="Kopf"><w:name w:val="header"/></w:style>';
  const items = { new_paragraphs: [{ content: "x" }, { content: "y" }], ref: "h" };
  const centred = {
    type: "set_paragraph_format",
    paragraphs: { index: 1, part: { ref: "h" } },
    paragraph_format: { alignment: "center" },
  };
  const { clean } = edit({ body: p("a"), parts: { styles } }, add(header, items), centred);
  const [shown] = sectionsOf(clean, bodyOf(clean)!)[0]!.shown;
  expect(text(clean.package.bytes(shown!.part)!)).toContain(
    '<w:pPr><w:pStyle w:val="Kopf"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="Kopf"/><w:jc w:val="center"/></w:pPr>',
  );
});

test("[EDT-83] one that the section has of its own is refused, also when the request made it", () => {
  expect(refusals(withHeader, add(header))).toEqual(["0 section ALREADY_EXISTS"]);
  expect(refusals(withHeader, add({ kind: "footer" }), add({ kind: "footer" }))).toEqual(["1 section ALREADY_EXISTS"]);
  expect(refusals(withHeader, add({ kind: "header", type: "first" }))).toEqual([]);
  expect(refusals(withHeader, add({ kind: "footer" }, { content: "x" }, { number: 2 }))).toEqual([
    "0 section SECTION_NOT_FOUND",
  ]);
  expect(refusals(withHeader, add({ kind: "footer" }, { content: [{ type: "footnote", content: "n" }] }))).toEqual([
    "0 content[0] NOT_ALLOWED_HERE",
  ]);
});

test("[EDT-83] a section that is linked to the one before gets its own; so does one that the request makes", () => {
  const linked = `<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr></w:pPr></w:p>${p("b")}`;
  const source = { body: linked, parts: { header1: p("h") } };
  const { clean } = edit(source, add(header, { content: "own" }, { number: 2 }));
  expect(sectionsOf(clean, bodyOf(clean)!).map(({ shown }) => shown[0]!.isLinked)).toEqual([false, false]);
  const cut = { type: "insert_section_break", paragraphs: { index: 0 }, section_type: "next_page", ref: "s" };
  const made = edit(`${p("a")}${p("b")}`, cut, add(header, { content: "own" }, { ref: "s" }));
  expect(sectionsOf(made.clean, bodyOf(made.clean)!).map(({ shown }) => shown.length)).toEqual([0, 1]);
});

test("[EDT-5] a section that the request makes gets its own beside what it shows with the one before", () => {
  const source = {
    body: `${p("a")}${p("b")}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>`,
    parts: { header1: p("old") + p("more") },
  };
  const cut = (index: number, ref: string) => ({
    type: "insert_section_break",
    paragraphs: { index },
    section_type: "next_page",
    ref,
  });
  const own = (ref: string, content = "new") => add(header, { content }, { ref });
  const headers = (document: WordDocument) =>
    sectionsOf(document, bodyOf(document)!).map(({ shown }) =>
      text(document.package.bytes(shown[0]!.part))
        .replaceAll(/<w:del .*?<\/w:del>|<[^>]*>/g, "")
        .trim(),
    );
  // The copy remains when the changes are rejected, but no section shows it.
  const shown = (...edits: readonly Readonly<Record<string, unknown>>[]) => {
    const outcome = editDocument(openSource(source), edits, { author: "Eve", date: "2026-03-04T05:06:07Z" });
    if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.refusals));
    const rejected = { ...outcome.redline, package: outcome.redline.package.fork() };
    rejectAll(rejected);
    expect(headers(rejected)).toEqual(["oldmore"]);
    return headers(outcome.clean);
  };
  expect(shown(cut(0, "x"), own("x"))).toEqual(["oldmore", "new"]);
  expect(shown(cut(0, "x"), cut(1, "y"), own("x"))).toEqual(["oldmore", "new", "oldmore"]);
  expect(shown(cut(0, "x"), cut(1, "y"), own("y"))).toEqual(["oldmore", "oldmore", "new"]);
  expect(shown(cut(0, "x"), cut(1, "y"), own("y"), own("x", "mid"))).toEqual(["oldmore", "mid", "new"]);
  expect(refusals(source, cut(0, "x"), own("x"), own("x"))).toEqual(["2 section ALREADY_EXISTS"]);
});

test("[EDT-5] [EDT-96] what became two parts is not edited by the same request", () => {
  const source = {
    body: `${p("a")}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>`,
    parts: { header1: p("old") + tbl([p("cell")]) + p("last") },
  };
  const part = { kind: "header", section: { number: 1 } };
  const cut = { type: "insert_section_break", paragraphs: { index: 0 }, section_type: "next_page", ref: "s" };
  const own = add(header, { content: "new" }, { ref: "s" });
  const paragraphs = { index: 0, part };
  for (const [edit, field] of [
    [{ type: "insert", paragraphs, at: { before: { match: "ld" } }, content: "x" }, "at"],
    [{ type: "set_paragraph_format", paragraphs, paragraph_format: { alignment: "center" } }, "paragraphs"],
    [{ type: "delete_table", table: { number: 1, part } }, "table"],
  ] as const) {
    expect(refusals(source, cut, edit)).toEqual([]);
    expect(refusals(source, cut, own, edit)).toEqual([expect.stringMatching(`^2 ${field}.* UNDEFINED_COMBINATION$`)]);
  }
  const inBody = { type: "insert", paragraphs: { index: 0 }, at: "end", content: "x" };
  expect(refusals(source, cut, own, inBody)).toEqual([]);
});

test("[EDT-5] it gets none where changes of others would be there twice", () => {
  const reference = '<w:sectPr><w:footerReference w:type="default" r:id="rIdfooter1"/></w:sectPr>';
  const added = '<w:ins w:id="7" w:author="Ann" w:date="2024-01-02T03:04:00Z"><w:r><w:t>new</w:t></w:r></w:ins>';
  const source = { body: p("a") + reference, parts: { footer1: p(added) } };
  const cut = { type: "insert_section_break", paragraphs: { index: 0 }, section_type: "next_page", ref: "s" };
  const own = add({ kind: "footer" }, { content: "own" }, { ref: "s" });
  expect(refusals(source, cut, own)).toEqual(["1 section UNDEFINED_COMBINATION"]);
});
