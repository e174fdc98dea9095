#!/usr/bin/env node
// Starts the `versus` program in a checkout.
//
// `versus --version` loads nothing else. Node compiles the code of other commands once and then reads it from the
// user's cache. The packed program has another entry: packed/main.ts.

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
