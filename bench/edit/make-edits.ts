// Makes typical edits of a made contract, spread evenly over its paragraphs.
//
// They are the edits that lawyers and agents request most. Each names its own paragraphs.

import { PARAGRAPHS_A_PAGE } from "../make-contract.ts";

/** A function that makes an edit of the paragraph with this index, and perhaps of the few after it. */
type MakeEdit = (index: number) => Readonly<Record<string, unknown>>;

const MAKERS: readonly MakeEdit[] = [
  (index) => ({ type: "insert", paragraphs: { index }, at: "end", content: " as amended from time to time" }),
  (index) => ({ type: "replace", paragraphs: { index }, text: { match: "the", occurrence: 1 }, content: "every" }),
  (index) => ({ type: "delete", paragraphs: { index }, text: { match: " ", occurrence: 2 } }),
  (index) => ({ type: "format", paragraphs: { index }, format: { italic: true } }),
  (index) => ({
    type: "insert_paragraphs",
    destination: { paragraph: { index }, position: "after" },
    new_paragraphs: [{ content: "Notices.", style_id: "Heading1" }, { content: "A notice is given in writing." }],
  }),
  (index) => ({ type: "delete_paragraphs", paragraphs: { index } }),
  (index) => ({
    type: "move_paragraphs",
    paragraphs: { index },
    destination: { paragraph: { index: index + 3 }, position: "after" },
  }),
  (index) => ({ type: "split_paragraph", paragraphs: { index }, at: { after: { match: " ", occurrence: 4 } } }),
  (index) => ({ type: "set_paragraph_format", paragraphs: { index }, paragraph_format: { alignment: "left" } }),
  (index) => ({ type: "add_comment", paragraphs: { index }, content: "Is this agreed?" }),
];

/** Returns `count` edits of a contract of so many pages. */
export function makeEdits(pages: number, count: number): readonly Readonly<Record<string, unknown>>[] {
  const apart = (pages * PARAGRAPHS_A_PAGE) / count;
  return Array.from({ length: count }, (_, at) => MAKERS[at % MAKERS.length]!(Math.floor((at + 0.5) * apart)));
}
