// Reads a theme, and resolves fonts, colours, shading and borders with it.

import { childNamed, type Element, elementsIn } from "../xml-tree.ts";
import { isSwitchedOn, numberOr, valOf } from "./layers.ts";

export interface Theme {
  readonly colours: ReadonlyMap<string, string>;
  readonly fonts: ReadonlyMap<string, string>;
}

/** Names for colours in text, with the names in the theme (ISO 29500-1, 17.18.97). */
const ROLES: Readonly<Record<string, string>> = {
  dark1: "dk1",
  text1: "dk1",
  light1: "lt1",
  background1: "lt1",
  dark2: "dk2",
  text2: "dk2",
  light2: "lt2",
  background2: "lt2",
  hyperlink: "hlink",
  followedHyperlink: "folHlink",
};

export function readTheme(root: Element | undefined): Theme {
  const elements = childNamed(root, "a:themeElements");
  const scheme = childNamed(elements, "a:clrScheme");
  const colours = new Map(
    (scheme === undefined ? [] : elementsIn(scheme)).flatMap((entry) => {
      const [inner] = elementsIn(entry);
      const value = inner?.attributes.get("lastClr") ?? inner?.attributes.get("val");
      return value === undefined ? [] : [[entry.name.replace("a:", ""), value.toUpperCase()] as const];
    }),
  );
  const fonts = new Map<string, string>();
  for (const kind of ["major", "minor"]) {
    const group = childNamed(childNamed(elements, "a:fontScheme"), `a:${kind}Font`);
    const typeface = (script: string): string => childNamed(group, `a:${script}`)?.attributes.get("typeface") ?? "";
    fonts.set(`${kind}Ascii`, typeface("latin")).set(`${kind}HAnsi`, typeface("latin"));
    fonts.set(`${kind}EastAsia`, typeface("ea")).set(`${kind}Bidi`, typeface("cs"));
  }
  return { colours, fonts };
}

/** Names of the attributes of an element that give one colour. */
interface ColourNames {
  readonly plain: string;
  /** First part of the names of the attributes for the theme. */
  readonly theme: string;
}

const TEXT: ColourNames = { plain: "w:val", theme: "w:theme" };
const LINE: ColourNames = { plain: "w:color", theme: "w:theme" };
const FILL: ColourNames = { plain: "w:fill", theme: "w:themeFill" };

/** Returns RRGGBB, or `auto`. */
function colour({ attributes }: Element, theme: Theme, { plain, theme: prefix }: ColourNames): string {
  const role = attributes.get(prefix === "w:theme" ? "w:themeColor" : prefix) ?? "";
  const themed = theme.colours.get(ROLES[role] ?? role);
  if (themed === undefined) {
    const written = attributes.get(plain) ?? "auto";
    return written === "auto" ? written : written.toUpperCase();
  }
  const share = (name: string): number => Number.parseInt(attributes.get(`${prefix}${name}`) ?? "FF", 16) / 255;
  const [tint, shade] = [share("Tint"), share("Shade")];
  return tint === 1 && shade === 1 ? themed : lightened(themed, (light) => light * shade * tint + 1 - tint);
}

/** Changes the lightness of a colour in the HSL model and keeps hue and saturation. */
function lightened(rgb: string, change: (lightness: number) => number): string {
  const [r, g, b] = [0, 2, 4].map((at) => Number.parseInt(rgb.slice(at, at + 2), 16) / 255) as [number, number, number];
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  const lightness = (high + low) / 2;
  const saturation = high === low ? 0 : (high - low) / (1 - Math.abs(high + low - 1));
  const turned = high === low ? 0 : hue({ r, g, b }, high, high - low);
  const wanted = change(lightness);
  const amount = saturation * Math.min(wanted, 1 - wanted);
  // The usual formula from HSL to RGB, with offsets of 0, 8 and 4 twelfths of the circle.
  const channel = (offset: number): string => {
    const k = (offset + turned * 12) % 12;
    const value = wanted - amount * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `${channel(0)}${channel(8)}${channel(4)}`.toUpperCase();
}

/** Returns the hue as a part of the circle. */
function hue(
  { r, g, b }: { readonly r: number; readonly g: number; readonly b: number },
  high: number,
  range: number,
): number {
  const sixths = high === r ? (g - b) / range : high === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return ((sixths + 6) % 6) / 6;
}

export function textColour(element: Element | undefined, theme: Theme): string {
  return element === undefined ? "auto" : colour(element, theme, TEXT);
}

/** Returns the line and its colour; undefined without a line. */
export function underlineText(element: Element | undefined, theme: Theme): string | undefined {
  const line = valOf(element) ?? "none";
  return line === "none" ? undefined : `${line} ${colour(element!, theme, LINE)}`;
}

/** Returns a shading; undefined for none, which white shading equals. */
export function shadingText(element: Element | undefined, theme: Theme): string | undefined {
  const pattern = element === undefined ? "nil" : (valOf(element) ?? "clear");
  if (pattern === "nil") return undefined;
  const fill = colour(element!, theme, FILL).replace("FFFFFF", "auto");
  if (pattern !== "clear") return `${pattern} ${colour(element!, theme, LINE)} ${fill}`;
  return fill === "auto" ? undefined : fill;
}

/** Returns a border; undefined for none. `hasSpace`: the distance from the text shows. */
export function borderText(element: Element | undefined, theme: Theme, hasSpace: boolean): string | undefined {
  const line = valOf(element) ?? "none";
  const size = numberOr(element?.attributes.get("w:sz"), 4);
  if (line === "none" || line === "nil" || size === 0) return undefined;
  const extras = ["w:shadow", "w:frame"].filter((name) => {
    const value = element!.attributes.get(name);
    return value !== undefined && isSwitchedOn({ ...element!, attributes: new Map([["w:val", value]]) });
  });
  const space = hasSpace ? [String(numberOr(element!.attributes.get("w:space"), 0))] : [];
  return [line, String(size), ...space, colour(element!, theme, LINE).replace("000000", "auto"), ...extras].join(" ");
}
