// Makes requests about insert, replace, delete or format.

import { contentFor } from "./contents.ts";
import { locatorOf, type NamedSpots, nameSpots } from "./locators.ts";
import { runFormat } from "./properties.ts";
import type { Draw, Edit, Maker } from "./request.ts";
import { isFormattable, isInsertable, isRemovable, selectIn } from "./selectors.ts";
import { isOf, type Spot, type Subject } from "./subject.ts";

/** Returns a description of all positions of an edit. Runs that one of them does not permit are left out. */
function placeOf(spots: readonly Spot[], isOnce: boolean) {
  const kind = spots.every(({ story }) => story.kind === "body") ? "body" : "header";
  return { kind, isOnce, changed: spots } as const;
}

export const insert: Maker = (subject, draw) => {
  const suits = (spot: Spot): boolean => isInsertable(spot, 0) && isInsertable(spot, spot.text.length);
  const named = nameSpots(subject, draw, suits);
  if (named === undefined) return undefined;
  const { field: paragraphs, spots } = named;
  const selected = draw.chance(0.5) ? undefined : selectPoint(named, draw);
  const at = selected?.at ?? draw.pick(["start", "end"]);
  const isOnce = selected === undefined ? spots.length === 1 : selected.count === 1;
  const content = contentFor(subject, draw, placeOf(spots, isOnce));
  return [{ type: "insert", paragraphs, at, content }];
};

function selectPoint({ spots }: NamedSpots, draw: Draw): { at: unknown; count: number } | undefined {
  const side = draw.pick(["after", "before"]);
  const suits = ({ spot, from, to }: { spot: Spot; from: number; to: number }): boolean =>
    isInsertable(spot, side === "after" ? to : from);
  const selected = selectIn(spots, draw, { suits });
  return selected === undefined ? undefined : { at: { [side]: selected.selector }, count: selected.ranges.length };
}

export const replace: Maker = (subject, draw) =>
  draw.tries(5, () => {
    const named = nameSpots(subject, draw, ({ text }) => text !== "");
    const selected = named && selectIn(named.spots, draw, { suits: isRemovable });
    if (selected === undefined) return undefined;
    const { selector: text, ranges } = selected;
    const touched = [...new Set(ranges.map(({ spot }) => spot))];
    const content = contentFor(subject, draw, placeOf(touched, ranges.length === 1));
    return [{ type: "replace", paragraphs: named!.field, text, content }];
  });

export const deleteText: Maker = (subject, draw) => {
  if (draw.chance(0.3)) {
    const broken = deleteBreak(subject, draw);
    if (broken !== undefined) return broken;
  }
  return draw.tries(5, () => {
    const named = nameSpots(subject, draw, ({ text }) => text !== "");
    const selected = named && selectIn(named.spots, draw, { suits: isRemovable });
    if (selected === undefined) return undefined;
    return [{ type: "delete", paragraphs: named!.field, text: selected.selector }];
  });
};

/** A page or column break has no characters, so a run matches it. */
function deleteBreak({ spots }: Subject, draw: Draw): readonly Edit[] | undefined {
  const found = spots.flatMap((spot) =>
    spot.paragraph.content.flatMap((segment) =>
      isOf(segment, "break") && segment.kind !== "line" && !spot.isInLongField ? [{ spot, kind: segment.kind }] : [],
    ),
  );
  if (found.length === 0) return undefined;
  const { spot, kind } = draw.pick(found);
  const text = { match: [{ type: "break", kind }], occurrence: draw.pick([1, "all"]) };
  return [{ type: "delete", paragraphs: locatorOf(spot, draw), text }];
}

export const format: Maker = (subject, draw) =>
  draw.tries(5, () => {
    const isFree = ({ changes }: Spot): boolean => !changes.has("property");
    const named = nameSpots(subject, draw, isFree);
    if (named === undefined) return undefined;
    const edit = { type: "format", paragraphs: named.field, format: runFormat(subject, draw) } as const;
    if (draw.chance(0.4)) return [edit];
    const selected = selectIn(named.spots, draw, { suits: isFormattable });
    return selected === undefined ? undefined : [{ ...edit, text: selected.selector }];
  });
