// Draws property objects with every key and kind of value (EDT-60).

import type { Draw, Fields } from "./request.ts";
import type { Subject } from "./subject.ts";

type Values = Readonly<Record<string, readonly unknown[]>>;

const SWITCH = [true, true, false, null];
const COLORS = ["#C00000", "#00b050", "auto", null];

const RUN: Values = {
  bold: SWITCH,
  italic: SWITCH,
  strikethrough: SWITCH,
  double_strikethrough: SWITCH,
  small_caps: SWITCH,
  all_caps: SWITCH,
  hidden: [false, null],
  underline: [true, false, null, "single", "double", "thick", "dotted", "dashed", "wavy", "words"],
  vertical_align: ["superscript", "subscript", "baseline", false, null],
  font: ["Arial", "Times New Roman", null],
  size: [8, 10.5, 12, 24, null],
  color: COLORS,
  highlight: ["yellow", "dark_blue", "light_gray", "white", false, null],
  shading: ["#FFEECC", false, null],
  character_spacing: [1, -0.5, 3.25, null],
  language: ["en-GB", "de-DE", "ja-JP", null],
};

const PARAGRAPH: Values = {
  alignment: ["left", "center", "right", "justify", null],
  indent_left: [0, 18, 36.5, null],
  indent_right: [0, 12, null],
  indent_first_line: [18, -18, 0, null],
  space_before: [0, 6, 12, null],
  space_after: [0, 6, 10.5, null],
  line_spacing: [{ rule: "multiple", value: 1.5 }, { rule: "exact", value: 14 }, { rule: "at_least", value: 12 }, null],
  keep_with_next: SWITCH,
  keep_lines_together: SWITCH,
  page_break_before: SWITCH,
  widow_control: SWITCH,
  contextual_spacing: SWITCH,
  suppress_line_numbers: SWITCH,
  right_to_left: [true, false, null],
  outline_level: [1, 5, 9, false, null],
  tab_stops: [
    [{ position: 72 }],
    [
      { position: 36, alignment: "center", leader: "dots" },
      { position: 400, alignment: "right", leader: "underscore" },
    ],
    null,
  ],
  shading: ["#DDEEFF", null],
  borders: [
    { top: { style: "single", width: 0.5, color: "#000000" } },
    { bottom: { style: "double", width: 1.5, color: "auto", space: 2 }, left: false },
    null,
  ],
};

const PAGE: Values = {
  orientation: ["portrait", "landscape"],
  paper: ["letter", "legal", "executive", "tabloid", "a3", "a4", "a5", { width: 500, height: 700 }],
  margins: [
    { left: 54, right: 54 },
    { top: 72, bottom: 72, left: 72, right: 72, header: 36, footer: 36, gutter: 0 },
    { gutter: 18 },
  ],
  different_first_page: [true, false],
  page_numbering: [
    { start: 1 },
    { start: null },
    { start: 0, number_format: "lower_roman" },
    { number_format: "upper_letter" },
  ],
};

function drawValues(values: Values, draw: Draw, most: number): Fields {
  const keys = draw.pickSome(Object.keys(values), most);
  return Object.fromEntries(keys.map((key) => [key, draw.pick(values[key]!)]));
}

/** Draws run properties, sometimes with a character style of the document. */
export function runFormat({ content }: Subject, draw: Draw): Fields {
  const styles = content.styles.filter(({ kind, default: isDefault }) => kind === "character" && !isDefault);
  const format = drawValues(RUN, draw, 3);
  if (styles.length === 0 || !draw.chance(0.15)) return format;
  return { ...format, character_style: draw.chance(0.2) ? null : draw.pick(styles).style_id };
}

/** Draws formatting of new text, without null, because there is no setting to remove. */
export function newFormat(subject: Subject, draw: Draw): Fields {
  const set = Object.entries(runFormat(subject, draw)).filter(([, value]) => value !== null);
  return set.length === 0 ? { bold: true } : Object.fromEntries(set);
}

export function paragraphFormat(draw: Draw): Fields {
  return drawValues(PARAGRAPH, draw, 4);
}

export function pageSetup(draw: Draw): Fields {
  return drawValues(PAGE, draw, 3);
}
