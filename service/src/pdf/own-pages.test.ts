// Tests the text of generated pages.

import { createRequire } from "node:module";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { readLegend } from "./legend-facts.ts";
import { type AboutRedline, writeLegend, writeUnchanged } from "./own-pages.ts";

const createdAt = new Date("2026-01-02T03:04:05Z");

/** Returns the lines of a PDF. */
async function linesOf(pdf: Uint8Array): Promise<string[]> {
  const pdfjs = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const folder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  const loading = pdfjs.getDocument({
    data: new Uint8Array(pdf),
    verbosity: 0,
    standardFontDataUrl: `${folder}/standard_fonts/`,
  });
  try {
    const document = await loading.promise;
    const lines = new Map<string, string>();
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      for (const item of items) {
        if (!("str" in item)) continue;
        const line = `${number} ${Math.round(item.transform[5])}`;
        lines.set(line, (lines.get(line) ?? "") + item.str);
      }
    }
    return [...lines.values()];
  } finally {
    await loading.destroy();
  }
}

const comparison: AboutRedline = {
  documents: [
    { role: "original", name: "a.docx" },
    { role: "modified", name: "b.docx" },
  ],
  createdAt,
};
const summary = { changes: 3, insertions: 2, deletions: 1, moves: 0, formats: 1, conflicts: 0 };

/** Returns the facts of a redline with the given fields in its JSON. */
function factsOf(redline: object, authors: Parameters<typeof readLegend>[0]["authors"] = []) {
  const json = new TextEncoder().encode(JSON.stringify({ summary, notices: [], ...redline }));
  return readLegend({ json, authors });
}

test("[PRN-24] the legend has the date in UTC, the documents and the counts of the summary", async () => {
  const lines = await linesOf(await writeLegend(comparison, factsOf({})));
  expect(lines.slice(0, 4)).toEqual([
    ...["About this redline", "Date: 2026-01-02, 03:04:05 UTC", "Original: a.docx", "Modified: b.docx"],
  ]);
  expect(lines.slice(4, 6)).toEqual([
    "Inserted text is blue and underlined.",
    "Deleted text is red and struck through.",
  ]);
  expect(lines.slice(-5)).toEqual([
    ...["Changes: 3", "Insertions: 2", "Deletions: 1", "Moves: 0", "Changes of formatting: 1"],
  ]);
});

test("[PRN-24] the legend has styles that look different, and all notices", async () => {
  const notice = { code: "SETTINGS_CARRIED", count: 1, actionable: false, message: "1 settings part changed." };
  const facts = factsOf({
    summary: { ...summary, styles: 1 },
    style_changes: [{ style: "Normal", before: "size: 11 pt", after: "size: 10 pt" }],
    notices: [{ code: "BLOCK_FALLBACK", count: 1, actionable: true, message: "1 passage is replaced." }, notice],
  });
  expect((await linesOf(await writeLegend(comparison, facts))).slice(-4)).toEqual([
    "Styles that look different: 1",
    "Style Normal: size: 11 pt, now size: 10 pt",
    "1 passage is replaced.",
    "Not shown as changes: 1 settings part changed.",
  ]);
});

test("[PRN-24] the legend of a merge names the base, and each revision with its author", async () => {
  const documents = [
    { role: "base", name: "contract.docx" },
    { role: "revision", name: "a.docx", author: "Ann" },
    { role: "revision", name: "b.docx", author: "Bea" },
  ] as const;
  const facts = factsOf({ summary: { ...summary, conflicts: 2 } }, [
    { name: "Ann", colour: "0050C8" },
    { name: "Bea", colour: "B82018" },
  ]);
  const lines = await linesOf(await writeLegend({ documents, createdAt }, facts));
  expect(lines.slice(2, 5)).toEqual(["Base: contract.docx", "Revision: a.docx, by Ann", "Revision: b.docx, by Bea"]);
  expect(lines[5]).toBe("Each change has the colour of its author. Changes that several authors made are grey.");
  expect(lines.at(-1)).toBe("Conflicts: 2");
});

test("[PDF-4] the page without changes names the documents", async () => {
  expect(await linesOf(await writeUnchanged(comparison))).toEqual([
    ...["No page shows a change.", "Original: a.docx", "Modified: b.docx"],
  ]);
});
