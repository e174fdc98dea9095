// Which properties a level replaces together when it says anything of them.
//
// Most elements replace the whole element of the level below. Of fonts, indents and spacing each has a say of its own,
// and a tab stop is known by where it stands.

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

/** What is said of a group; undefined when nothing is. */
export function groupValue(values: Values, group: string): string | undefined {
  const own = [...values].filter(([path]) => groupOf(path) === group);
  if (own.length === 0) return undefined;
  if (group === "spacing@line") {
    return `${values.get("spacing@line") ?? "240"} ${values.get("spacing@lineRule") ?? "auto"}`;
  }
  if (group === "ind@first") {
    // A hanging indent is said last.
    const hanging = values.get("ind@hanging");
    return hanging === undefined ? values.get("ind@firstLine") : String(-Number(hanging) || 0);
  }
  if (group.startsWith("rFonts@")) {
    // A font of the theme goes before one by name.
    const theme = own.find(([path]) => path.toLowerCase().endsWith("theme"));
    return theme === undefined ? own[0]![1] : `theme ${theme[1]}`;
  }
  if (own.length === 1 && own[0]![0] === group) return own[0]![1];
  return own
    .map(([path, value]) => `${path}=${value}`)
    .sort()
    .join(" ");
}

/** A level over the one below it. */
export function mergedValues(below: Values, above: Values): Values {
  const replaced = new Set([...above.keys()].map(groupOf));
  const kept = [...below].filter(([path]) => !replaced.has(groupOf(path)));
  return new Map([...kept, ...above]);
}
