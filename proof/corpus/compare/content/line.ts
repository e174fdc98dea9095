// What a document says, line by line: the form in which the judge compares two documents.
//
// Every paragraph, table, row and cell is a line. What is not text stands in the text of a paragraph as a marker,
// between two characters that XML cannot hold, so no text can pass for one. What a marker refers to and that has
// paragraphs of its own, a note or a text box, follows as lines further in. Properties that are compared beside the
// text are fields of a line, which tell the shape of tables, and its formatting.

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
  /** How many cells, notes and boxes it stands in. */
  readonly depth: number;
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
  /** What was read as the same although it is written otherwise. */
  readonly equivalences: readonly Equivalence[];
  /** Where formatting was asked for. A paragraph that is not in the file has none. */
  readonly formatting?: LineFormatting;
}

const MARKER_START = "\u0002";
const MARKER_END = "\u0003";

export function marker(text: string): string {
  return `${MARKER_START}${text}${MARKER_END}`;
}

/** The text alone, without what stands in it. */
export function plainText({ text }: Line): string {
  return text.replace(/\u0002[^\u0003]*\u0003/g, "");
}

/** A line for people, in a notation that tests use too: `  p: The {REF a|one}[fn] end`. */
export function readableLine({ kind, depth, text, fields }: Line): string {
  const said = Object.entries(fields).map(([name, value]) => ` ${name}=${value}`);
  const shown = text.replaceAll(MARKER_START, "").replaceAll(MARKER_END, "").replaceAll("\n", "\\n");
  return `${"  ".repeat(depth)}${SHORT[kind] ?? kind}${said.join("")}${text === "" ? "" : `: ${shown}`}`;
}

const SHORT: Partial<Record<LineKind, string>> = { paragraph: "p" };
