// Reads the paragraphs of one side that are compared: a range of one part.
//
// The caller names the range by indexes or by ids. Each paragraph is read with its tracked changes accepted. Indexes count
// the paragraphs of the body, including those in tables. Ids name a paragraph of any part that has an address.

import { FlowLabellers } from "../../document/lists/flow-labellers.ts";
import { numberingOf } from "../../document/lists/numbering.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { type AddressedPart, addressesOf } from "../../document/text/addresses.ts";
import { ParagraphReader } from "../../document/text/inlines.ts";
import { storiesOf } from "../../document/text/stories.ts";
import { blockIds, type IdOf } from "../../revisions/block-ids.ts";
import { listDecisions } from "../../revisions/decisions.ts";

/** The first and the last paragraph, both included. */
export type RangeRequest =
  | { readonly from: number; readonly through: number }
  | { readonly from: string; readonly through: string };

export interface RangeParagraph {
  readonly id: string;
  readonly text: string;
  /** The list label of the paragraph; undefined without one. */
  readonly number: string | undefined;
}

/**
 * Why the range does not exist: an end is not in the document, the first paragraph is after the last, or the ends are in two
 * parts.
 */
export type RangeProblem = "MISSING" | "REVERSED" | "TWO_PARTS";

export function readRange(document: WordDocument, request: RangeRequest): readonly RangeParagraph[] | RangeProblem {
  const idOf = blockIds(storiesOf(document), listDecisions(document));
  const { parts } = addressesOf(document);
  const [from, through] = [find(request.from, parts, idOf), find(request.through, parts, idOf)];
  if (from === undefined || through === undefined) return "MISSING";
  if (from.part !== through.part) return "TWO_PARTS";
  if (from.index > through.index) return "REVERSED";
  const numbers = numbersOf(document, from.part, parts);
  const reader = new ParagraphReader(from.part.story);
  const texts = from.part.paragraphs.map(({ node }) => reader.read(node).text);
  return from.part.paragraphs.slice(from.index, through.index + 1).map(({ node, index }) => ({
    id: idOf(from.part.story, node),
    text: texts[index]!,
    number: numbers[index],
  }));
}

interface ParagraphHit {
  readonly part: AddressedPart;
  readonly index: number;
}

function find(end: number | string, parts: readonly AddressedPart[], idOf: IdOf): ParagraphHit | undefined {
  const searched = typeof end === "number" ? parts.filter(({ locator }) => locator.kind === "body") : parts;
  for (const part of searched) {
    const found = part.paragraphs.find(({ node, index }) =>
      typeof end === "number" ? index === end : idOf(part.story, node) === end,
    );
    if (found !== undefined) return { part, index: found.index };
  }
  return undefined;
}

/** Returns the list numerals of a part's paragraphs. Numbering continues from the parts before it. */
function numbersOf(
  document: WordDocument,
  wanted: AddressedPart,
  parts: readonly AddressedPart[],
): (string | undefined)[] {
  const labellers = new FlowLabellers(numberingOf(document));
  let numbers: (string | undefined)[] = [];
  for (const part of parts.slice(0, parts.indexOf(wanted) + 1)) {
    const labeller = labellers.of(part.story);
    numbers = part.paragraphs.map(({ node }) => labeller.label(part.story, node)?.text);
  }
  return numbers;
}
