// Names that say nothing about what a file or folder holds are refused.

import type { Problem } from "./syntax-tree.ts";

const refused = new Set("base common core helpers lib manager misc shared types util utils".split(" "));

/** The refused name in a path relative to the root of the checkout, if it has one. */
export function checkName(path: string): Problem[] {
  const names = path.split("/").map((name) => name.split(".")[0] ?? "");
  return names
    .filter((name) => refused.has(name))
    .map((name) => ({ path, line: 1, rule: "name", message: `"${name}" names no concept` }));
}
