// Counts the paragraphs of a document that come back from its PDF with the same text.
//
// White space, list labels and capitals that a style shows are ignored. Equal texts count as often as they occur.

import { nodeZlib } from "@versus/engine/node-zlib";
import { type ContentJson, type ContentParagraph, contentTask } from "@versus/engine/tasks";

export interface JudgedParagraph {
  /** Text without its label, with one space between words. */
  readonly text: string;
  readonly isInTable: boolean;
  /** True if the text contains a line break. */
  readonly isBroken: boolean;
}

/** Returns the paragraphs of the body and of the notes that have text. */
export function readParagraphs(docx: Uint8Array): JudgedParagraph[] {
  const { json } = contentTask({ document: docx, codec: nodeZlib });
  const { blocks, notes } = JSON.parse(new TextDecoder().decode(json)) as ContentJson;
  const all = [...blocks, ...notes.flatMap((note) => note.blocks)];
  return all.map(judged).filter(({ text }) => text !== "");
}

function judged(paragraph: ContentParagraph): JudgedParagraph {
  const label = paragraph.list?.number ?? "";
  const text = withoutLabel(`${label} ${paragraph.text}`);
  return { text, isInTable: paragraph.table !== undefined, isBroken: paragraph.text.trim().includes("\n") };
}

const BULLET = "[•·◦▪▫■□●○◆◇‣⁃∙➢➤✓✔❖–—*o§\\uf020-\\uf0ff-]";
const COUNTER = "(?:\\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,7})";
const LABEL = new RegExp(
  `^(?:${BULLET}(?=\\s)|[(\\[]?${COUNTER}(?:\\.${COUNTER})*[.)\\]:]+(?=\\s)|${COUNTER}(?:\\.${COUNTER})+(?=\\s)|\\d{1,3}(?=\\s)|(?:Article|Section|Clause|Schedule|Exhibit|Annex|Appendix|Chapter|Part)\\s[0-9A-Z]{1,5}(?:\\.\\d+)*[.:)]?(?=\\s))`,
  "iu",
);

/**
 * Removes the label, because labels are compared elsewhere. A typed label may come back as a counted one, and a
 * counted label as typed text.
 */
function withoutLabel(text: string): string {
  const plain = text
    .normalize("NFKC")
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff\ufffc]/g, "")
    // A non-breaking hyphen is drawn as a normal hyphen, and a non-breaking space as a normal space.
    .replace(/\u2010/g, "-")
    .replace(/[\s\u00a0]+/g, " ")
    .trim();
  return plain.replace(LABEL, "").trim();
}

export interface Verdict {
  readonly wanted: number;
  readonly found: number;
  readonly wantedInTables: number;
  readonly foundInTables: number;
  /** Number of paragraphs that the PDF gave. */
  readonly given: number;
  readonly missing: readonly JudgedParagraph[];
  readonly extra: readonly string[];
}

export function judge(wanted: readonly JudgedParagraph[], given: readonly JudgedParagraph[]): Verdict {
  const left = new Map<string, number>();
  for (const { text } of given) left.set(text, (left.get(text) ?? 0) + 1);
  const unequal = wanted.filter(({ text }) => !take(left, text));
  const missing = unequal.filter(({ text }) => !take(left, shownAs(text, left)));
  const inTables = wanted.filter(({ isInTable }) => isInTable).length;
  return {
    wanted: wanted.length,
    found: wanted.length - missing.length,
    wantedInTables: inTables,
    foundInTables: inTables - missing.filter(({ isInTable }) => isInTable).length,
    given: given.length,
    missing,
    extra: [...left].flatMap(([text, times]) => new Array<string>(times).fill(text)),
  };
}

function take(left: Map<string, number>, text: string): boolean {
  const times = left.get(text) ?? 0;
  if (times > 0) left.set(text, times - 1);
  return times > 0;
}

/**
 * Returns a remaining text that differs only in showing some letters as capitals, or else `text`. A style may print
 * "Cover Terms" as "COVER TERMS", and a PDF has no trace of the typed letters. The converter never changes a letter,
 * so a difference of capitals comes from the print.
 */
function shownAs(text: string, left: ReadonlyMap<string, number>): string {
  const isShown = (other: string): boolean =>
    other.length === text.length &&
    [...other].every((letter, at) => letter === [...text][at] || letter === [...text][at]?.toUpperCase());
  const upper = text.toUpperCase();
  for (const [other, times] of left) if (times > 0 && other.toUpperCase() === upper && isShown(other)) return other;
  return text;
}

type Cause =
  | "spaces"
  | "capitals"
  | "right to left"
  | "East Asian"
  | "joined"
  | "line break inside"
  | "read as a table"
  | "split"
  | "not printed"
  | "other";

/** Returns why a paragraph is missing, by its script and by what the PDF gave instead. */
export function causeOf(
  { text, isInTable, isBroken }: JudgedParagraph,
  given: readonly JudgedParagraph[],
  extra: readonly string[],
): Cause {
  const letters = withoutSpaces(text);
  const others = extra.map(withoutSpaces);
  if (others.includes(letters)) return "spaces";
  if (others.some((other) => other.toLowerCase() === letters.toLowerCase())) return "capitals";
  if (/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)) return "right to left";
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)) return "East Asian";
  if (others.some((other) => other.includes(letters))) return "joined";
  if (isCut(letters, given)) {
    if (isBroken) return "line break inside";
    const isPart = (cell: JudgedParagraph): boolean =>
      cell.isInTable && cell.text.length > 3 && extra.includes(cell.text) && letters.includes(withoutSpaces(cell.text));
    return !isInTable && given.some(isPart) ? "read as a table" : "split";
  }
  return others.some((other) => other.length > 3 && letters.includes(other)) ? "other" : "not printed";
}

/** True if the letters, or one half of them, are in the joined text of the converted paragraphs without a gap. */
function isCut(letters: string, given: readonly JudgedParagraph[]): boolean {
  const all = withoutSpaces(given.map(({ text }) => text).join("")).toLowerCase();
  const half = letters.length / 2;
  const halves = [letters.slice(0, half), letters.slice(half)].filter((part) => part.length > 3);
  return [letters, ...halves].some((part) => all.includes(part.toLowerCase()));
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, "");
}
