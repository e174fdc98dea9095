// Reduces the code of a field to the words that show something (FMT-46).

import { codeWords } from "./fields.ts";

/** Fields whose switch `\h` makes a link of the result, which shows nothing on the page. */
const LINKED: ReadonlySet<string> = new Set(["REF", "PAGEREF", "NOTEREF", "TOC"]);

/** Matches a switch with its argument, after white space. */
const SWITCH = /\s\\\S+(?:\s+(?:"[^"]*"|[^\s\\"]\S*))?/g;

/**
 * Returns a code without switches that show nothing: `\* MERGEFORMAT` keeps formatting when a program updates the field,
 * `\h` makes links, and `\z` is for the screen. The order of the switches of a table of contents does not count.
 */
export function shownCode(code: string): string {
  const words = codeWords(code).replace(/\s\\\*\s?MERGEFORMAT\b/gi, "");
  const end = words.search(/[\s\\]/);
  const name = (end < 0 ? words : words.slice(0, end)).toUpperCase();
  const rest = end < 0 ? "" : words.slice(end);
  if (!LINKED.has(name)) return `${name}${rest}`;
  const plain = rest.replace(/\s\\h(?=\s|$)/gi, "");
  if (name !== "TOC") return `${name}${plain}`;
  const switches = (plain.match(SWITCH) ?? []).filter((one) => !/^\s\\z$/i.test(one));
  return `${name}${plain.replace(SWITCH, "")}${switches.sort().join("")}`;
}
