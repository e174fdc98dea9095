// Tests the PDF of a selective comparison.

import { expect, test } from "vitest";
import { type SelectivePdf, writeSelectivePdf } from "./selective-pdf.ts";

const comparison: SelectivePdf = {
  names: { original: "a.docx", modified: "b.docx" },
  summary: { unchanged: 1, modified: 1, inserted: 0, deleted: 0 },
  createdAt: new Date("2026-01-02T03:04:05Z"),
  paragraphs: [
    {
      status: "modified",
      original_number: "1.",
      modified_number: "2.",
      content: [{ text: "within " }, { type: "deletion", text: "thirty" }, { type: "insertion", text: "sixty" }],
    },
    { status: "unchanged", content: [{ text: "Ελληνικά, Русский, 日本語, 한국어, עברית, العربية" }] },
  ],
};

test("the same comparison gives the same bytes, whatever its scripts", async () => {
  const [one, other] = [await writeSelectivePdf(comparison), await writeSelectivePdf(comparison)];
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  expect(Buffer.from(one).toString("latin1", 0, 5)).toBe("%PDF-");
});

test("a long comparison has several pages, with the fonts that it needs and no others", async () => {
  const paragraphs = Array.from({ length: 80 }, (_, at) => ({
    status: "unchanged" as const,
    content: [{ text: `Paragraph ${at}` }],
  }));
  const pdf = Buffer.from(await writeSelectivePdf({ ...comparison, paragraphs })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(3);
  expect(pdf.match(/\/BaseFont \/\w+\+NotoSans-Regular/g)?.length).toBeGreaterThan(0);
  expect(pdf).not.toContain("NotoSansHans");
});

test("a comparison of nothing is one page", async () => {
  const pdf = Buffer.from(await writeSelectivePdf({ ...comparison, paragraphs: [] })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(1);
});
