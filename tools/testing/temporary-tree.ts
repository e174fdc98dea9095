// Makes a tree of small files in a temporary folder, for tests of tools that read a checkout.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

type Paths = Readonly<Record<string, string>>;

/**
 * Writes files by path, and symbolic links to folders by path (to an absolute folder, or relative to the link's own).
 * Returns the root of the tree, which is removed when the calling test ends.
 */
export function makeTree(files: Paths, links: Paths = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "versus-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) writeFileSync(prepare(root, path), text);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, prepare(root, path), "dir");
  return root;
}

function prepare(root: string, path: string): string {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  return join(root, path);
}
