// Makes set_numbering requests, and the numbering of new paragraphs.

import { locatorOf, nameSpots } from "./locators.ts";
import type { Draw, Fields, Maker } from "./request.ts";
import type { Spot, Subject } from "./subject.ts";

const PRESETS = "decimal decimal_outline lower_letter lower_roman upper_letter upper_roman legal bullet dash".split(
  " ",
);

const isSettled = ({ changes }: Spot): boolean => !changes.has("property");
const isNumbered = (spot: Spot): boolean => isSettled(spot) && spot.paragraph.list !== undefined;

export const setNumbering: Maker = (subject, draw) => {
  const actions = [apply, apply, remove, reset, restart, continueList, setLevel, reformat];
  return draw.tries(6, () => draw.pick(actions)(subject, draw));
};

function edit(subject: Subject, draw: Draw, suits: (spot: Spot) => boolean, numbering: Fields) {
  const named = nameSpots(subject, draw, suits);
  return named && [{ type: "set_numbering" as const, paragraphs: named.field, numbering }];
}

const apply: Maker = (subject, draw) => {
  const numbering = applied(subject, draw);
  return numbering && edit(subject, draw, isSettled, numbering);
};

function applied(subject: Subject, draw: Draw): Fields | undefined {
  const options = {
    ...draw.maybe(0.4, () => ({ level: draw.between(1, draw.pick([3, 9])) })),
    ...draw.maybe(0.3, () => ({ restart: draw.chance(0.7) })),
  };
  const lists = subject.content.list_styles;
  const numbered = subject.spots.filter(({ paragraph }) => paragraph.list !== undefined);
  const source = draw.below(3);
  if (source === 0 && lists.length > 0) return { action: "apply", list_style: draw.pick(lists).id, ...options };
  if (source === 1 && numbered.length > 0) {
    return { action: "apply", like: locatorOf(draw.pick(numbered), draw), ...options };
  }
  return { action: "apply", preset: draw.pick(PRESETS), ...options };
}

/** Returns the numbering of a new paragraph: it joins a list, begins one, or has none. */
export function numberingOfNew(subject: Subject, draw: Draw): Fields {
  const numbering = draw.chance(0.2) ? { action: "remove" } : applied(subject, draw);
  return numbering === undefined ? {} : { numbering };
}

const remove: Maker = (subject, draw) => edit(subject, draw, isSettled, { action: "remove" });
const reset: Maker = (subject, draw) => edit(subject, draw, isSettled, { action: "reset" });

const restart: Maker = (subject, draw) =>
  edit(subject, draw, isNumbered, {
    action: "restart",
    ...draw.maybe(0.5, () => ({ start: draw.below(20) })),
    ...draw.maybe(0.2, () => ({ level: draw.between(1, 3) })),
  });

/** An earlier paragraph must have the same list definition. */
const continueList: Maker = (subject, draw) => {
  const later = subject.spots.filter((spot) => {
    const { list, index } = spot.paragraph;
    const isBefore = (other: Spot): boolean =>
      other.paragraph.index < index && other.paragraph.list?.list_style === list?.list_style;
    return isNumbered(spot) && spot.story.spots.some(isBefore);
  });
  if (later.length === 0) return undefined;
  return [{ type: "set_numbering", paragraphs: locatorOf(draw.pick(later), draw), numbering: { action: "continue" } }];
};

const setLevel: Maker = (subject, draw) =>
  edit(subject, draw, isNumbered, { action: "set_level", level: draw.between(1, draw.pick([3, 9])) });

const FORMATS = "decimal lower_roman upper_roman lower_letter upper_letter decimal_zero ordinal bullet none".split(" ");

const reformat: Maker = (subject, draw) => {
  const levels = draw.pickSome([1, 2, 3, 4, 9], 3).map((level) => {
    const format = draw.pick(FORMATS);
    const pattern =
      format === "bullet" ? draw.pick(["•", "–"]) : draw.pick([`(%${level})`, `%1.%${level}`, `§ %${level}:`]);
    return {
      level,
      number_format: format,
      pattern,
      ...draw.maybe(0.3, () => ({ start: draw.below(10) })),
      ...draw.maybe(0.3, () => ({ alignment: draw.pick(["left", "center", "right"]) })),
      ...draw.maybe(0.3, () => ({ indent_left: 36 * level, indent_first_line: -18 })),
      ...draw.maybe(0.3, () => ({ suffix: draw.pick(["tab", "space", "none"]) })),
      ...draw.maybe(0.2, () => ({ format: { bold: true, color: "#C00000" } })),
    };
  });
  return edit(subject, draw, isNumbered, { action: "reformat", levels });
};
