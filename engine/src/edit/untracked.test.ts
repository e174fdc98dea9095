// Tests untracked content of edits: it is kept when the changes are accepted or rejected (EDT-90).

import { expect, test } from "vitest";
import { code, fld, p, r } from "../../testing/documents.ts";
import { edit } from "../../testing/edits.ts";
import { text } from "../../testing/packages.ts";
import type { WordDocument } from "../document/open-document.ts";
import { acceptAll, rejectAll } from "../revisions/decide/decide.ts";

type Given = Readonly<Record<string, unknown>>;

/** Returns a part of `word/` as text; empty if the document lacks it. */
function part(document: WordDocument, name: string): string {
  const path = `word/${name}.xml`;
  return document.package.has(path) ? text(document.package.bytes(path)) : "";
}

/**
 * Returns whether a part matches in four documents: the redline, the clean copy, and the redline with all changes
 * accepted, then rejected.
 */
function whatever(
  source: Parameters<typeof edit>[0],
  edits: readonly Given[],
  name: string,
  wanted: RegExp,
): boolean[] {
  const { redline, clean } = edit(source, ...edits);
  const decided = [acceptAll, rejectAll].map((decide) => {
    const copy = { ...redline, package: redline.package.fork() };
    decide(copy);
    return copy;
  });
  return [redline, clean, ...decided].map((document) => wanted.test(part(document, name)));
}

const everywhere = [true, true, true, true];
const at = { index: 0 };
const insert = (content: unknown): Given => ({ type: "insert", paragraphs: at, at: "end", content });

test("[EDT-90] settings, flags of fields and the request to update them are kept", () => {
  const settings = { type: "set_document_settings", settings: { track_changes: true } };
  expect(whatever(p("a"), [settings], "settings", /trackRevisions/)).toEqual(everywhere);
  const field = `<w:p>${fld("begin")}${code(" PAGE ")}${fld("separate")}${r("1")}${fld("end")}</w:p>`;
  const refresh = { type: "refresh_fields" };
  expect(whatever(field, [refresh], "document", /w:fldCharType="begin" w:dirty="true"/)).toEqual(everywhere);
  expect(whatever(field, [refresh], "settings", /updateFields/)).toEqual(everywhere);
  const contents = { type: "insert_table_of_contents", destination: { paragraph: at, position: "before" } };
  expect(whatever(p("a"), [contents], "settings", /updateFields/)).toEqual(everywhere);
  expect(whatever(p("a"), [contents], "document", /TOC/)).toEqual([true, true, true, false]);
});

test("[EDT-90] new lists and their definitions are kept, in a part that is made for them", () => {
  const apply = { type: "set_numbering", paragraphs: at, numbering: { action: "apply", preset: "decimal" } };
  expect(whatever(p("a"), [apply], "numbering", /<w:abstractNum .*<w:num /s)).toEqual(everywhere);
  expect(whatever(p("a"), [apply], "document", /<w:numPr>/)).toEqual([true, true, true, false]);
});

test("[EDT-90] the hidden bookmark of a reference is kept", () => {
  const reference = insert([{ type: "cross_reference", to: { index: 1 }, show: "text" }]);
  expect(whatever(p("a") + p("b"), [reference], "document", /<w:bookmarkStart [^>]*w:name="_Ref/)).toEqual(everywhere);
});

test("[EDT-90] the part of notes, its separators and the styles of notes are kept", () => {
  const note = insert([{ type: "footnote", content: "text" }]);
  expect(whatever(p("a"), [note], "footnotes", /w:separator.*w:continuationSeparator/s)).toEqual(everywhere);
  expect(whatever(p("a"), [note], "styles", /w:styleId="FootnoteText"/)).toEqual(everywhere);
  expect(whatever(p("a"), [note], "styles", /w:styleId="FootnoteReference"/)).toEqual(everywhere);
  expect(whatever(p("a"), [note], "footnotes", />text</)).toEqual([true, true, true, false]);
});

test("[EDT-90] the style of links is kept", () => {
  const link = { type: "add_hyperlink", paragraphs: at, url: "https://a.b/" };
  expect(whatever(p("a"), [link], "styles", /w:styleId="Hyperlink"/)).toEqual(everywhere);
  expect(whatever(p("a"), [link], "document", /HYPERLINK/)).toEqual([true, true, true, false]);
});

test("[EDT-90] a new header and the reference to it are kept, what it says is tracked", () => {
  const header = { type: "add_header_footer", section: { number: 1 }, part: { kind: "header" }, content: "head" };
  expect(whatever(p("a"), [header], "document", /<w:headerReference /)).toEqual(everywhere);
  expect(whatever(p("a"), [header], "header1", /<w:p>|<w:p\/>/)).toEqual(everywhere);
  expect(whatever(p("a"), [header], "header1", />head</)).toEqual([true, true, true, false]);
});

test("[EDT-90] comments, replies and resolutions are kept", () => {
  const add = { type: "add_comment", paragraphs: at, content: "one", ref: "c" };
  const reply = { type: "reply_comment", comment: { ref: "c" }, content: "two" };
  const resolve = { type: "resolve_comment", comment: { ref: "c" } };
  expect(whatever(p("a"), [add, reply, resolve], "comments", />one<.*>two</s)).toEqual(everywhere);
  expect(whatever(p("a"), [add, reply, resolve], "commentsExtended", /w15:done="1"/)).toEqual(everywhere);
});
