// Computes the look of a paragraph and of its label from their layers (FMT-1 to FMT-5, FMT-8).

import { LEVELS, type ListLevel, type ListPlace } from "../lists/numbering.ts";
import { isOnValue, twips } from "../values.ts";
import { borderText, shadingOf } from "./colours.ts";
import { AUTOMATIC_SPACE } from "./lengths.ts";
import { type Look, LookFields } from "./look.ts";
import { NO_PROPERTIES, type Properties, type PropertyElement, type PropertyLayers } from "./property-layers.ts";
import { addOthers, fieldsOfLayers, runLook } from "./run-look.ts";
import type { StyleLayers, StylePlace } from "./style-layers.ts";

/** The surroundings of a paragraph. */
export interface ParagraphPlace extends StylePlace {
  /** True if the paragraph contains a tab character. */
  readonly hasTab: boolean;
}

/** Properties without a look (FMT-1), and those that fields contain. */
const KNOWN: ReadonlySet<string> = new Set([
  ..."widowControl keepNext keepLines snapToGrid autoSpaceDE autoSpaceDN adjustRightInd kinsoku cnfStyle divId".split(
    " ",
  ),
  ..."pStyle numPr rPr sectPr pPrChange jc ind spacing pageBreakBefore bidi contextualSpacing pBdr shd tabs".split(" "),
  ..."outlineLvl wordWrap overflowPunct".split(" "),
]);
const BORDERS = ["top", "left", "bottom", "right", "between", "bar"];

export function paragraphLook(direct: Properties, styles: StyleLayers, place: ParagraphPlace): Look {
  const layers = styles.ofParagraph(direct, place);
  const { theme } = styles;
  const look = new LookFields();
  look.add("alignment", SIDES.get(layers.value("jc") ?? "") ?? layers.value("jc"), "left");
  const indents = addIndents(look, layers);
  const list = styles.listPlace(direct, place.style);
  addSpacing(look, layers, place.table !== undefined || list !== undefined);
  look.addSwitch("page-break", layers.isOn("pageBreakBefore"));
  look.addSwitch("direction", layers.isOn("bidi"));
  look.addSwitch("contextual", layers.isOn("contextualSpacing"));
  look.addSwitch("no wordWrap", layers.element("wordWrap") !== undefined && !layers.isOn("wordWrap"));
  for (const name of BORDERS) look.add(`border ${name}`, borderText(layers.child("pBdr", name), theme));
  look.add("shading", shadingOf(layers.element("shd"), theme));
  look.add("outline", layers.value("outlineLvl"), "9");
  const label = labelOf(styles, list);
  look.add("label", label).add("label-look", label === undefined ? undefined : labelLook(styles, list!, place));
  const isTabbed = label !== undefined && suffixOf(styles, list) === "tab";
  const reached = reachedStops(layers, indents);
  look.fields.set("tabs", reached.map(stopText).join(" "));
  look.fields.set("tabs label", labelStop(reached, indents).map(stopText).join(" "));
  const unused = [
    ...(place.hasTab ? [] : ["tabs"]),
    ...(isTabbed ? [] : ["tabs label"]),
    ...(styles.isHyphenated && !layers.isOn("suppressAutoHyphens") ? [] : ["other suppressAutoHyphens"]),
  ];
  addOthers(look, layers, isFramed(layers.element("framePr")) ? KNOWN : KNOWN_UNFRAMED);
  const styled = fieldsOfLayers(layers, (properties) => directFields(properties, NO_PROPERTIES));
  const ofList = list === undefined || list.style !== undefined ? NO_PROPERTIES : styles.levelParagraph(list);
  return { fields: look.fields, direct: directFields(direct, ofList), styled, unused: new Set(unused) };
}

const KNOWN_UNFRAMED: ReadonlySet<string> = new Set([...KNOWN, "framePr"]);

/** Lengths of a frame in the line. Without them the frame moves no text (FMT-51). */
const FRAME_LENGTHS = ["w", "h", "hSpace", "vSpace"];

/** True for a frame that moves text. */
function isFramed(frame: PropertyElement | undefined): boolean {
  if (frame?.attributes.get("yAlign") !== "inline") return frame !== undefined;
  const isSized = FRAME_LENGTHS.some((name) => (twips(frame.attributes.get(name)) ?? 0) > 0);
  return isSized || (frame.attributes.get("dropCap") ?? "none") !== "none";
}

const SIDES: ReadonlyMap<string, string> = new Map([
  ["start", "left"],
  ["end", "right"],
]);

/** Indents in twips. */
interface Indents {
  readonly left: number;
  readonly first: number;
}

function addIndents(look: LookFields, layers: PropertyLayers): Indents {
  const lengthOf = (name: string): number => twips(layers.attribute("ind", name)?.[1]) ?? 0;
  const [left, right] = [lengthOf("left"), lengthOf("right")];
  const [name, written] = layers.attribute("ind", "hanging", "firstLine") ?? [];
  const first = (twips(written) ?? 0) * (name === "hanging" ? -1 : 1);
  look.add("indent left", String(left), "0").add("indent right", String(right), "0");
  look.add("indent first", String(first === 0 ? 0 : first), "0");
  for (const chars of ["leftChars", "rightChars", "firstLineChars", "hangingChars"]) {
    look.add(`indent ${chars}`, layers.attribute("ind", chars)?.[1], "0");
  }
  return { left, first };
}

/** `mayBeTight`: automatic spacing may give no space, at the edge of a cell or between items of a list (FMT-8). */
function addSpacing(look: LookFields, layers: PropertyLayers, mayBeTight: boolean): void {
  const spaceOf = (side: "before" | "after"): string => {
    const automatic = layers.attribute("spacing", `${side}Autospacing`)?.[1];
    if (automatic !== undefined && isOnValue(automatic)) return mayBeTight ? "auto" : String(AUTOMATIC_SPACE);
    return String(twips(layers.attribute("spacing", side)?.[1]) ?? 0);
  };
  look.add("space before", spaceOf("before"), "0");
  look.add("space after", spaceOf("after"), "0");
  for (const lines of ["beforeLines", "afterLines"]) {
    look.add(`space ${lines}`, layers.attribute("spacing", lines)?.[1], "0");
  }
  // A layer that sets the spacing of lines also sets the rule; without a rule, the spacing counts in lines.
  const line = layers.elementWith("spacing", "line")?.attributes;
  look.add("line", `${line?.get("lineRule") ?? "auto"} ${twips(line?.get("line")) ?? 240}`, "auto 240");
}

/** Returns what a label is, without the numbers that it counted (FMT-4); undefined without a label. */
function labelOf(styles: StyleLayers, list: ListPlace | undefined): string | undefined {
  const level = styles.levelOf(list);
  if (list === undefined || level === undefined || level.isHidden || level.text === "") return undefined;
  const formats = Array.from({ length: LEVELS }, (_, at) => at)
    .filter((at) => level.text.includes(`%${at + 1}`))
    .map((at) => formatText(list.list.levels.get(at), level.isLegal));
  const picture = styles.levelElement(level).has("lvlPicBulletId") ? "picture" : "";
  return [list.level, level.text, formats.join(" "), picture].join("\u0001");
}

/** Returns how a label is set: its alignment, what follows it, and its formatting. */
function labelLook(styles: StyleLayers, list: ListPlace, place: StylePlace): string {
  const level = styles.levelOf(list)!;
  const alignment = styles.levelElement(level).get("lvlJc")?.attributes.get("val") ?? "left";
  return [SIDES.get(alignment) ?? alignment, suffixOf(styles, list), fontsText(styles, list, place)].join("\u0001");
}

function formatText(level: ListLevel | undefined, isLegal: boolean): string {
  const name = level?.format.name ?? "";
  return isLegal && name !== "decimalZero" ? "decimal" : `${name}${level?.format.custom ?? ""}`;
}

/** Fields of a label's look that show on any label. */
const SHOWN_ON_LABELS = /^(?!font cs|font eastAsia|size cs|bold cs|italic cs)/;
/** Formats whose numbers have ASCII letters and digits alone. */
const ASCII_FORMATS = /^(decimal|decimalZero|lowerLetter|upperLetter|lowerRoman|upperRoman|none)$/;
const ASCII_TEXT = /^[\u0020-\u007e]*$/;

/** True if a label may have letters outside ASCII, which have a font of their own. */
function mayHaveOtherLetters({ list, level }: ListPlace): boolean {
  const { text } = list.levels.get(level)!;
  const formats = [...list.levels.values()].map(({ format }) => format.name);
  return !ASCII_TEXT.test(text) || !formats.every((format) => ASCII_FORMATS.test(format));
}

/** Returns the formatting that a level sets. The paragraph mark gives the rest, and marks are compared themselves. */
function fontsText(styles: StyleLayers, list: ListPlace, place: StylePlace): string {
  const own = styles.labelProperties(styles.levelOf(list)!);
  const hasOthers = mayHaveOtherLetters(list);
  const { fields, direct } = runLook(own, styles.ofRun(own, place), { theme: styles.theme, isShaded: false });
  const isShown = (field: string): boolean => SHOWN_ON_LABELS.test(field) && (hasOthers || field !== "font hAnsi");
  const shown = [...fields].filter(([field]) => isShown(field) && direct.has(field));
  return shown
    .map(([field, value]) => `${field}=${value}`)
    .sort()
    .join(" ");
}

function suffixOf(styles: StyleLayers, list: ListPlace | undefined): string {
  const level = styles.levelOf(list);
  return level === undefined ? "" : (styles.levelElement(level).get("suff")?.attributes.get("val") ?? "tab");
}

/** A tab stop: its position, and its alignment and leader. */
type TabStop = readonly [at: number, kind: string];

/** Returns the tab stops after the start of the text. */
function reachedStops(layers: PropertyLayers, { left, first }: Indents): TabStop[] {
  const stops = new Map<number, string>();
  for (const tabs of layers.all("tabs")) {
    for (const tab of tabs.children) addStop(stops, tab);
  }
  return [...stops].filter(([at]) => at > left + first).sort(([one], [other]) => one - other);
}

/** Returns the tab stop that the tab after a label reaches: the first one, but not behind the text that hangs. */
function labelStop(reached: readonly TabStop[], { left, first }: Indents): TabStop[] {
  return reached.slice(0, 1).filter(([at]) => first >= 0 || at < left);
}

function stopText([at, kind]: TabStop): string {
  return `${at} ${kind}`;
}

function addStop(stops: Map<number, string>, { attributes }: PropertyElement): void {
  const at = twips(attributes.get("pos"));
  const kind = attributes.get("val") ?? "left";
  if (at === undefined || kind === "num") return;
  if (kind === "clear") stops.delete(at);
  else stops.set(at, `${SIDES.get(kind) ?? kind} ${attributes.get("leader") ?? "none"}`);
}

/** Maps an element of direct properties to the fields that it sets. */
const FIELDS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ["jc", ["alignment"]],
  ["pageBreakBefore", ["page-break"]],
  ["bidi", ["direction"]],
  ["contextualSpacing", ["contextual"]],
  ["wordWrap", ["no wordWrap"]],
  ["shd", ["shading"]],
  ["outlineLvl", ["outline"]],
  ["tabs", ["tabs", "tabs label"]],
]);
/** Maps attributes of indents and spacing to their fields. */
const ATTRIBUTE_FIELDS: ReadonlyMap<string, string> = new Map([
  ["left", "indent left"],
  ["right", "indent right"],
  ["hanging", "indent first"],
  ["firstLine", "indent first"],
  ["before", "space before"],
  ["beforeAutospacing", "space before"],
  ["after", "space after"],
  ["afterAutospacing", "space after"],
  ["line", "line"],
  ["lineRule", "line"],
]);

/** `ofList`: the properties of the level, if the paragraph itself names its list. */
function directFields(direct: Properties, ofList: Properties): ReadonlySet<string> {
  const fields = new Set<string>();
  for (const [name, { attributes, children }] of [...direct, ...ofList]) {
    if (name === "numPr") fields.add("label").add("label-look");
    else if (name === "pBdr") for (const child of children) fields.add(`border ${child.name}`);
    else if (name === "ind" || name === "spacing") {
      const kind = name === "ind" ? "indent" : "space";
      for (const attribute of attributes.keys()) fields.add(ATTRIBUTE_FIELDS.get(attribute) ?? `${kind} ${attribute}`);
    } else for (const field of FIELDS_OF.get(name) ?? [`other ${name}`]) fields.add(field);
  }
  return fields;
}
