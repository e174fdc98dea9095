// Tests the public interface of the engine as a program uses it.

import { describe, expect, test } from "vitest";
import { nodeZlib } from "../platform/node-zlib.ts";
import { docx, p } from "../testing/documents.ts";
import * as engine from "./index.ts";

const { accept, compare, compareText, content, create, decide, edit, lint, merge, open, reject, revisions } = engine;
const { save, schemas, toJson, toMarkdown } = engine;

const DATE = "2026-01-02T03:04:05Z";
const WHO = { author: "Ann", date: DATE };

function doc(...texts: readonly string[]): engine.Document {
  return open(docx(texts.map((text) => p(text)).join("")), nodeZlib);
}

function textOf(document: engine.Document): string[] {
  return content(document).blocks.map(({ text }) => text);
}

describe("documents are values", () => {
  const [base, theirs, ours] = [doc("in 30 days", "End"), doc("in 60 days", "End"), doc("in 30 days", "The end")];
  const before = [base, theirs, ours].map((one) => Buffer.from(save(one)).toString("base64"));

  test("compare gives a redline that leads both ways", () => {
    const redline = compare(base, theirs, WHO);
    expect(textOf(accept(redline.document))).toEqual(["in 60 days", "End"]);
    expect(textOf(reject(redline.document))).toEqual(["in 30 days", "End"]);
    expect(toJson(redline).documents.map(({ name }) => name)).toEqual(["original.docx", "modified.docx"]);
    expect(toMarkdown(redline)).toContain("60");
    expect(revisions(redline.document)).toHaveLength(2);
    expect(lint(redline.document)).toEqual([]);
  });

  test("merge gives a draft in which any copy can be had", () => {
    const copies = [
      { document: theirs, name: "theirs.docx", author: "Bea" },
      { document: doc("in 90 days", "End"), name: "others.docx", author: "Cy" },
      { document: ours, name: "ours.docx", author: "Dan" },
    ];
    const draft = merge(base, copies, { date: DATE });
    expect(draft.conflicts.map(({ kind }) => kind)).toEqual(["text"]);
    const mine = decide(draft.document, {
      accept: { revisions: ["ours.docx"] },
      conflicts: [{ id: 1, choose: "original" }],
      rest: "reject",
    });
    expect(mine.kind === "decided" && textOf(mine.document)).toEqual(["in 30 days", "The end"]);
  });

  test("edit gives a redline and a clean copy, or refusals", () => {
    const edited = edit(base, [{ type: "delete_paragraphs", paragraphs: { index: 1 } }], WHO);
    expect(edited.kind === "edited" && textOf(edited.clean)).toEqual(["in 30 days"]);
    const refused = edit(base, [{ type: "delete_paragraphs", paragraphs: { index: 7 } }], WHO);
    expect(refused.kind === "refused" && refused.refusals.map(({ edit: index }) => index)).toEqual([0]);
  });

  test("ranges are compared as text", () => {
    const range = { from: 0, through: 0 };
    const compared = compareText({ before: { document: base, range }, after: { document: theirs, range } });
    expect(compared.kind).toBe("compared");
  });

  test("no function changed what it was given", () => {
    const after = [base, theirs, ours].map((one) => Buffer.from(save(one)).toString("base64"));
    expect(after).toEqual(before);
  });
});

test("create takes the styles of a template, and leaves it as it was", () => {
  const template = doc("Template");
  const made = create([{ style_id: "Normal", text: "Clause" }], { codec: nodeZlib, date: DATE, template });
  expect(made.kind === "created" && textOf(made.document)).toEqual(["Clause"]);
  expect(textOf(template)).toEqual(["Template"]);
});

test("the schemas are those of the published forms", () => {
  expect(Object.keys(schemas)).toEqual(["edit", "content", "redline"]);
});
