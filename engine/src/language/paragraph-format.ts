// Reads and writes the `paragraph_format` object (EDT-60): direct properties of `w:pPr`.
//
// Lengths are points. Tab stops are those that a paragraph adds, not those of its style that it removes. Borders are those of
// the four sides.

import { PARAGRAPH_PROPERTY_ORDER } from "../document/grammar.ts";
import { isOnValue, twips, wholeNumber } from "../document/values.ts";
import { W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { colour, readColour, shadingKey, writeColour } from "./colours.ts";
import {
  type FormatProblems,
  type FormatProperty,
  formatProblems,
  formatSchema,
  formatShapes,
  formatTable,
  readFormat,
  type SaidAttributes,
  switchKey,
  valueKey,
  writeFormat,
} from "./format-keys.ts";
import { described, either, fields, listShape, numbers, oneOf, only } from "./value-shapes.ts";

export interface TabStop {
  readonly position: number;
  readonly alignment?: "left" | "center" | "right" | "decimal";
  readonly leader?: "none" | "dots" | "dashes" | "underscore";
}

export interface Border {
  readonly style: "single" | "double" | "dotted" | "dashed";
  readonly width: number;
  readonly color: string;
  readonly space?: number;
}

type BorderSide = "top" | "bottom" | "left" | "right";

export interface ParagraphFormat {
  readonly alignment?: "left" | "center" | "right" | "justify";
  readonly indent_left?: number;
  readonly indent_right?: number;
  /** A negative value is a hanging indent. */
  readonly indent_first_line?: number;
  readonly space_before?: number;
  readonly space_after?: number;
  readonly line_spacing?: { readonly rule: "multiple" | "exact" | "at_least"; readonly value: number };
  readonly keep_with_next?: boolean;
  readonly keep_lines_together?: boolean;
  readonly page_break_before?: boolean;
  readonly widow_control?: boolean;
  readonly contextual_spacing?: boolean;
  readonly suppress_line_numbers?: boolean;
  readonly right_to_left?: boolean;
  /** 1 to 9; false for body text, even in a heading style. */
  readonly outline_level?: number | false;
  readonly tab_stops?: readonly TabStop[];
  readonly shading?: string | false;
  readonly borders?: { readonly [Name in BorderSide]?: Border | false };
}

/** A change to be written. Null removes a direct setting, and an absent key changes nothing. */
export type ParagraphFormatChange = { readonly [Key in keyof ParagraphFormat]?: ParagraphFormat[Key] | null };

/** Returns the keys that a `w:pPr` sets; undefined if it sets nothing or is `NONE`. */
export function readParagraphFormat(
  { tree }: { readonly tree: Tree },
  properties: NodeId,
): ParagraphFormat | undefined {
  return readFormat(paragraphFormat, tree, properties);
}

/** Sets and removes properties of a `w:pPr` as a checked object requests. Elements are in the order of the schema. */
export function writeParagraphFormat(
  { tree }: { readonly tree: Tree },
  properties: NodeId,
  format: ParagraphFormatChange,
): void {
  writeFormat(paragraphFormat, tree, properties, format);
}

/** Returns the unknown keys of an object, and the keys with an invalid value. */
export function paragraphFormatProblems(format: object): FormatProblems {
  return formatProblems(paragraphFormat, format);
}

/** In points. The longest length in Word is 22 inches. */
const LONGEST = 1584;
const length = numbers({ least: -LONGEST, most: LONGEST, unit: "points" });
const space = numbers({ least: 0, most: LONGEST, unit: "points" });

const points = (measure: string | undefined): number | undefined => {
  const read = twips(measure);
  return read === undefined ? undefined : read / 20;
};
const measure = (value: unknown): string => `${Math.round(Number(value) * 20)}`;
const without = (...names: readonly NameId[]): SaidAttributes => names.map((name) => [name, undefined] as const);

const ALIGNMENTS: ReadonlyMap<string, string> = new Map([
  ["left", "left"],
  ["start", "left"],
  ["center", "center"],
  ["right", "right"],
  ["end", "right"],
  ["both", "justify"],
  ...["distribute", "lowKashida", "mediumKashida", "highKashida", "thaiDistribute"].map(
    (name) => [name, "justify"] as const,
  ),
]);

/**
 * Returns a key for a length in one attribute of an element. `others` are attributes that express the same differently, and
 * are removed when it is written.
 */
function lengthKey(element: NameId, name: NameId, others: readonly NameId[]): FormatProperty {
  return {
    shape: length,
    element,
    read: (tree, node) => points(tree.attribute(node, name) ?? tree.attribute(node, others[0]!)),
    say: (value) => [[name, value === null ? undefined : measure(value)], ...without(...others)],
  };
}

const firstLineKey: FormatProperty = {
  shape: length,
  element: W.ind,
  read: (tree, node) => {
    const hanging = points(tree.attribute(node, W.hanging));
    return hanging === undefined ? points(tree.attribute(node, W.firstLine)) : 0 - hanging;
  },
  say: (value) => {
    const isHanging = Number(value) < 0;
    return [
      [W.firstLine, value === null || isHanging ? undefined : measure(value)],
      [W.hanging, value !== null && isHanging ? measure(-Number(value)) : undefined],
      ...without(W.firstLineChars, W.hangingChars),
    ];
  },
};

/**
 * Returns a key for the space before or after. With automatic spacing, as in a browser, the number has no effect and is not
 * read.
 */
function spaceKey(name: NameId, lines: NameId, auto: NameId): FormatProperty {
  return {
    shape: space,
    element: W.spacing,
    read: (tree, node) => {
      const automatic = tree.attribute(node, auto);
      return automatic !== undefined && isOnValue(automatic) ? undefined : points(tree.attribute(node, name));
    },
    say: (value) => [[name, value === null ? undefined : measure(value)], ...without(lines, auto)],
  };
}

/** Lines are measured in 240ths of a line for the rule `multiple`, otherwise in twentieths of a point. */
const lineKey: FormatProperty = {
  shape: fields(
    {
      rule: described(oneOf(["multiple", "exact", "at_least"]), "How the value is meant."),
      value: described(space, "A number of lines where the rule is multiple, otherwise points."),
    },
    ["rule", "value"],
  ),
  element: W.spacing,
  read: (tree, node) => {
    const line = twips(tree.attribute(node, W.line));
    if (line === undefined) return undefined;
    const rule = RULES.get(tree.attribute(node, W.lineRule) ?? "") ?? "multiple";
    return { rule, value: rule === "multiple" ? Math.round((line / 240) * 1000) / 1000 : line / 20 };
  },
  say: (value) => {
    if (value === null) return without(W.line, W.lineRule);
    const { rule, value: amount } = value as NonNullable<ParagraphFormat["line_spacing"]>;
    const line = rule === "multiple" ? `${Math.round(amount * 240)}` : measure(amount);
    return [
      [W.line, line],
      [W.lineRule, LINE_RULES[rule]],
    ];
  },
};

const LINE_RULES = { multiple: "auto", exact: "exact", at_least: "atLeast" } as const;
const RULES = new Map(Object.entries(LINE_RULES).map(([rule, written]) => [written as string, rule]));

const TAB_ALIGNMENTS: ReadonlyMap<string, string> = new Map([
  ["left", "left"],
  ["start", "left"],
  ["num", "left"],
  ["center", "center"],
  ["right", "right"],
  ["end", "right"],
  ["decimal", "decimal"],
]);
const LEADERS: ReadonlyMap<string, string> = new Map([
  ["none", "none"],
  ["dot", "dots"],
  ["middleDot", "dots"],
  ["hyphen", "dashes"],
  ["underscore", "underscore"],
  ["heavy", "underscore"],
]);

const tabsKey: FormatProperty = {
  shape: listShape(
    fields(
      {
        position: described(length, "The distance from the left margin in points."),
        alignment: described(oneOf(["left", "center", "right", "decimal"]), "How text aligns at the stop."),
        leader: described(oneOf(["none", "dots", "dashes", "underscore"]), "The line that fills the tab."),
      },
      ["position"],
    ),
  ),
  element: W.tabs,
  read: (tree, node) => {
    const stops = tree.children(node).flatMap((tab) => readTab(tree, tab));
    return stops.length === 0 ? undefined : stops;
  },
  say: () => [],
  fill: (tree, node, value) => {
    for (const child of tree.children(node)) tree.remove(child);
    const stops = [...((value ?? []) as TabStop[])].sort((one, other) => one.position - other.position);
    for (const { position, alignment = "left", leader = "none" } of stops) {
      const tab = tree.element(W.tab, [
        [W.val, alignment],
        ...(leader === "none" ? [] : [[W.leader, firstOf(LEADERS, leader)] as const]),
        [W.pos, measure(position)],
      ]);
      tree.append(node, tab);
    }
  },
};

function readTab(tree: Tree, tab: NodeId): TabStop[] {
  const position = tree.name(tab) === W.tab ? points(tree.attribute(tab, W.pos)) : undefined;
  const alignment = position === undefined ? undefined : TAB_ALIGNMENTS.get(tree.attribute(tab, W.val) ?? "left");
  if (position === undefined || alignment === undefined) return [];
  const leader = LEADERS.get(tree.attribute(tab, W.leader) ?? "none") ?? "none";
  const stop = {
    position,
    ...(alignment === "left" ? {} : { alignment }),
    ...(leader === "none" ? {} : { leader }),
  };
  return [stop as TabStop];
}

/**
 * Maps a line style of the format to ours. A style without a name of its own is reported as the most similar one; the first
 * of each is written.
 */
const BORDERS: ReadonlyMap<string, Border["style"] | false> = new Map<string, Border["style"] | false>([
  ["single", "single"],
  ["double", "double"],
  ["dotted", "dotted"],
  ["dashed", "dashed"],
  ["none", false],
  ["nil", false],
  ["triple", "double"],
  ["doubleWave", "double"],
  ...["dashSmallGap", "dotDash", "dotDotDash", "dashDotStroked"].map((name) => [name, "dashed"] as const),
]);
// policy: the names that the API has for the borders of a paragraph
const SIDES: readonly (readonly [BorderSide, NameId])[] = [
  ["top", W.top],
  ["left", W.left],
  ["bottom", W.bottom],
  ["right", W.right],
];
/** In points, the maximum in Word's dialogs. */
const WIDEST = 12;
const FARTHEST = 31;

const border = either(
  fields(
    {
      style: described(oneOf(["single", "double", "dotted", "dashed"]), "The kind of line."),
      width: described(numbers({ least: 0, most: WIDEST, unit: "points" }), "Its width in points."),
      color: described(either(only("auto"), colour), "Its colour."),
      space: described(numbers({ least: 0, most: FARTHEST, unit: "points" }), "The distance to the text in points."),
    },
    ["style", "width", "color"],
  ),
  only(false),
);

const bordersKey: FormatProperty = {
  shape: fields(
    Object.fromEntries(SIDES.map(([side]) => [side, described(border, `The ${side} border; false removes it.`)])),
  ),
  element: W.pBdr,
  read: (tree, node) => {
    const sides = SIDES.flatMap(([side, name]) => {
      const child = tree.child(node, name);
      return child === NONE ? [] : [[side, readBorder(tree, child)]];
    });
    return sides.length === 0 ? undefined : Object.fromEntries(sides);
  },
  say: () => [],
  fill: (tree, node, value) => {
    for (const [side, name] of SIDES) {
      const given = value === null ? null : (value as NonNullable<ParagraphFormat["borders"]>)[side];
      if (given !== undefined) writeBorder(tree, node, { name, border: given });
    }
  },
};

function readBorder(tree: Tree, node: NodeId): Border | false {
  const style = BORDERS.get(tree.attribute(node, W.val) ?? "none") ?? "single";
  if (style === false) return false;
  const within = (value: string | undefined, most: number): number =>
    Math.min(most, Math.max(0, wholeNumber(value) ?? 0));
  const gap = within(tree.attribute(node, W.space), FARTHEST);
  return {
    style,
    width: within(tree.attribute(node, W.sz), WIDEST * 8) / 8,
    color: readColour(tree.attribute(node, W.color)) ?? "auto",
    ...(gap === 0 ? {} : { space: gap }),
  };
}

function writeBorder(
  tree: Tree,
  borders: NodeId,
  { name, border: given }: { name: NameId; border: Border | false | null },
): void {
  const old = tree.child(borders, name);
  const after = SIDES.slice(SIDES.findIndex(([, side]) => side === name) + 1).map(([, side]) => side);
  const later = new Set([...after, W.between, W.bar]);
  const next = tree.children(borders).find((child) => later.has(tree.name(child))) ?? NONE;
  if (old !== NONE) tree.remove(old);
  if (given === null) return;
  const attributes: [NameId, string][] =
    given === false
      ? [[W.val, "nil"]]
      : [
          [W.val, given.style],
          [W.sz, `${Math.round(given.width * 8)}`],
          [W.space, `${Math.round(given.space ?? 0)}`],
          [W.color, given.color === "auto" ? "auto" : writeColour(given.color)],
        ];
  tree.insertBefore(borders, tree.element(name, attributes), next);
}

function firstOf<Value>(table: ReadonlyMap<string, Value>, value: Value): string {
  for (const [written, read] of table) if (read === value) return written;
  return "none";
}

const ORDER = [...PARAGRAPH_PROPERTY_ORDER, "rPr", "sectPr", "pPrChange"].join(" ");

const paragraphFormat = formatTable(
  {
    alignment: valueKey(W.jc, {
      shape: oneOf(["left", "center", "right", "justify"]),
      read: (value) => ALIGNMENTS.get(value),
      write: (value) => firstOf(ALIGNMENTS, value),
    }),
    indent_left: lengthKey(W.ind, W.left, [W.start, W.leftChars]),
    indent_right: lengthKey(W.ind, W.right, [W.end, W.rightChars]),
    indent_first_line: firstLineKey,
    space_before: spaceKey(W.before, W.beforeLines, W.beforeAutospacing),
    space_after: spaceKey(W.after, W.afterLines, W.afterAutospacing),
    line_spacing: lineKey,
    keep_with_next: switchKey(W.keepNext),
    keep_lines_together: switchKey(W.keepLines),
    page_break_before: switchKey(W.pageBreakBefore),
    widow_control: switchKey(W.widowControl),
    contextual_spacing: switchKey(W.contextualSpacing),
    suppress_line_numbers: switchKey(W.suppressLineNumbers),
    right_to_left: switchKey(W.bidi),
    outline_level: valueKey(W.outlineLvl, {
      shape: either(numbers({ least: 1, most: 9, step: 1 }), only(false)),
      read: (value) => (value === "9" ? false : /^[0-8]$/.test(value) ? Number(value) + 1 : undefined),
      write: (value) => (value === false ? "9" : `${Number(value) - 1}`),
    }),
    tab_stops: tabsKey,
    shading: shadingKey,
    borders: bordersKey,
  } satisfies Readonly<Record<keyof ParagraphFormat, FormatProperty>>,
  {
    order: ORDER,
    meanings: {
      alignment: "The alignment of the lines.",
      indent_left: "The left indent in points.",
      indent_right: "The right indent in points.",
      indent_first_line: "The extra indent of the first line in points; negative is a hanging indent.",
      space_before: "The space above the paragraph in points.",
      space_after: "The space below the paragraph in points.",
      line_spacing: "The line height: a multiple of the font height, or exactly or at least a number of points.",
      keep_with_next: "Keeps the paragraph on one page with the next.",
      keep_lines_together: "Keeps all lines of the paragraph on one page.",
      page_break_before: "Starts the paragraph on a new page.",
      widow_control: "Keeps single lines from standing alone on a page.",
      contextual_spacing: "Removes the space between paragraphs of the same style.",
      suppress_line_numbers: "Leaves the paragraph out of line numbering.",
      right_to_left: "Right-to-left text.",
      outline_level: "The outline level; false means body text.",
      tab_stops: "The tab stops; they replace all others of the paragraph.",
      shading: "The background colour.",
      borders: "The border lines around the paragraph, by side; false means none.",
    },
  },
);

/** The JSON Schema of a paragraph format as it is read. */
export const paragraphFormatSchema = formatSchema(paragraphFormat);
/** Maps a key to the shape of its values. */
export const paragraphFormatShapes = formatShapes(paragraphFormat);
