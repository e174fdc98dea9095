// Lists the files for which docxodus gives another text than we do, and which of the two is right.
//
// docs/design/revisions.md lists the same, with the clauses of the standard.

import type { Verdict } from "@versus/engine/inside";

export interface Judged {
  /** The name of the file, without its folder. */
  readonly file: string;
  readonly verdicts: readonly Verdict[];
  readonly right: "we" | "docxodus" | "either";
  readonly reason: string;
}

const BOTH: readonly Verdict[] = ["accept", "reject"];

export const judgedDifferences: readonly Judged[] = [
  {
    file: "Open-Xml-PowerTools--RA001-Tracked-Revisions-01.docx",
    verdicts: ["reject"],
    right: "we",
    reason: "Docxodus loses the text of a table that was moved when the move is rejected.",
  },
  {
    file: "Open-Xml-PowerTools--RA001-Tracked-Revisions-02.docx",
    verdicts: ["reject"],
    right: "we",
    reason: "Docxodus loses the text of a table that was moved when the move is rejected.",
  },
  {
    file: "core--tdf125916.docx",
    verdicts: ["accept"],
    right: "we",
    reason:
      "Six paragraphs whose marks go join the next one, whose mark was moved there; docxodus keeps one of the six.",
  },
  {
    file: "core--tdf150166.docx",
    verdicts: BOTH,
    right: "we",
    reason:
      "The last paragraph of the moved content control has a mark that is not tracked; it stays, empty. Docxodus drops it.",
  },
  {
    file: "core--tdf165933.docx",
    verdicts: BOTH,
    right: "we",
    reason: "Text between the ends of a move range that is not in w:moveFrom or w:moveTo was not moved and stays.",
  },
  {
    file: "poi--Tika-792.docx",
    verdicts: ["reject"],
    right: "we",
    reason: "The text was inserted and then moved: with both rejected it was never there.",
  },
];

export function judgementOf(path: string, verdict: Verdict): Judged | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return judgedDifferences.find(({ file, verdicts }) => file === name && verdicts.includes(verdict));
}
