// Gives one spelling to values that the format permits in several spellings.
//
// These are: on and off, colours in either case, numbers with leading zeros, and the names of the strict dialect for
// left and right.

/** Elements that are on or off. */
const SWITCHES: ReadonlySet<string> = new Set(
  [
    ...["b", "bCs", "i", "iCs", "caps", "smallCaps", "strike", "dstrike", "outline", "shadow", "emboss", "imprint"],
    ...["noProof", "snapToGrid", "vanish", "webHidden", "rtl", "cs", "specVanish", "oMath"],
    ...["keepNext", "keepLines", "pageBreakBefore", "widowControl", "suppressLineNumbers", "suppressAutoHyphens"],
    ...["kinsoku", "wordWrap", "overflowPunct", "topLinePunct", "autoSpaceDE", "autoSpaceDN", "bidi"],
    ...["adjustRightInd", "contextualSpacing", "mirrorIndents", "suppressOverlap"],
    ...["bidiVisual", "cantSplit", "tblHeader", "hidden", "noWrap", "tcFitText", "hideMark"],
    ...["formProt", "noEndnote", "titlePg", "rtlGutter"],
  ].map((name) => `w:${name}`),
);

const SWITCH_ATTRIBUTES: ReadonlySet<string> = new Set(
  [
    ...["beforeAutospacing", "afterAutospacing", "equalWidth", "sep", "shadow", "frame", "anchorLock"],
    ...["firstRow", "lastRow", "firstColumn", "lastColumn", "noHBand", "noVBand"],
  ].map((name) => `w:${name}`),
);

/** Elements whose value is a set of bits or a colour, not a number. */
const DIGITS: ReadonlySet<string> = new Set(["w:color", "w:tblLook", "w:cnfStyle"]);
const COLOUR_ATTRIBUTE = /^w:(?:color|fill|theme\w*(?:Tint|Shade))$/;
/** Elements whose value may be a side. */
const SIDED: ReadonlySet<string> = new Set(["w:jc", "w:lvlJc", "w:tab"]);

/** Returns a name without the prefix that nearly all names have. */
export function shortName(name: string): string {
  if (name.startsWith("w:")) return name.slice(2);
  const end = name.lastIndexOf("}");
  return end < 0 ? name : name.slice(end + 1);
}

const SIDES: ReadonlyMap<string, string> = new Map([
  ["start", "left"],
  ["end", "right"],
  ["startChars", "leftChars"],
  ["endChars", "rightChars"],
]);

/** Returns the spelling of an attribute's name, or of an element's name if `element` is empty. */
export function spelledName(element: string, name: string): string {
  const short = shortName(name);
  const isSided = element === "" || element === "w:ind";
  return (isSided ? SIDES.get(short) : undefined) ?? short;
}

/** Returns a value in its one spelling; undefined means an element without a value. */
export function spelledValue(element: string, attribute: string, value: string | undefined): string {
  const isValue = attribute === "w:val";
  if (value === undefined) return "on";
  if ((isValue && SWITCHES.has(element)) || SWITCH_ATTRIBUTES.has(attribute)) return spelledSwitch(value);
  if (isValue && SIDED.has(element)) return SIDES.get(value) ?? value;
  if (COLOUR_ATTRIBUTE.test(attribute) || (isValue && DIGITS.has(element))) return spelledColour(value);
  return value.replace(/^(-?)0+(?=\d+$)/, "$1");
}

function spelledSwitch(value: string): string {
  if (/^(?:on|1|true)$/.test(value)) return "on";
  return /^(?:off|0|false)$/.test(value) ? "off" : value;
}

function spelledColour(value: string): string {
  return /^(?:[0-9a-f]{2}|[0-9a-f]{6})$/i.test(value) ? value.toUpperCase() : value;
}
