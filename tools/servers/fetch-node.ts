// Another version of Node, fetched as a package: its binary is all that is in it, and no script runs.

import { execFileSync } from "node:child_process";
import { join } from "node:path";

const PACKAGE = `node-${process.platform}-${process.arch}`;
/** The first that strips types by itself is 22.18. */
const VERSION = "22.23.3";

/** Installs Node 22 below a folder and gives the path of the program. Throws when there is no such package. */
export function fetchNode(folder: string): string {
  const words = ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", `${PACKAGE}@${VERSION}`];
  execFileSync("npm", words, { stdio: "ignore", cwd: folder });
  return join(folder, "node_modules", PACKAGE, "bin/node");
}
