// What set_numbering and new paragraphs ask of lists (spec 3, section 16): one action, with the fields of that action.

import { numbers, oneOf, words } from "../../document/value-shapes.ts";
import {
  type FieldShape,
  invalid,
  isFields,
  list,
  type Member,
  may,
  must,
  type ObjectRule,
  object,
  plain,
} from "./field-shape.ts";
import { flag, paragraphLocator } from "./locators.ts";
import { runFormat } from "./properties.ts";

const level = plain(numbers({ least: 1, most: 9, step: 1 }), "a level from 1 to 9");
const start = plain(numbers({ least: 0, most: 32767, step: 1 }), "a whole number from 0 to 32767");
const points = plain(numbers({ least: -1584, most: 1584 }), "a number of points from -1584 to 1584");

const PRESETS = [
  "decimal",
  "decimal_outline",
  "lower_letter",
  "lower_roman",
  "upper_letter",
  "upper_roman",
  "legal",
  "bullet",
  "dash",
];
const FORMATS = [
  "decimal",
  "lower_roman",
  "upper_roman",
  "lower_letter",
  "upper_letter",
  "decimal_zero",
  "ordinal",
  "bullet",
  "none",
];

const levelChange = object(
  {
    level: must(level),
    number_format: may(plain(oneOf(FORMATS), FORMATS.join(", "))),
    pattern: may(plain(words(/^[^\u0000-\u001f\u007f-\u009f\ufffe\uffff]+$/, 100), "text with %1 to %9 for numbers")),
    start: may(start),
    alignment: may(plain(oneOf(["left", "center", "right"]), "left, center or right")),
    indent_left: may(points),
    indent_first_line: may(points),
    suffix: may(plain(oneOf(["tab", "space", "none"]), "tab, space or none")),
    format: may(runFormat),
  },
  ({ level: own, pattern }, field) => {
    const named = [...String(pattern ?? "").matchAll(/%(\d)/g)].map(([, digit]) => Number(digit));
    const isAllowed = named.every((digit) => digit >= 1 && digit <= Number(own));
    return isAllowed ? [] : [invalid(`${field}.pattern`, "A pattern names its own level and outer ones.")];
  },
);

const oneSource: ObjectRule = (value, field) => {
  const given = ["list_style", "like", "preset"].filter((name) => value[name] !== undefined);
  return given.length === 1 ? [] : [invalid(field, "apply takes one of list_style, like and preset.")];
};

interface Action {
  readonly members: Readonly<Record<string, Member>>;
  readonly rule?: ObjectRule;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  apply: {
    members: {
      list_style: may(plain(words(/^/, 255), "the id of a list style"), "an id of list_styles"),
      like: may(paragraphLocator, "a paragraph of the list"),
      preset: may(plain(oneOf(PRESETS), PRESETS.join(", ")), "a new list for all named paragraphs"),
      level: may(level, "kept by default, else 1"),
      restart: may(flag),
    },
    rule: oneSource,
  },
  restart: { members: { start: may(start, "1 by default"), level: may(level) } },
  continue: { members: {} },
  set_level: { members: { level: must(level) } },
  remove: { members: {} },
  reset: { members: {} },
  reformat: { members: { levels: must(list(levelChange, { most: 9 })) } },
};

const shapes = new Map(
  Object.entries(ACTIONS).map(([action, { members, rule }]) => {
    const known = must({ schema: { const: action }, problems: () => [] });
    return [action, object({ action: known, ...members }, rule)] as const;
  }),
);

export const numbering: FieldShape = {
  schema: { title: "numbering", anyOf: [...shapes.values()].map(({ schema }) => schema) },
  problems: (value, field) => {
    if (!isFields(value)) return [invalid(field, "This must be an object.")];
    const shape = shapes.get(String(value.action));
    const message = `This must be one of ${[...shapes.keys()].join(", ")}.`;
    return shape === undefined ? [invalid(`${field}.action`, message)] : shape.problems(value, field);
  },
};
