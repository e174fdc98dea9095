#!/usr/bin/env node
// The entry of the `versus` program in a checkout. `versus --version` loads nothing else, and what every other command loads
// is compiled by Node once and then read from the user's cache. The packed program has an entry of its own: packed/main.ts.

import { enableCompileCache } from "node:module";
import { cacheFolder } from "./packed/cache-folder.ts";
import { versionLine } from "./version.ts";

const words = process.argv.slice(2);
if (words.length === 1 && words[0] === "--version") process.stdout.write(versionLine);
else {
  const folder = cacheFolder(process.env);
  if (folder !== undefined) enableCompileCache(folder);
  await import("./program.ts");
}
