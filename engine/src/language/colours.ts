// Defines colours in property objects: `#RRGGBB`.

import { W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../ooxml/xml/tree.ts";
import type { FormatProperty } from "./format-keys.ts";
import { either, only, type Shape, words } from "./value-shapes.ts";

export const colour: Shape = {
  ...words(/^#[0-9A-Fa-f]{6}$/, { says: "a colour such as #FF0000" }),
  repair: (value) => {
    const word = String(value).trim().toLowerCase();
    const digits = COLOURS.get(word) ?? /^(?:#|0x)?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(word)?.[1];
    if (digits === undefined) return undefined;
    return `#${(digits.length === 3 ? digits.replaceAll(/./g, "$&$&") : digits).toUpperCase()}`;
  },
};

/** Maps the names that callers use to numbers. The format knows only numbers. */
const COLOURS: ReadonlyMap<string, string> = new Map([
  ["black", "000000"],
  ["white", "ffffff"],
  ["red", "ff0000"],
  ["green", "008000"],
  ["blue", "0000ff"],
  ["yellow", "ffff00"],
  ["gray", "808080"],
  ["grey", "808080"],
]);

/** Returns the colour that an attribute names; undefined for `auto` and for values that are not colours. */
export function readColour(value: string | undefined): string | undefined {
  return value !== undefined && /^[0-9A-Fa-f]{6}$/.test(value) ? `#${value.toUpperCase()}` : undefined;
}

export function writeColour(value: unknown): string {
  return String(value).slice(1).toUpperCase();
}

/** The colour behind text or a paragraph; false for no shading, even if the style has some. */
export const shadingKey: FormatProperty = {
  shape: either(colour, only(false)),
  element: W.shd,
  read: readShading,
  say: (value) => {
    const isOff = value === false;
    const fill = isOff ? "auto" : writeColour(value);
    const said = (text: string): string | undefined => (value === null ? undefined : text);
    return [
      [W.val, said("clear")],
      [W.color, said("auto")],
      [W.fill, said(fill)],
      ...THEMED.map((name) => [name, undefined] as const),
    ];
  },
};

// attributes
const THEMED: readonly NameId[] = [
  W.themeColor,
  W.themeTint,
  W.themeShade,
  W.themeFill,
  W.themeFillTint,
  W.themeFillShade,
];

/**
 * Returns the background colour of a pattern; false without one. A solid pattern covers the background, so its own
 * colour is returned, or undefined if it has none.
 */
function readShading(tree: Tree, node: NodeId): string | false | undefined {
  const isSolid = tree.attribute(node, W.val) === "solid";
  const fill = tree.attribute(node, isSolid ? W.color : W.fill);
  return readColour(fill) ?? (isSolid ? undefined : false);
}
