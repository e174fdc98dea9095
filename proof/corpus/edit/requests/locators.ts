// Makes locators in all their forms, and the paragraphs field.

import type { Draw, Fields } from "./request.ts";
import type { Spot, Story, Subject } from "./subject.ts";

/** Returns one of the possible locators of a paragraph. */
export function locatorOf({ story, paragraph }: Spot, draw: Draw): Fields {
  const { index } = paragraph;
  if (story.locators.length > 0) return { part: partOf(story, draw), index };
  return draw.chance(0.1) ? { part: { kind: "body" }, index } : { index };
}

/** Returns a part by any section that shows it. The type "default" is sometimes omitted. */
function partOf(story: Story, draw: Draw): Fields {
  const { type, ...part } = draw.pick(story.locators) as Fields;
  return type === undefined || (type === "default" && draw.chance(0.5)) ? part : { ...part, type };
}

export interface NamedSpots {
  readonly field: unknown;
  readonly spots: readonly Spot[];
}

type Suits = (spot: Spot) => boolean;

/** Returns the paragraphs field in one of its forms. It names only suitable paragraphs. */
export function nameSpots(subject: Subject, draw: Draw, suits: Suits = () => true): NamedSpots | undefined {
  const suiting = subject.spots.filter(suits);
  if (suiting.length === 0) return undefined;
  const spot = draw.pick(suiting);
  const form = draw.below(10);
  if (form < 4) return { field: locatorOf(spot, draw), spots: [spot] };
  if (form < 6) return nameRange(spot, draw, suits);
  if (form < 8) return nameList(suiting, draw, suits);
  return nameAll(subject, spot, draw, suits) ?? { field: locatorOf(spot, draw), spots: [spot] };
}

/** Returns a range around a paragraph that contains only suitable ones. */
export function nameRange(spot: Spot, draw: Draw, suits: Suits): NamedSpots {
  const { spots } = spot.story;
  let [from, through] = [spot.paragraph.index, spot.paragraph.index];
  for (let more = draw.below(5); more > 0; more -= 1) {
    if (draw.chance(0.5) && from > 0 && suits(spots[from - 1]!)) from -= 1;
    else if (through + 1 < spots.length && suits(spots[through + 1]!)) through += 1;
  }
  return {
    field: { from: locatorOf(spots[from]!, draw), through: locatorOf(spots[through]!, draw) },
    spots: spots.slice(from, through + 1),
  };
}

/** Returns a list of paragraphs and ranges, sometimes with one of them twice. */
function nameList(suiting: readonly Spot[], draw: Draw, suits: Suits): NamedSpots {
  const named = draw
    .pickSome(suiting, 3)
    .map((one) => (draw.chance(0.4) ? nameRange(one, draw, suits) : { field: locatorOf(one, draw), spots: [one] }));
  const all = draw.chance(0.2) ? [...named, named[0]!] : named;
  const spots = new Set(all.flatMap((one) => one.spots));
  return { field: all.map(({ field }) => field), spots: suiting.filter((one) => spots.has(one)) };
}

/** Names everything, or all parts of a kind, if all of their paragraphs are suitable. */
function nameAll(subject: Subject, { story }: Spot, draw: Draw, suits: Suits): NamedSpots | undefined {
  if (draw.chance(0.3)) return subject.spots.every(suits) ? { field: "all", spots: subject.spots } : undefined;
  const isKind = story.kind === "body" || draw.chance(0.5);
  const spots = isKind ? subject.spots.filter((spot) => spot.story.kind === story.kind) : story.spots;
  const part = isKind ? { kind: story.kind } : (draw.pick(story.locators) as Fields);
  return spots.every(suits) ? { field: { all: true, part }, spots } : undefined;
}

/** True if a paragraph is in a table. */
export function isInTable({ paragraph }: Spot): boolean {
  return paragraph.table !== undefined;
}

/** Returns a destination before or after a paragraph. */
export function destinationAt(spot: Spot, draw: Draw): Fields {
  return { paragraph: locatorOf(spot, draw), position: draw.pick(["before", "after"]) };
}
