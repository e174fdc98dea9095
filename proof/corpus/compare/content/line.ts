// Defines a document as a list of lines, the form in which the judge compares two documents.
//
// Every paragraph, table, row and cell is a line. Content that is not text appears in the text of a paragraph as a
// marker between two characters that XML cannot contain, so text cannot imitate a marker. If a marker refers to
// something with paragraphs of its own, a note or a text box, those follow as lines with a greater depth. Properties
// that are compared along with the text are fields of a line: they describe the shape of tables. A line may also have
// formatting.

import type { LineFormatting } from "../formatting/line-formatting.ts";
import type { Equivalence } from "./equivalences.ts";

export type LineKind =
  | "paragraph"
  | "table"
  | "row"
  | "cell"
  | "footnote"
  | "endnote"
  | "textbox"
  | "section-break"
  | "equation";

export interface Line {
  readonly kind: LineKind;
  /** Number of cells, notes and boxes around it. */
  readonly depth: number;
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Equivalences that were applied to the line. */
  readonly equivalences: readonly Equivalence[];
  /** Set only if formatting was requested. A paragraph that is not in the file has none. */
  readonly formatting?: LineFormatting;
}

const MARKER_START = "\u0002";
const MARKER_END = "\u0003";

export function marker(text: string): string {
  return `${MARKER_START}${text}${MARKER_END}`;
}

/** Returns the text without markers. */
export function plainText({ text }: Line): string {
  return text.replace(/\u0002[^\u0003]*\u0003/g, "");
}

/** Returns a line in a notation for people that tests use too: `  p: The {REF a|one}[fn] end`. */
export function readableLine({ kind, depth, text, fields }: Line): string {
  const said = Object.entries(fields).map(([name, value]) => ` ${name}=${value}`);
  const shown = text.replaceAll(MARKER_START, "").replaceAll(MARKER_END, "").replaceAll("\n", "\\n");
  return `${"  ".repeat(depth)}${SHORT[kind] ?? kind}${said.join("")}${text === "" ? "" : `: ${shown}`}`;
}

const SHORT: Partial<Record<LineKind, string>> = { paragraph: "p" };
