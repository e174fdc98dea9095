// Tests delete_note: the reference and the text of a note (EDT-86).

import { expect, test } from "vitest";
import { p, r } from "../../../testing/documents.ts";
import { checkEdit, contentJson, edit, refusals } from "../../../testing/edits.ts";
import { redlineText } from "../../../testing/redline-text.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { editDocument } from "../edit-document.ts";

const reference = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
const source = {
  body: p("a", reference(2), "b", reference(3)) + p("c"),
  parts: {
    footnotes: `<w:footnote w:id="2">${p("one")}</w:footnote><w:footnote w:id="3">${p("two")}${p("more")}</w:footnote>`,
  },
};
const deleteNote = (note: unknown) => ({ type: "delete_note", note });
const second = deleteNote({ kind: "footnote", number: 2 });

test("[EDT-86] the reference and the text of a note are tracked deletions", () => {
  checkEdit(source, [second], "a(fn)b[-(fn)-]\nc\nfootnote: one\nfootnote: [-two-]\nfootnote: [-more-]");
  expect(redlineText(edit(source, second).clean)).toBe("a(fn)b\nc\nfootnote: one");
});

test("[EDT-86] a mark of the author's own goes with the reference", () => {
  const marked = `<w:r><w:footnoteReference w:customMarkFollows="1" w:id="2"/><w:t>*</w:t></w:r>`;
  const own = { body: p("a", marked, "b"), parts: { footnotes: `<w:footnote w:id="2">${p("x")}</w:footnote>` } };
  checkEdit(own, [deleteNote({ kind: "footnote", number: 1 })], "a[-(fn)*-]b\nfootnote: [-x-]");
});

test("[EDT-86] a note to which the text refers several times goes with all references, and with the last of them", () => {
  const shared = { ...source, body: p("a", reference(2)) + p("b", reference(2), reference(3)) + p("c") };
  const first = deleteNote({ kind: "footnote", number: 1 });
  expect(redlineText(edit(shared, first).clean)).toBe("a\nb(fn)\nc\nfootnote: two\nfootnote: more");
  const remove = (index: number) => ({ type: "delete_paragraphs", paragraphs: { index } });
  expect(redlineText(edit(shared, remove(0)).clean)).toContain("footnote: one");
  expect(redlineText(edit(shared, remove(0), remove(1)).clean)).toBe("c");
  const move = {
    type: "move_paragraphs",
    paragraphs: { index: 0 },
    destination: { paragraph: { index: 2 }, position: "after" },
  };
  expect(contentJson(edit(shared, move).clean).notes).toHaveLength(2);
  expect(redlineText(edit(shared, move, first).clean)).toBe("b(fn)\nc\na\nfootnote: two\nfootnote: more");
});

test("[EDT-92] what was deleted is not deleted again, nor is its text changed", () => {
  expect(refusals(source, second, second)).toContain("1 note TARGET_REMOVED");
  const change = {
    type: "delete",
    paragraphs: { index: 0, part: { kind: "footnote", number: 2 } },
    text: { match: "two" },
  };
  expect(refusals(source, second, change)).toEqual(["1 text TARGET_REMOVED"]);
  const remove = { type: "delete_paragraphs", paragraphs: { index: 0 } };
  expect(refusals(source, remove, second)).toContain("1 note TARGET_REMOVED");
});

test("[EDT-86] of a note that the request made nothing is left", () => {
  const insert = {
    type: "insert",
    paragraphs: { index: 1 },
    at: "end",
    content: [{ type: "footnote", content: "new", ref: "n" }],
  };
  expect(redlineText(edit(source, insert, deleteNote({ ref: "n" })).clean)).toBe(
    redlineText(edit(source, { type: "refresh_fields" }).clean),
  );
});

test("[EDT-86] a note that is not there is refused, and one whose reference is deleted", () => {
  expect(refusals(source, deleteNote({ kind: "endnote", number: 1 }))).toEqual(["0 note NOTE_NOT_FOUND"]);
  const deleted = `<w:del w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z">${reference(2)}</w:del>`;
  const gone = { body: p("a", deleted, r("b")), parts: source.parts };
  expect(refusals(gone, deleteNote({ kind: "footnote", number: 1 }))).toEqual(["0 note NOT_ALLOWED_HERE"]);
});

test("[EDT-109] the reference and the text of a note are one revision, whoever made them", () => {
  const insert = {
    type: "insert",
    paragraphs: { index: 1 },
    at: "end",
    content: [{ type: "footnote", content: "new" }],
  };
  const numbers = (document: WordDocument) => {
    const { revisions } = contentJson(document);
    return revisions.map(({ number, kind, text }) => `${number} ${kind} ${text}`);
  };
  const { redline } = edit(source, insert, second);
  expect(numbers(redline)).toEqual(["1 deletion twomore", "2 insertion  new"]);
  for (const [verdict, expected] of [
    ["accept_revision", "a(fn)b\nc(fn)\nfootnote: one\nfootnote:  new"],
    ["reject_revision", "a(fn)b(fn)\nc\nfootnote: one\nfootnote: two\nfootnote: more"],
  ] as const) {
    const decided = editDocument(redline, [{ type: verdict, revision: "all" }], {
      author: "Z",
      date: "2026-01-01T00:00:00Z",
    });
    expect(decided.kind === "edited" && redlineText(decided.clean)).toBe(expected);
  }
  const one = editDocument(redline, [{ type: "accept_revision", revision: { number: 2 } }], {
    author: "Z",
    date: "2026-01-01T00:00:00Z",
  });
  expect(one.kind === "edited" && numbers(one.clean)).toEqual(["1 deletion twomore"]);
});
