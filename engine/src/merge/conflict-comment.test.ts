// Tests the comments that explain conflicts, as a reader of the merged document sees them.

import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { docx, p, tbl } from "../../testing/documents.ts";
import { mergeBodies } from "../../testing/merged-text.ts";
import { commentThreads } from "../document/marks/comments.ts";
import { openDocument } from "../document/open-document.ts";
import { paragraphsOf } from "../document/text/blocks.ts";
import { ParagraphReader } from "../document/text/inlines.ts";
import { storiesOf } from "../document/text/stories.ts";
import { wordNames } from "../document/word-names.ts";
import { type MergedDocument, mergeDocuments } from "./merge-documents.ts";

/** Returns the lines of each comment. */
function comments({ document }: MergedDocument): string[][] {
  return commentThreads(document, storiesOf(document)).map(({ comment: { story } }) =>
    paragraphsOf(story)
      .map((node) => new ParagraphReader(story).read(node).text)
      .join("\n")
      .split("\n"),
  );
}

const heading = (text: string): string =>
  `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

const END = p("The parties have signed this agreement on the date stated above.");

test("[MRG-51] the comment names the clause, the original and each version in the order of the copies", () => {
  const clause = (days: string): string => heading("Invoicing") + p(`due within ${days} days`) + p("End");
  const merge = mergeBodies(clause("thirty (30)"), clause("forty (40)"), clause("ninety (90)"), clause("forty (40)"));
  expect(comments(merge)).toEqual([
    [
      "Conflict 1 of 1. Invoicing",
      "Original: thirty (30)",
      "A  A and C: forty (40)",
      "B  B: ninety (90)",
      "To settle: accept one version and the deletion, and reject the other versions.",
    ],
  ]);
});

test("[MRG-51] a copy that deletes says so, and all conflicts are counted", () => {
  const merge = mergeBodies(
    heading("One") + p("alpha beta") + heading("Two") + p("gamma delta") + p("End"),
    heading("One") + heading("Two") + p("gamma one") + p("End"),
    heading("One") + p("alpha two") + heading("Two") + p("gamma two") + p("End"),
  );
  const [first, second] = comments(merge) as [string[], string[]];
  expect(first.slice(0, 4)).toEqual([
    "Conflict 1 of 2. One",
    "Original: alpha beta",
    "A  A: deletes the paragraph",
    "B  B: alpha two",
  ]);
  expect(second.slice(0, 2)).toEqual(["Conflict 2 of 2. Two", "Original: delta"]);
});

test("[MRG-51] new text in one gap has no original", () => {
  const merge = mergeBodies(p("a") + p("End"), p("a") + p("Ann") + p("End"), p("a") + p("Bea") + p("End"));
  expect(comments(merge)).toEqual([
    ["Conflict 1 of 1.", "A  A: Ann", "B  B: Bea", "To settle: accept one version, and reject the other versions."],
  ]);
});

test("[MRG-51] a move names its destination", () => {
  const law = p("The law of Delaware governs this agreement in all respects.");
  const notices = heading("Notices") + p("Notices are sent by registered post to the seat of the other party.");
  const costs = heading("Costs") + p("Each party bears its own costs of this agreement and of its advisers.");
  const merge = mergeBodies(law + notices + costs + END, notices + law + costs + END, notices + costs + law + END);
  expect(comments(merge)[0]!.slice(2, 4)).toEqual(["A  A: moves it after Notices", "B  B: moves it after Costs"]);
});

test("[MRG-51] a long version is shown as its difference from the original", () => {
  const words = (count: number, word: string): string => Array.from({ length: count }, () => word).join(" ");
  const clause = (text: string): string => p(`${words(20, "before")} ${text} ${words(20, "after")}`) + p("End");
  const merge = mergeBodies(clause("thirty days"), p("End"), clause("ten days"));
  expect(comments(merge)[0]!.slice(2, 4)).toEqual([
    "A  A: deletes the paragraph",
    "B  B: … before before before thirty → ten days after after …",
  ]);
});

test("[MRG-51] a row is deleted or shown with its cells", () => {
  const table = (...rows: readonly string[]): string =>
    tbl(...rows.map((text) => text.split("|").map((cell) => p(cell)))) + p("End");
  const merge = mergeBodies(table("Item|Price", "Fee|1"), table("Item|Price"), table("Item|Price", "Fee|2"));
  expect(comments(merge)[0]!.slice(1, 4)).toEqual(["Original: Fee 1", "A  A: deletes the row", "B  B: Fee 2"]);
});

test("[MRG-51] an author that was made of the file name is shown as the file", () => {
  const names = wordNames();
  const open = (text: string) => openDocument(docx(p(text)), { codec: nodeZlib, names });
  const copies = ["one", "two"].map((text) => ({
    document: open(text),
    name: `${text}.docx`,
    author: `acme-${text}.docx`,
  }));
  const merge = mergeDocuments(open("base"), copies, { date: "2026-01-02T03:04:05Z" });
  expect(comments(merge)[0]!.slice(2, 4)).toEqual(["A  one.docx: one", "B  two.docx: two"]);
});
