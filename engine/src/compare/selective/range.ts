// The paragraphs of one side that are to be compared: a range of one part, named by places or by ids, each paragraph
// as it reads with its tracked changes accepted.
//
// Places count the paragraphs of the body, those in tables included; ids name a paragraph of any part that has an address.

import { type AddressedPart, addressesOf } from "../../document/addresses.ts";
import { ParagraphReader } from "../../document/inlines.ts";
import { numberingOf } from "../../document/numbering.ts";
import { Labeller } from "../../document/numbering-labels.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { type ParagraphIds, paragraphIds } from "../../document/paragraphs.ts";
import { storiesOf } from "../../document/stories.ts";
import { textBoxesOf } from "../../document/text-boxes.ts";

/** The first and the last paragraph, both included. */
export type RangeRequest =
  | { readonly from: number; readonly through: number }
  | { readonly from: string; readonly through: string };

export interface RangeParagraph {
  readonly id: string;
  readonly text: string;
  /** The numeral it shows in a list. */
  readonly number: string | undefined;
}

/** Why there is no such range: an end is not in the document, the first stands after the last, or in another part. */
export type RangeProblem = "MISSING" | "REVERSED" | "TWO_PARTS";

export function readRange(document: WordDocument, request: RangeRequest): readonly RangeParagraph[] | RangeProblem {
  const ids = paragraphIds(
    storiesOf(document).flatMap((story) => [story, ...textBoxesOf(story).map((box) => box.story)]),
  );
  const { parts } = addressesOf(document);
  const [from, through] = [find(request.from, parts, ids), find(request.through, parts, ids)];
  if (from === undefined || through === undefined) return "MISSING";
  if (from.part !== through.part) return "TWO_PARTS";
  if (from.index > through.index) return "REVERSED";
  return readPart(document, from.part, ids).slice(from.index, through.index + 1);
}

interface Found {
  readonly part: AddressedPart;
  readonly index: number;
}

function find(end: number | string, parts: readonly AddressedPart[], ids: ParagraphIds): Found | undefined {
  const searched = typeof end === "number" ? parts.filter(({ locator }) => locator.kind === "body") : parts;
  for (const part of searched) {
    const ofTree = ids.get(part.story.tree);
    const found = part.paragraphs.find(({ node, index }) =>
      typeof end === "number" ? index === end : ofTree?.get(node) === end,
    );
    if (found !== undefined) return { part, index: found.index };
  }
  return undefined;
}

/** Numerals and open fields run on from paragraph to paragraph, so a part is read from its beginning. */
function readPart(document: WordDocument, { story, paragraphs }: AddressedPart, ids: ParagraphIds): RangeParagraph[] {
  const reader = new ParagraphReader(story);
  const labeller = new Labeller(numberingOf(document));
  return paragraphs.map(({ node }) => ({
    id: ids.get(story.tree)?.get(node) ?? "",
    text: reader.read(node).text,
    number: labeller.label(story, node)?.text,
  }));
}
