import { describe, expect, test } from "vitest";
import type { Notice } from "./failure.ts";
import { noticeLines, noticesInWords } from "./notice-words.ts";

const lines = (...notices: readonly Notice[]): string[] => noticeLines(noticesInWords(notices));

describe("[RND-10e] a notice is given once", () => {
  test("with the copies of a merge that it concerns", () => {
    const left = { code: "COMMENTS_LEFT_OUT" } as const;
    expect(
      noticesInWords([
        { ...left, source: "a.docx" },
        { ...left, source: "b.docx", count: 2 },
      ]),
    ).toEqual([
      {
        code: "COMMENTS_LEFT_OUT",
        message: "3 comments of 2 revisions are not in the redline.",
        count: 3,
        actionable: true,
        sources: ["a.docx", "b.docx"],
      },
    ]);
  });

  test("with its one copy as the source, as before", () => {
    const [told] = noticesInWords([{ code: "COMMENTS_LEFT_OUT", source: "a.docx", count: 2 }]);
    expect(told).toMatchObject({ source: "a.docx", sources: ["a.docx"] });
    expect(told!.message).toBe("2 comments of a revision are not in the redline.");
  });

  test("with the sum of insertions and deletions", () => {
    const accepted = { code: "TRACKED_CHANGES_ACCEPTED", count: 3, insertions: 2, deletions: 1 } as const;
    const [told] = noticesInWords(["original", "a", "b"].map((source) => ({ ...accepted, source })));
    expect(told).toMatchObject({ count: 9, insertions: 6, deletions: 3 });
    expect(told!.message).toBe(
      "The original document and 2 revisions contain 9 tracked changes (6 insertions, 3 deletions); they were accepted first.",
    );
  });

  test("apart for the two documents of a comparison", () => {
    const accepted = { code: "TRACKED_CHANGES_ACCEPTED", count: 1, insertions: 1, deletions: 0 } as const;
    const told = noticesInWords([
      { ...accepted, source: "before" },
      { ...accepted, source: "after" },
    ]);
    expect(told.map(({ source, sources }) => [source, sources])).toEqual([
      ["original", undefined],
      ["modified", undefined],
    ]);
    expect(told[1]!.message).toMatch(/^The modified document contains 1 tracked change .* before the comparison\.$/);
  });

  test("with the version that the redline keeps", () => {
    const styles = { code: "STYLES_CARRIED", count: 2 } as const;
    expect(noticesInWords([styles])[0]!.message).toMatch(/; the redline keeps the new version /);
    expect(noticesInWords([{ ...styles, source: "a.docx" }])[0]!.message).toMatch(/ keeps the original version /);
  });
});

describe("[RND-10f] notices on which no reader can act are one line", () => {
  test("after the others", () => {
    expect(
      lines(
        { code: "BOOKMARKS_CARRIED", count: 110, part: "word/document.xml" },
        { code: "BLOCK_FALLBACK", part: "word/document.xml" },
        { code: "FORMATTING_CARRIED", count: 1 },
        { code: "STYLES_CARRIED", count: 3 },
      ),
    ).toEqual([
      "1 passage is marked as replaced completely, because finer marks would not be exact (word/document.xml).",
      "Not shown as changes: 110 bookmarks moved, 1 place is written differently but looks the same, 3 style definitions changed.",
    ]);
  });

  test("with the copies of a merge that they concern", () => {
    expect(
      lines(
        { code: "THEME_CARRIED", count: 1, source: "a.docx" },
        { code: "STYLES_CARRIED", count: 3, source: "a.docx" },
        { code: "STYLES_CARRIED", count: 1, source: "b.docx" },
        { code: "PART_MISSING", part: "word/x.xml", source: "b.docx" },
      ),
    ).toEqual([
      "b.docx: A document names 1 part that it does not contain (word/x.xml).",
      "Not shown as changes: 1 theme changed (a.docx), 4 style definitions changed (a.docx, b.docx).",
    ]);
  });

  test("and a notice of a later version is a line of its own", () => {
    expect(noticeLines([{ code: "toString", message: "News.", count: 1 }])).toEqual(["News."]);
  });
});
