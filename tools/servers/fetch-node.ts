// Downloads another version of Node as a package, which contains only its binary; no script runs.

import { execFileSync } from "node:child_process";
import { join } from "node:path";

const PACKAGE = `node-${process.platform}-${process.arch}`;
/** Node strips types without an option since 22.18. */
const VERSION = "22.23.3";

/** Installs Node 22 below a folder and returns the path of the program. Throws an error if there is no such package. */
export function fetchNode(folder: string): string {
  const words = ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", `${PACKAGE}@${VERSION}`];
  execFileSync("npm", words, { stdio: "ignore", cwd: folder });
  return join(folder, "node_modules", PACKAGE, "bin/node");
}
