// Finds the pairs of brackets and quotes in a text.
//
// A sign without a partner in its paragraph is left out.

import type { SignRange } from "./compounds.ts";

const CLOSERS: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
  ["\u201d", "\u201c"],
  ["\u00bb", "\u00ab"],
  ["\u2019", "\u2018"],
]);
const OPENERS: ReadonlySet<string> = new Set([...CLOSERS.values(), "\u201e"]);
const SIGNS = /[()[\]{}"\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019\u2029]/g;

/** Returns the positions of both signs of each pair, inner pairs before outer ones. */
export function bracketPairs(text: string): SignRange[] {
  const pairs: SignRange[] = [];
  let open: { readonly sign: string; readonly at: number }[] = [];
  for (const { 0: sign, index } of text.matchAll(SIGNS)) {
    if (sign === "\u2029") {
      open = [];
      continue;
    }
    const partner = openerOf(sign, open);
    const at = partner === undefined ? -1 : open.findLastIndex((each) => each.sign === partner);
    if (at >= 0) {
      pairs.push({ from: open[at]!.at, to: index });
      open = open.slice(0, at);
    } else if (OPENERS.has(sign) || sign === '"') open.push({ sign, at: index });
  }
  return pairs;
}

/** Returns the sign that a sign closes, if it closes one. A straight quote closes an open one; \u201c closes \u201e. */
function openerOf(sign: string, open: readonly { readonly sign: string }[]): string | undefined {
  if (sign === '"') return '"';
  if (sign === "\u201c") return open.some((each) => each.sign === "\u201e") ? "\u201e" : undefined;
  return CLOSERS.get(sign);
}
