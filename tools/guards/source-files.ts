// Lists the source files of a checkout, as paths relative to its root, in a fixed order.
//
// Hidden folders, installed packages and output of tools are left out. So are hidden files at the root, which are
// configuration.

import { globSync } from "node:fs";

const skippedFolders = new Set(["node_modules", "coverage", "tmp", "out"]);

/** Returns every TypeScript and JavaScript file below `root`. */
export function listSourceFiles(root: string): string[] {
  return listFiles(root, "**/*.{ts,tsx,mts,js,mjs,cjs}");
}

/** Returns every file below `root` that matches `pattern`. */
export function listFiles(root: string, pattern: string): string[] {
  const found = globSync(pattern, { cwd: root, exclude: isSkipped, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1))
    .sort();
}

function isSkipped(entry: { readonly name: string }): boolean {
  return entry.name.startsWith(".") || skippedFolders.has(entry.name);
}
