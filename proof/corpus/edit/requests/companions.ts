// Adds a second edit to a request, on paragraphs that the first edit does not touch.
//
// So several different requests can act on one thing that a document contains only once.

import { locatorOf } from "./locators.ts";
import { paragraphFormat } from "./properties.ts";
import type { Draw, Edit } from "./request.ts";
import { isInsertable } from "./selectors.ts";
import type { Spot, Subject } from "./subject.ts";

/** Returns the edits, sometimes with another one before or after them. */
export function withCompanion(
  edits: readonly Edit[],
  { subject, draw, isFree = () => true }: { subject: Subject; draw: Draw; isFree?: (spot: Spot) => boolean },
): readonly Edit[] {
  const free = subject.spots.filter(
    (spot) => isFree(spot) && spot.changes.size === 0 && isInsertable(spot, spot.text.length),
  );
  if (free.length === 0 || draw.chance(0.35)) return edits;
  const paragraphs = locatorOf(draw.pick(free), draw);
  const companion: Edit = draw.chance(0.6)
    ? { type: "insert", paragraphs, at: "end", content: ` ${draw.words(3)}` }
    : { type: "set_paragraph_format", paragraphs, paragraph_format: paragraphFormat(draw) };
  return draw.chance(0.5) ? [companion, ...edits] : [...edits, companion];
}
