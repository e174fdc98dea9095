// Detects if the packages are installed, also while npm installs them.

import { statSync } from "node:fs";
import { join } from "node:path";

export const notInstalledWords =
  "The packages are not installed, or npm is installing them: wait for it, or run `npm run bootstrap`, then start again.";

/**
 * Identifies what npm installed in the current folder; undefined if nothing is installed, or npm has not finished. npm
 * removes this file before it installs, and writes it last.
 */
export function installation(): string | undefined {
  const facts = statSync(join("node_modules", ".package-lock.json"), { throwIfNoEntry: false });
  return facts && `${facts.ino} ${facts.mtimeMs}`;
}
