// Writes the generated pages of a redline's PDF: the legend, and the page without changes.

import { type ColouredAuthor, type RedlineJson, SHARED_COLOUR } from "@versus/engine/tasks";
import type { StyledText } from "./lay-out.ts";
import { Sheet } from "./sheet.ts";

/** A document that a redline was made of. */
export interface NamedDocument {
  readonly role: "original" | "modified" | "base" | "revision";
  readonly name: string;
  /** Set only for a revision of a merge. */
  readonly author?: string;
}

/** The facts that all generated pages show. */
export interface AboutRedline {
  readonly documents: readonly NamedDocument[];
  readonly createdAt: Date;
}

/** The facts that only the legend shows (PRN-24). */
export interface LegendFacts {
  readonly summary: RedlineJson["summary"];
  readonly styleChanges: NonNullable<RedlineJson["style_changes"]>;
  /** The notices as readers see them. */
  readonly notices: readonly string[];
  /** The authors of a merge with their colours; empty for a comparison. */
  readonly authors: readonly ColouredAuthor[];
}

/**
 * Writes the legend: date, documents and authors, the look and number of each kind of change, styles and notices (PDF-5,
 * PRN-24). It is one page unless the lists are long.
 */
export function writeLegend({ documents, createdAt }: AboutRedline, facts: LegendFacts): Promise<Uint8Array> {
  const { summary, styleChanges, notices, authors } = facts;
  const sheet = new Sheet(createdAt, "Legend");
  const write = (lines: readonly (readonly StyledText[])[]): void => {
    for (const line of lines) sheet.writeParagraph([], line);
  };
  write([[plain("About this redline")], [plain(`Date: ${dateInWords(createdAt)}`)]]);
  write(documents.map((document) => documentLine(document, authors)));
  sheet.rule();
  write(authors.length === 0 ? MARKS : MERGE_MARKS);
  write(COMMON_MARKS);
  sheet.rule();
  write(countsOf(summary).map(([words, count]) => [plain(`${words}: ${count}`)]));
  if (styleChanges.length > 0 || notices.length > 0) sheet.rule();
  write(styleChanges.map((change) => [plain(styleLine(change))]));
  write(notices.map((notice) => [plain(notice)]));
  return sheet.endUnnumbered();
}

/** Writes one page which says that no page shows a change (PDF-4). */
export function writeUnchanged({ documents, createdAt }: AboutRedline): Promise<Uint8Array> {
  const sheet = new Sheet(createdAt, "No changes");
  sheet.writeParagraph([], [plain("No page shows a change.")]);
  for (const document of documents) sheet.writeParagraph([], documentLine(document, []));
  return sheet.endUnnumbered();
}

const ROLES: Readonly<Record<NamedDocument["role"], string>> = {
  original: "Original",
  modified: "Modified",
  base: "Base",
  revision: "Revision",
};

/** Returns the name of a document. The author of a revision looks like the author's insertions. */
function documentLine({ role, name, author }: NamedDocument, authors: readonly ColouredAuthor[]): StyledText[] {
  const named = plain(`${ROLES[role]}: ${name}`);
  if (author === undefined) return [named];
  const colour = authors.find((one) => one.name === author)?.colour;
  const shown = colour === undefined ? plain(author) : ({ ...inserted(author), colour: `#${colour}` } as const);
  return [named, plain(", by "), shown];
}

/** Returns the date and time in UTC: `2026-01-02, 03:04:05 UTC`. */
function dateInWords(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace("T", ", ")} UTC`;
}

function plain(text: string): StyledText {
  return { text, style: "plain" };
}

function inserted(text: string): StyledText {
  return { text, style: "inserted" };
}

const BAR: readonly StyledText[] = [
  plain("A bar in the left margin marks every paragraph that a change touches, also one that changed only its look."),
];

const MARKS: readonly (readonly StyledText[])[] = [
  [inserted("Inserted text"), plain(" is blue and underlined.")],
  [{ text: "Deleted text", style: "deleted" }, plain(" is red and struck through.")],
  [{ text: "Moved text", style: "movedHere" }, plain(" is green and double-underlined at its new position.")],
  [{ text: "Moved text", style: "movedAway" }, plain(" is green and struck through twice at its old position.")],
  BAR,
  [plain("Rows and cells that were inserted are shaded blue, those that were deleted red.")],
];

const SHARED = { colour: `#${SHARED_COLOUR}` } as const;

const MERGE_MARKS: readonly (readonly StyledText[])[] = [
  [
    plain("Each change has the colour of its author. Changes that several authors made are "),
    { ...plain("grey"), ...SHARED },
    plain("."),
  ],
  [{ ...inserted("Inserted text"), ...SHARED }, plain(" is underlined.")],
  [{ text: "Deleted text", style: "deleted", ...SHARED }, plain(" is struck through.")],
  [{ text: "Moved text", style: "movedHere", ...SHARED }, plain(" is double-underlined at its new position.")],
  [{ text: "Moved text", style: "movedAway", ...SHARED }, plain(" is struck through twice at its old position.")],
  BAR,
  [plain("Rows and cells that were inserted or deleted are shaded in the colour of their author.")],
];

const COMMON_MARKS: readonly (readonly StyledText[])[] = [
  [
    plain(
      "¶ is the end of a paragraph that was inserted or deleted. Brackets in colour surround pictures and equations.",
    ),
  ],
  [plain("[1] refers to the comments at the end of the document.")],
];

const COUNTS: readonly (readonly [words: string, field: keyof RedlineJson["summary"]])[] = [
  ["Changes", "changes"],
  ["Insertions", "insertions"],
  ["Deletions", "deletions"],
  ["Moves", "moves"],
  ["Changes of formatting", "formats"],
  ["Conflicts", "conflicts"],
  ["Styles that look different", "styles"],
];

/** Counts that are shown only if they are not 0. */
const OPTIONAL: ReadonlySet<string> = new Set(["conflicts", "styles"]);

/** Returns the counts of the summary. An older redline lacks some of them. */
function countsOf(summary: LegendFacts["summary"]): [words: string, count: number][] {
  return COUNTS.flatMap(([words, field]) => {
    const count = summary[field];
    return count === undefined || (count === 0 && OPTIONAL.has(field)) ? [] : [[words, count]];
  });
}

/** Returns for example `Style Normal: size: 11 pt, now size: 10 pt`. */
function styleLine({ revision, style, before, after }: LegendFacts["styleChanges"][number]): string {
  const where = revision === undefined ? "" : ` in ${revision}`;
  return `Style ${style}${where}: ${before}, now ${after}`;
}
