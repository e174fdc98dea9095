import { Failure } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { documentOf } from "../../testing/documents.ts";
import { failureWords } from "./failure-words.ts";
import { noticeWords, noticeWordsOf } from "./notice-words.ts";
import { printable } from "./printable.ts";
import { summaryWords } from "./summary-words.ts";

const none = { changes: 0, insertions: 0, deletions: 0, moves: 0, formats: 0, conflicts: 0 };

test.each([
  [
    { ...none, changes: 4, insertions: 3, deletions: 2, moves: 1 },
    "4 changes (3 insertions, 2 deletions, 1 move) -> out.docx",
  ],
  [{ ...none, changes: 1, formats: 1, styles: 2 }, "1 change (1 formatting change), 2 style changes -> out.docx"],
  [{ ...none, styles: 2 }, "2 style changes -> out.docx"],
  [{ ...none, insertions: 3, deletions: 2 }, "3 insertions, 2 deletions -> out.docx"],
  [none, "no changes -> out.docx"],
])("the summary of %j is %j", (summary, expected) => {
  expect(summaryWords(summary, ["out.docx"])).toBe(expected);
});

test("a notice that comes again is counted", () => {
  const fallback = { code: "BLOCK_FALLBACK", part: "word/document.xml" } as const;
  expect(noticeWords([fallback, { code: "PART_MISSING" }, fallback])).toEqual([
    "note: 2 passages are marked as replaced completely, because finer marks would not be exact (word/document.xml).",
    "note: A document names 1 part that it does not contain.",
  ]);
});

test("notices say who, what and how many", () => {
  const accepted = {
    code: "TRACKED_CHANGES_ACCEPTED",
    source: "before",
    count: 3,
    insertions: 2,
    deletions: 1,
  } as const;
  expect(
    noticeWords([
      accepted,
      { code: "COMMENTS_LEFT_OUT", source: "before", count: 2 },
      { code: "BOOKMARKS_CARRIED", count: 261, part: "word/document.xml" },
      { code: "THEME_CARRIED", count: 1 },
    ]),
  ).toEqual([
    "note: The original document contains 3 tracked changes (2 insertions, 1 deletion); they were accepted before the comparison.",
    "note: 2 comments of the original document are not in the redline.",
    "note: Not shown as changes: 261 bookmarks moved, 1 theme changed.",
  ]);
});

test("notices of a service are those of its JSON, and an old one may have none", () => {
  const json = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const notices = [
    { code: "STYLES_CARRIED", message: "A long sentence.", count: 2, sources: ["a\u001b.docx"] },
    { code: "NEWS", message: "News.", count: 1 },
  ];
  expect(noticeWordsOf(json({ notices }))).toEqual([
    "note: News.",
    "note: Not shown as changes: 2 style definitions changed (a\\u001B.docx).",
  ]);
  expect(noticeWordsOf(json({}))).toEqual([]);
});

test("a name cannot steer the terminal it is printed on", () => {
  expect(printable("a\u001b[2Jb\nc\u202ed \u00fc")).toBe("a\\u001B[2Jb\\u000Ac\\u202Ed \u00fc");
  expect(noticeWords([{ code: "PART_MISSING", part: `\u001b[2J${"x".repeat(200)}` }])[0]).toMatch(
    / \(\?\[2Jx{76}\)\.$/,
  );
});

test("a result that would not lead back is the fault of neither document, and names both", () => {
  const sources = ["one.docx", "two.docx"].map((path) => ({ path, bytes: documentOf("Same.") }));
  const failure = new Failure("OUTPUT_NOT_REVERSIBLE", "The view differs", { part: "word/document.xml" });
  expect(failureWords(failure, sources)).toMatch(/^one\.docx, two\.docx: \S.*\n\S/);
});
