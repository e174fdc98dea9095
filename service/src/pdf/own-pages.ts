// Pages of a redline's PDF that are not of the document: the legend of the marks, and the page that says that nothing changed.

import type { RedlineJson } from "@versus/engine/tasks";
import type { StyledText } from "./lay-out.ts";
import { Sheet } from "./sheet.ts";

/** What the pages name. */
export interface AboutRedline {
  readonly documents: RedlineJson["documents"];
  readonly summary: RedlineJson["summary"];
  readonly createdAt: Date;
}

/** One page: how each kind of change looks, how many there are, and the names of the documents (PDF-5). */
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

/** One page that says so (PDF-4). */
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
  [{ text: "Moved text", style: "movedHere" }, plain(" is green and underlined twice where it stands now.")],
  [{ text: "Moved text", style: "movedAway" }, plain(" is green and struck twice where it stood before.")],
  [plain("A bar in the left margin marks every paragraph that a change touches, also one that changed only its look.")],
  [plain("Rows and cells that were inserted are shaded blue, those that were deleted red.")],
  [
    plain(
      "¶ is the end of a paragraph that was inserted or deleted. Brackets in colour stand around pictures and equations.",
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
