// Reduces the code of a field to what readers see, for mode `visible` (FMT-46).
//
// ISO 29500-1, 17.16.5: `\h` makes a link of the result, `\z` hides page numbers on the screen, and `\* MERGEFORMAT`
// keeps formatting when a program updates the field. A table of contents has its switches in any order.

const LINKED: ReadonlySet<string> = new Set(["REF", "PAGEREF", "NOTEREF", "TOC"]);
const UNSEEN: ReadonlySet<string> = new Set(["\\h", "\\z"]);

/** Returns a code without switches that show nothing. White space in the code must be collapsed. */
export function seenCode(code: string): string {
  const words = code.replace(/ \\\* ?MERGEFORMAT\b/gi, "").match(/"[^"]*"|[^\s"\\]+|\\./g) ?? [];
  const name = words[0]?.toUpperCase() ?? "";
  if (!LINKED.has(name)) return code.replace(/ \\\* ?MERGEFORMAT\b/gi, "");
  const groups: string[][] = [[name]];
  for (const word of words.slice(1)) {
    if (word.startsWith("\\")) groups.push([word]);
    else groups.at(-1)!.push(word);
  }
  const [first, ...switches] = groups.map((group) => group.join(" "));
  const seen = switches.filter((one) => !UNSEEN.has(one.toLowerCase()) || (name !== "TOC" && one === "\\z"));
  return [first, ...(name === "TOC" ? seen.sort() : seen)].join(" ");
}
