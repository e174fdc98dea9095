// Resolves the look of a paragraph and of its label (FMT-1 to FMT-5, FMT-8).

import { childNamed, type Element, elementsIn } from "../xml-tree.ts";
import {
  type Fields,
  isSwitchedOn,
  type Layer,
  markupFields,
  nearest,
  nearestAttribute,
  nearestWithin,
  numberOr,
  valOf,
} from "./layers.ts";
import type { ListPlace } from "./lists.ts";
import { ownRunFields } from "./run-fields.ts";
import type { StyleSheet, TextPlace } from "./style-sheet.ts";
import { borderText, shadingText } from "./theme.ts";

export interface ParagraphPlace extends TextPlace {
  readonly hasTab: boolean;
}

const KNOWN: ReadonlySet<string> = new Set(
  [
    ..."widowControl keepNext keepLines snapToGrid autoSpaceDE autoSpaceDN adjustRightInd kinsoku cnfStyle divId".split(
      " ",
    ),
    ..."pStyle numPr rPr sectPr pPrChange jc ind spacing pageBreakBefore bidi contextualSpacing pBdr shd".split(" "),
    ..."tabs outlineLvl wordWrap overflowPunct".split(" "),
  ].map((name) => `w:${name}`),
);
const SWITCHES = ["pageBreakBefore", "bidi", "contextualSpacing"];
/** The sides of a border, with their names in both dialects. */
export const SIDES: readonly (readonly [side: string, ...names: string[]])[] = [
  ["top", "w:top"],
  ["left", "w:left", "w:start"],
  ["bottom", "w:bottom"],
  ["right", "w:right", "w:end"],
];
const PARAGRAPH_SIDES = [...SIDES, ["between", "w:between"], ["bar", "w:bar"]] as const;
/** Automatic spacing that the neighbours decide. It is no space, or 14 points. */
export const UNDECIDED = "0 or 280";
const AUTOMATIC = "280";
/** A field without a look: no word of the paragraph is broken at the end of a line. */
export const NOT_HYPHENATED = "no hyphenation";
/** Line spacing of one line. */
const SINGLE_LINE = 240;

export function paragraphFields(direct: Element | undefined, sheet: StyleSheet, place: ParagraphPlace): Fields {
  const layers = sheet.paragraphLayers(direct, place);
  const list = sheet.listPlace(direct, place.style);
  const fields = markupFields(layers, KNOWN);
  const isSuppressed = isSwitchedOn(nearest(layers, "w:suppressAutoHyphens"));
  if (!sheet.isHyphenated || isSuppressed) fields.set(NOT_HYPHENATED, "on");
  const frame = nearest(layers, "w:framePr")?.attributes;
  const sizes = ["w:w", "w:h", "w:hSpace", "w:vSpace"].map((name) => numberOr(frame?.get(name), 0));
  // A frame in the line without lengths and without a large first letter moves nothing (FMT-51).
  const isInLine = frame?.get("w:yAlign") === "inline" && (frame.get("w:dropCap") ?? "none") === "none";
  if (isInLine && Math.max(...sizes) <= 0) fields.delete("markup w:framePr");
  const alignment = side(valOf(nearest(layers, "w:jc")) ?? "left");
  if (alignment !== "left") fields.set("alignment", alignment);
  const { left, first } = addIndents(fields, layers);
  addSpacing(fields, layers, place.table !== undefined || list !== undefined);
  for (const name of SWITCHES) if (isSwitchedOn(nearest(layers, `w:${name}`))) fields.set(name, "on");
  const wrap = nearest(layers, "w:wordWrap");
  if (wrap !== undefined && !isSwitchedOn(wrap)) fields.set("wordWrap", "off");
  for (const [name, ...names] of PARAGRAPH_SIDES) {
    const border = borderText(nearestWithin(layers, "w:pBdr", names), sheet.theme, true);
    if (border !== undefined) fields.set(`border ${name}`, border);
  }
  const shading = shadingText(nearest(layers, "w:shd"), sheet.theme);
  if (shading !== undefined) fields.set("shading", shading);
  const outline = valOf(nearest(layers, "w:outlineLvl")) ?? "9";
  if (outline !== "9") fields.set("outline", outline);
  const label = list === undefined ? undefined : labelText(list);
  if (label !== undefined) fields.set("label", label).set("label look", labelLook(list!, sheet));
  const isLabelTabbed = label !== undefined && suffix(list!) === "tab";
  if (place.hasTab || isLabelTabbed) fields.set("tabs", tabsText(layers, { left, first, hasTab: place.hasTab }));
  return fields;
}

/** Names of sides in both dialects. */
function side(name: string): string {
  return name === "start" ? "left" : name === "end" ? "right" : name;
}

interface Indents {
  readonly left: number;
  /** Start of the first line, from `left`. */
  readonly first: number;
}

function addIndents(fields: Map<string, string>, layers: readonly Layer[]): Indents {
  const length = (...names: readonly string[]): number => numberOr(nearestAttribute(layers, "w:ind", names)?.value, 0);
  const found = nearestAttribute(layers, "w:ind", ["w:hanging", "w:firstLine"]);
  const first = numberOr(found?.value, 0) * (found?.attribute === "w:hanging" ? -1 : 1);
  const left = length("w:left", "w:start");
  fields.set("indent left", String(left));
  fields.set("indent right", String(length("w:right", "w:end")));
  fields.set("indent first", String(first + 0));
  return { left, first };
}

/** `isClose`: automatic spacing may be none, between items of a list or at the edge of a cell. */
function addSpacing(fields: Map<string, string>, layers: readonly Layer[], isClose: boolean): void {
  for (const name of ["before", "after"]) {
    const automatic = nearestAttribute(layers, "w:spacing", [`w:${name}Autospacing`])?.value ?? "0";
    const written = numberOr(nearestAttribute(layers, "w:spacing", [`w:${name}`])?.value, 0);
    const isAutomatic = !/^(0|false|off)$/.test(automatic);
    fields.set(`space ${name}`, isAutomatic ? (isClose ? UNDECIDED : AUTOMATIC) : String(written));
  }
  // A layer that sets the spacing of lines sets the rule too: without one, it counts in lines.
  const line = layers
    .map(({ holder }) => childNamed(holder, "w:spacing")?.attributes)
    .find((attributes) => attributes?.has("w:line") === true);
  fields.set("line rule", line?.get("w:lineRule") ?? "auto");
  fields.set("line", String(numberOr(line?.get("w:line"), SINGLE_LINE)));
}

function suffix({ level }: ListPlace): string {
  return valOf(childNamed(level, "w:suff")) ?? "tab";
}

/** Returns the level, text and formats of a label; undefined if there is no label. */
function labelText({ list, level, index }: ListPlace): string | undefined {
  const text = valOf(childNamed(level, "w:lvlText")) ?? "";
  const properties = childNamed(level, "w:rPr");
  if (level === undefined || text === "" || isSwitchedOn(childNamed(properties, "w:vanish"))) return undefined;
  const isLegal = isSwitchedOn(childNamed(level, "w:isLgl"));
  const formats = [...text.matchAll(/%([1-9])/g)].map(([, number]) => {
    const format = childNamed(list.get(Number(number) - 1), "w:numFmt");
    return isLegal && valOf(format) !== "decimalZero" ? "decimal" : (valOf(format) ?? "decimal");
  });
  return [index, text, ...formats].join(" | ");
}

/** Returns how a label is set: its alignment, what follows it, and the formatting of its level. */
function labelLook(place: ListPlace, { theme }: StyleSheet): string {
  const { level } = place;
  const own = ownRunFields(childNamed(level, "w:rPr"), { theme, isShaded: false });
  const alignment = side(valOf(childNamed(level, "w:lvlJc")) ?? "left");
  return [alignment, suffix(place), ...[...own].map(([name, value]) => `${name}=${value}`).sort()].join(" | ");
}

/**
 * Returns the tab stops that a tab can reach. Tabs in the text can reach all stops after the start of the text. The tab
 * after a label reaches the first one, or the left indent of hanging text.
 */
function tabsText(layers: readonly Layer[], { left, first, hasTab }: Indents & { readonly hasTab: boolean }): string {
  const stops = new Map<number, string>();
  for (const { holder } of layers.toReversed()) {
    const tabs = childNamed(holder, "w:tabs");
    for (const { attributes } of tabs === undefined ? [] : elementsIn(tabs)) {
      const [at, kind] = [numberOr(attributes.get("w:pos"), 0), side(attributes.get("w:val") ?? "left")];
      if (kind === "clear") stops.delete(at);
      else if (kind !== "num") stops.set(at, `${kind} ${attributes.get("w:leader") ?? "none"}`);
    }
  }
  const reached = [...stops].filter(([at]) => at > left + first).sort(([one], [other]) => one - other);
  const shown = hasTab ? reached : reached.slice(0, 1).filter(([at]) => first >= 0 || at < left);
  return shown.map(([at, kind]) => `${at} ${kind}`).join(" ");
}
