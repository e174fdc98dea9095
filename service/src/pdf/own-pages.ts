// Writes the generated pages of a redline's PDF: the legend, and the page without changes.

import type { RedlineJson } from "@versus/engine/tasks";
import type { StyledText } from "./lay-out.ts";
import { Sheet } from "./sheet.ts";

/** The facts that the pages show. */
export interface AboutRedline {
  readonly documents: RedlineJson["documents"];
  readonly summary: RedlineJson["summary"];
  readonly createdAt: Date;
}

/** Writes one page: the appearance and number of each kind of change, and the names of the documents (PDF-5). */
export function writeLegend({ documents, summary, createdAt }: AboutRedline): Promise<Uint8Array> {
  const sheet = new Sheet(createdAt, "Legend");
  sheet.writeParagraph([], [plain("About this redline")]);
  for (const { role, name } of documents) sheet.writeParagraph([], [plain(`${ROLES[role]}: ${name}`)]);
  sheet.rule();
  for (const line of MARKS) sheet.writeParagraph([], line);
  sheet.rule();
  for (const [words, count] of countsOf(summary)) sheet.writeParagraph([], [plain(`${words}: ${count}`)]);
  return sheet.endUnnumbered();
}

/** Writes one page which says that no page shows a change (PDF-4). */
export function writeUnchanged({ documents, createdAt }: Omit<AboutRedline, "summary">): Promise<Uint8Array> {
  const sheet = new Sheet(createdAt, "No changes");
  sheet.writeParagraph([], [plain("No page shows a change.")]);
  for (const { role, name } of documents) sheet.writeParagraph([], [plain(`${ROLES[role]}: ${name}`)]);
  return sheet.endUnnumbered();
}

const ROLES: Readonly<Record<AboutRedline["documents"][number]["role"], string>> = {
  original: "Original",
  modified: "Modified",
  revision: "Revision",
};

function plain(text: string): StyledText {
  return { text, style: "plain" };
}

const MARKS: readonly (readonly StyledText[])[] = [
  [{ text: "Inserted text", style: "inserted" }, plain(" is blue and underlined.")],
  [{ text: "Deleted text", style: "deleted" }, plain(" is red and struck through.")],
  [{ text: "Moved text", style: "movedHere" }, plain(" is green and double-underlined at its new position.")],
  [{ text: "Moved text", style: "movedAway" }, plain(" is green and struck through twice at its old position.")],
  [plain("A bar in the left margin marks every paragraph that a change touches, also one that changed only its look.")],
  [plain("Rows and cells that were inserted are shaded blue, those that were deleted red.")],
  [
    plain(
      "¶ is the end of a paragraph that was inserted or deleted. Brackets in colour surround pictures and equations.",
    ),
  ],
  [plain("[1] refers to the comments at the end of the document.")],
];

function countsOf({ insertions, deletions, moves, formats, conflicts }: AboutRedline["summary"]): [string, number][] {
  const counts: [string, number][] = [
    ["Insertions", insertions],
    ["Deletions", deletions],
    ["Moves", moves],
    ["Changes of formatting", formats],
    ["Conflicts", conflicts],
  ];
  return counts.filter(([words, count]) => words !== "Conflicts" || count > 0);
}
