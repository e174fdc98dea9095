// Sorts the items of a formatting edit by whether another author's property change is undecided.
//
// Word keeps one property change of a run, a paragraph or a section, so the edit could not be tracked there. These items are
// refused or left out, as the request asks.

import type { NamedParagraph } from "../locate/paragraphs.ts";
import type { Known } from "../locate/parts.ts";
import type { UploadedPlace } from "../locate/uploaded.ts";
import type { Problem } from "../refusal.ts";
import type { Planned, Resolving } from "./operation.ts";

export interface Sorted<Item> {
  /** The items to which the edit is applied. */
  readonly kept: readonly Item[];
  readonly problems: readonly Problem[];
  /** The items that are left out. */
  readonly left: readonly Item[];
}

/** Sorts items. `check` returns the problems of an item. */
export function sortUndecided<Item>(
  { undecided }: Pick<Resolving, "undecided">,
  items: readonly Item[],
  check: (item: Item) => readonly Problem[],
): Sorted<Item> {
  const checked = items.map((item) => ({ item, problems: check(item) }));
  const kept = checked.filter(({ problems }) => problems.length === 0).map(({ item }) => item);
  if (undecided === "refuse") return { kept, problems: checked.flatMap(({ problems }) => problems), left: [] };
  const left = checked.filter(({ problems }) => problems.length > 0).map(({ item }) => item);
  return { kept, problems: [], left };
}

/** Returns the items that an edit left out, for its result. An edit that left out all of them changed nothing. */
export function leftOut(
  { kept, left }: Sorted<unknown>,
  places: readonly (UploadedPlace | undefined)[],
): Pick<Planned, "places" | "skipped"> {
  if (left.length === 0) return {};
  return { skipped: places.filter((place) => place !== undefined), ...(kept.length === 0 ? { places: 0 } : {}) };
}

/** Returns the uploaded paragraph that a paragraph is, or was split from. */
export function uploadedParagraphOf(
  { refs }: Pick<Known, "refs">,
  paragraph: NamedParagraph,
): UploadedPlace | undefined {
  return paragraph.kind === "uploaded" ? paragraph.place : refs.halves.rangeOf(paragraph.group)?.place;
}
