// Checks whether differently written properties have the same effect.
//
// The first level that sets a property counts: the run or paragraph itself, its character style, its paragraph style,
// the document's defaults, the format's defaults. If the run or paragraph itself does not set a switch of `TOGGLES`,
// the switch is on if one other level is on. If more than one other level is on, the effect is unknown.

import { groupValue, type Values } from "./property-groups.ts";

/** The levels that can set a property, from the nearest to the furthest. */
export interface Sources {
  readonly direct: Values;
  readonly characterStyle: Values;
  readonly paragraphStyle: Values;
  readonly document: Values;
}

/** True if a group of properties has the same effect on both sides. False if an effect is unknown. */
export function hasSameEffect(group: string, one: Sources, other: Sources): boolean {
  const effect = effectOf(group, one);
  return effect !== undefined && effect === effectOf(group, other);
}

/** Switches that a style toggles instead of setting them. */
const TOGGLES: ReadonlySet<string> = new Set([
  ...["b", "bCs", "i", "iCs", "caps", "smallCaps", "strike", "outline", "shadow", "emboss", "imprint", "vanish"],
]);

function effectOf(group: string, sources: Sources): string | undefined {
  const direct = groupValue(sources.direct, group);
  if (direct !== undefined) return asDefault(group, direct);
  const levels = [sources.characterStyle, sources.paragraphStyle, sources.document];
  const said = levels.map((values) => groupValue(values, group));
  if (!TOGGLES.has(group)) return asDefault(group, said.find((value) => value !== undefined) ?? defaultOf(group));
  const on = said.filter((value) => value === "on").length;
  if (on > 1) return undefined;
  return on === 1 ? "on" : "off";
}

const ON_BY_DEFAULT: ReadonlySet<string> = new Set([
  ...["widowControl", "snapToGrid", "autoSpaceDE", "autoSpaceDN", "overflowPunct", "kinsoku", "wordWrap"],
  "adjustRightInd",
]);
const OFF_BY_DEFAULT: ReadonlySet<string> = new Set([
  ...["dstrike", "rtl", "cs", "specVanish", "oMath", "keepNext", "keepLines", "pageBreakBefore", "bidi"],
  ...["suppressLineNumbers", "suppressAutoHyphens", "topLinePunct", "contextualSpacing", "mirrorIndents"],
  ...["suppressOverlap", "spacing@beforeAutospacing", "spacing@afterAutospacing"],
]);
const ZERO_BY_DEFAULT: ReadonlySet<string> = new Set([
  ...["ind@left", "ind@right", "ind@first", "ind@leftChars", "ind@rightChars", "ind@firstChars"],
  ...["spacing@before", "spacing@after", "spacing@beforeLines", "spacing@afterLines"],
  ...["spacing", "kern", "position"],
]);
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ["u", "none"],
  ["highlight", "none"],
  ["vertAlign", "baseline"],
  ["jc", "left"],
  ["spacing@line", "240 auto"],
  ["color", "auto"],
  ["effect", "none"],
  ["em", "none"],
  ["bdr", "none"],
  ["shd", "none"],
  ["w", "100"],
  ["sz", "20"],
  ["szCs", "20"],
  ["outlineLvl", "9"],
  ["textAlignment", "auto"],
]);

/** Returns the default of the format; undefined if none is listed here. */
function defaultOf(group: string): string | undefined {
  if (ON_BY_DEFAULT.has(group)) return "on";
  if (OFF_BY_DEFAULT.has(group)) return "off";
  if (ZERO_BY_DEFAULT.has(group)) return "0";
  return group.startsWith("tabs/") ? "clear" : DEFAULTS.get(group);
}

/** Replaces other spellings of "no shading" and "no border" by `none`. */
function asDefault(group: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (group === "shd" && /^shd=(?:clear|nil)(?: shd@color=auto)?(?: shd@fill=auto)?$/.test(value)) return "none";
  if (group === "shd" && /^(?:clear|nil)$/.test(value)) return "none";
  if (group === "bdr" && /^(?:bdr=)?(?:none|nil)\b/.test(value)) return "none";
  return value;
}
