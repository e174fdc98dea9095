// Defines the numbering object of set_numbering and of new paragraphs (EDT-76).
//
// It has one action and the fields of that action.

import { invalid, isFields, mustBe } from "../../language/value-problems.ts";
import { numbers, oneOf, only, words } from "../../language/value-shapes.ts";
import {
  type FieldShape,
  list,
  type Member,
  may,
  must,
  type ObjectOf,
  type ObjectRule,
  object,
  plain,
} from "./field-shape.ts";
import { flag, paragraphLocator } from "./locators.ts";
import { runFormat } from "./properties.ts";

const level = plain(numbers({ least: 1, most: 9, step: 1 }));
const start = plain(numbers({ least: 0, most: 32767, step: 1 }));
const points = plain(numbers({ least: -1584, most: 1584, unit: "points" }));

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
] as const;
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
] as const;

const levelChange = object(
  {
    level: must(level, "the level to change, from 1"),
    number_format: may(plain(oneOf(FORMATS)), "how numbers of the level are written"),
    pattern: may(
      plain(words(/^[^\u0000-\u001f\u007f-\u009f\ufffe\uffff]+$/, { longest: 100, says: "text such as %1.%2" })),
      "the text of the number; %1 stands for the number of level 1",
    ),
    start: may(start, "the first number"),
    alignment: may(plain(oneOf(["left", "center", "right"])), "how the number is aligned"),
    indent_left: may(points, "the left indent of the paragraphs, in points"),
    indent_first_line: may(points, "the extra indent of the first line, in points; negative is a hanging indent"),
    suffix: may(plain(oneOf(["tab", "space", "none"])), "what separates the number from the text"),
    format: may(runFormat, "the formatting of the number"),
  },
  {
    rule: ({ level: own, pattern }, field) => {
      const named = [...String(pattern ?? "").matchAll(/%(\d)/g)].map(([, digit]) => Number(digit));
      const isAllowed = named.every((digit) => digit >= 1 && digit <= Number(own));
      const message = `\`pattern\` may use %1 to %${Number(own)}: its own level and outer ones.`;
      return isAllowed ? [] : [invalid(`${field}.pattern`, message)];
    },
  },
);

const oneSource: ObjectRule = (value, field) => {
  const given = ["list_style", "like", "preset"].filter((name) => value[name] !== undefined);
  return given.length === 1 ? [] : [invalid(field, "`apply` needs exactly one of list_style, like and preset.")];
};

interface Action {
  readonly members: Readonly<Record<string, Member>>;
  readonly rule?: ObjectRule;
}

const ACTIONS = {
  apply: {
    members: {
      list_style: may(
        plain(words(/^/, { longest: 255, says: "the id of a list style" })),
        "an id of list_styles in the content",
      ),
      like: may(paragraphLocator, "a paragraph of the list to join"),
      preset: may(plain(oneOf(PRESETS)), "makes one new list for all named paragraphs"),
      level: may(level, "the level from 1; default: the level it has, else 1"),
      restart: may(flag, "restarts the numbering; default: false"),
    },
    rule: oneSource,
  },
  restart: {
    members: { start: may(start, "the first number; default: 1"), level: may(level, "the level to restart") },
  },
  continue: { members: {} },
  set_level: { members: { level: must(level, "the new level, from 1") } },
  remove: { members: {} },
  reset: { members: {} },
  reformat: { members: { levels: must(list(levelChange, { most: 9 }), "the levels to change") } },
} as const satisfies Record<string, Action>;

/** A numbering object of any action. */
export type NumberingAsked = {
  readonly [Name in keyof typeof ACTIONS]: { readonly action: Name } & ObjectOf<(typeof ACTIONS)[Name]["members"]>;
}[keyof typeof ACTIONS];

const shapes = new Map(
  Object.entries<Action>(ACTIONS).map(([action, { members, rule }]) => {
    const known = must(plain(only(action)), "");
    return [action, object({ action: known, ...members }, { rule, owner: action })] as const;
  }),
);

const action = plain(oneOf([...shapes.keys()]));
const says = 'an object such as {"action": "apply", "preset": "decimal"}';

export const numbering: FieldShape<NumberingAsked> = {
  says,
  schema: { title: "numbering", anyOf: [...shapes.values()].map(({ schema }) => schema) },
  problems: (value, field) => {
    if (!isFields(value)) return [invalid(field, mustBe(field, says))];
    return shapes.get(String(value.action))?.problems(value, field) ?? action.problems(value.action, `${field}.action`);
  },
};
