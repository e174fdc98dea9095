// Converts paragraph formatting to CSS declarations and to the flags that the paginator needs.
//
// Word adds the space after a paragraph to the space before the next, so both are padding, which does not collapse. A
// paragraph with borders or shading has margins instead, because the space is outside of them. Automatic space is a
// margin too: of two such spaces Word shows the larger one, as browsers do (HTM-13).

import { attributeOf, type Formatting, propertyOf } from "../../document/formatting/formatting.ts";
import { isOnValue, twips } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import { border, color, type Declarations, measure, points } from "./css-values.ts";

export function paragraphCss(formatting: Formatting): Declarations {
  const box = boxCss(formatting);
  return [
    spacingCss(formatting, box === "" ? "padding" : "margin"),
    indentCss(formatting),
    alignmentCss(attributeOf(formatting, W.jc, W.val)),
    lineHeightCss(formatting),
    box,
  ].join("");
}

function spacingCss(formatting: Formatting, kind: "padding" | "margin"): Declarations {
  const isAuto = (name: NameId): boolean => isOnSaid(attributeOf(formatting, W.spacing, name));
  const space = (edge: string, name: NameId, auto: NameId): Declarations =>
    isAuto(auto) ? `margin-${edge}:14pt;` : measure(`${kind}-${edge}`, attributeOf(formatting, W.spacing, name));
  return space("top", W.before, W.beforeAutospacing) + space("bottom", W.after, W.afterAutospacing);
}

function isOnSaid(value: string | undefined): boolean {
  return value !== undefined && isOnValue(value);
}

function indentCss(formatting: Formatting): Declarations {
  const first = firstLineOf(formatting);
  return [
    measure("margin-inline-start", attributeOf(formatting, W.ind, W.start, W.left)),
    measure("margin-inline-end", attributeOf(formatting, W.ind, W.end, W.right)),
    first === 0 ? "" : `text-indent:${points(first)};`,
  ].join("");
}

/**
 * Returns the indent of the first line relative to the others, in twentieths of a point. A hanging indent is negative.
 */
export function firstLineOf(formatting: Formatting): number {
  for (const { tree, node } of formatting) {
    const indent = tree.child(node, W.ind);
    if (indent === NONE) continue;
    const hanging = twips(tree.attribute(indent, W.hanging));
    if (hanging !== undefined) return -hanging;
    const first = twips(tree.attribute(indent, W.firstLine));
    if (first !== undefined) return first;
  }
  return 0;
}

/** Maps w:jc to text-align. In a right-to-left paragraph, left means its start and right its end. */
const ALIGNMENTS: ReadonlyMap<string, string> = new Map([
  ["left", "start"],
  ["start", "start"],
  ["right", "end"],
  ["end", "end"],
  ["center", "center"],
  ["both", "justify"],
  ["distribute", "justify"],
]);

function alignmentCss(value: string | undefined): Declarations {
  const alignment = ALIGNMENTS.get(value ?? "");
  return alignment === undefined ? "" : `text-align:${alignment};`;
}

/** Returns a multiple of the font's own line height, or a fixed or minimum height. */
function lineHeightCss(formatting: Formatting): Declarations {
  const line = twips(attributeOf(formatting, W.spacing, W.line));
  if (line === undefined || line <= 0) return "";
  const rule = attributeOf(formatting, W.spacing, W.lineRule) ?? "auto";
  if (rule === "auto") return `--ls:${Math.round((Math.min(line, 4800) / 240) * 1000) / 1000};`;
  return rule === "exact"
    ? `line-height:${points(line)};`
    : `line-height:max(${points(line)},calc(var(--lh,1.15)*1em));`;
}

// policy: the sides of a paragraph
const EDGES = [
  [W.top, "top"],
  [W.left, "left"],
  [W.bottom, "bottom"],
  [W.right, "right"],
] as const;

function boxCss(formatting: Formatting): Declarations {
  const borders = propertyOf(formatting, W.pBdr);
  const lines = EDGES.map(([name, edge]) => {
    const line = borders === undefined ? NONE : borders.tree.child(borders.node, name);
    if (borders === undefined || line === NONE) return "";
    const given = (attribute: NameId): string | undefined => borders.tree.attribute(line, attribute);
    const drawn = border({ style: given(W.val), size: given(W.sz), color: given(W.color) });
    if (drawn === "none") return "";
    const space = twips(given(W.space));
    const gap = space === undefined ? 0 : Math.max(0, Math.min(31, space));
    return `border-${edge}:${drawn};padding-${edge}:${gap}pt;`;
  }).join("");
  const fill = color(attributeOf(formatting, W.shd, W.fill));
  return `${lines}${fill === undefined ? "" : `background-color:${fill};`}`;
}

/**
 * Returns the flags of the paginator as letters:
 *
 * - n: keep with next
 * - l: keep lines together
 * - b: page break before
 * - w: no widow control
 * - c: no space between paragraphs of one style
 */
export function flowFlags(formatting: Formatting): string {
  const isOn = (name: NameId): boolean => {
    const said = propertyOf(formatting, name);
    return said !== undefined && isOnValue(said.tree.attribute(said.node, W.val));
  };
  const widow = propertyOf(formatting, W.widowControl);
  return [
    isOn(W.keepNext) ? "n" : "",
    isOn(W.keepLines) ? "l" : "",
    isOn(W.pageBreakBefore) ? "b" : "",
    widow !== undefined && !isOn(W.widowControl) ? "w" : "",
    isOn(W.contextualSpacing) ? "c" : "",
  ].join("");
}

export function isRightToLeft(formatting: Formatting): boolean {
  const bidi = propertyOf(formatting, W.bidi);
  return bidi !== undefined && isOnValue(bidi.tree.attribute(bidi.node, W.val));
}

/** Returns the tab stops as `720l` `4680c` `9350r.`: position in twips, kind, leader. Cleared stops are left out. */
export function tabStops(formatting: Formatting): string {
  const stops = new Map<number, string>();
  for (const { tree, node } of formatting.toReversed()) {
    const tabs = tree.child(node, W.tabs);
    for (const tab of tabs === NONE ? [] : tree.children(tabs)) {
      const place = twips(tree.attribute(tab, W.pos));
      const kind = tree.attribute(tab, W.val) ?? "left";
      if (place === undefined || Math.abs(place) > 32_000) continue;
      if (kind === "clear") stops.delete(place);
      else stops.set(place, `${TAB_KINDS.get(kind) ?? "l"}${LEADERS.get(tree.attribute(tab, W.leader) ?? "") ?? ""}`);
    }
  }
  const ordered = [...stops].sort(([one], [other]) => one - other);
  return ordered.map(([place, kind]) => `${place}${kind}`).join(" ");
}

const TAB_KINDS: ReadonlyMap<string, string> = new Map([
  ["center", "c"],
  ["right", "r"],
  ["end", "r"],
  ["decimal", "r"],
]);
const LEADERS: ReadonlyMap<string, string> = new Map([
  ["dot", "."],
  ["middleDot", "."],
  ["hyphen", "-"],
  ["underscore", "_"],
  ["heavy", "_"],
]);
