// Defines which properties a level replaces together if it sets any of them.
//
// Most elements replace the whole element of the level below. Attributes of fonts, indents and spacing are replaced
// one by one. A tab stop is identified by its position.

import { propertyName } from "./properties.ts";

export type Values = ReadonlyMap<string, string>;

const TOGETHER: ReadonlyMap<string, string> = new Map([
  ["rFonts@ascii", "rFonts@ascii"],
  ["rFonts@asciiTheme", "rFonts@ascii"],
  ["rFonts@hAnsi", "rFonts@hAnsi"],
  ["rFonts@hAnsiTheme", "rFonts@hAnsi"],
  ["rFonts@eastAsia", "rFonts@eastAsia"],
  ["rFonts@eastAsiaTheme", "rFonts@eastAsia"],
  ["rFonts@cs", "rFonts@cs"],
  ["rFonts@cstheme", "rFonts@cs"],
  ["ind@firstLine", "ind@first"],
  ["ind@hanging", "ind@first"],
  ["ind@firstLineChars", "ind@firstChars"],
  ["ind@hangingChars", "ind@firstChars"],
  ["spacing@line", "spacing@line"],
  ["spacing@lineRule", "spacing@line"],
]);

export function groupOf(path: string): string {
  const together = TOGETHER.get(path);
  if (together !== undefined) return together;
  const name = propertyName(path);
  if (name === "ind" || name === "spacing" || name === "rFonts") return path;
  return name === "tabs" ? /^[^@]*/.exec(path)![0] : name;
}

/** Returns the value of a group; undefined if nothing sets it. */
export function groupValue(values: Values, group: string): string | undefined {
  const own = [...values].filter(([path]) => groupOf(path) === group);
  if (own.length === 0) return undefined;
  if (group === "spacing@line") {
    return `${values.get("spacing@line") ?? "240"} ${values.get("spacing@lineRule") ?? "auto"}`;
  }
  if (group === "ind@first") {
    // A hanging indent overrides a first-line indent.
    const hanging = values.get("ind@hanging");
    return hanging === undefined ? values.get("ind@firstLine") : String(-Number(hanging) || 0);
  }
  if (group.startsWith("rFonts@")) {
    // A theme font overrides a font name.
    const theme = own.find(([path]) => path.toLowerCase().endsWith("theme"));
    return theme === undefined ? own[0]![1] : `theme ${theme[1]}`;
  }
  if (own.length === 1 && own[0]![0] === group) return own[0]![1];
  return own
    .map(([path, value]) => `${path}=${value}`)
    .sort()
    .join(" ");
}

/** Returns the values of a level merged over those of the level below. */
export function mergedValues(below: Values, above: Values): Values {
  const replaced = new Set([...above.keys()].map(groupOf));
  const kept = [...below].filter(([path]) => !replaced.has(groupOf(path)));
  return new Map([...kept, ...above]);
}
