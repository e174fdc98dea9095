// Writes lengths and line spacing in words.

/** Returns for example `12 pt`. */
export function pointWords(points: number): string {
  return `${Math.round(points * 100) / 100} pt`;
}

/** Names of common line spacing, in lines. */
const LINES: ReadonlyMap<number, string> = new Map([
  [1, "single"],
  [2, "double"],
]);

/** Returns for example `single`, `1.5 lines`, `exactly 12 pt` or `at least 12 pt`. The value is in lines or points. */
export function lineSpacingWords(rule: "multiple" | "exact" | "at_least", value: number): string {
  if (rule === "multiple") return LINES.get(value) ?? `${Math.round(value * 100) / 100} lines`;
  return `${rule === "exact" ? "exactly" : "at least"} ${pointWords(value)}`;
}
