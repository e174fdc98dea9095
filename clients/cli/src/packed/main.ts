#!/usr/bin/env node
// Starts the packed `versus` program. It is small: `versus --version` loads nothing else.

import { join } from "node:path";
import { versionLine } from "../version.ts";
import { cacheFolder } from "./cache-folder.ts";
import { CompiledCode } from "./compiled-code.ts";

const words = process.argv.slice(2);
if (words.length === 1 && words[0] === "--version") process.stdout.write(versionLine);
else {
  const code = new CompiledCode(
    process.env.NODE_DISABLE_COMPILE_CACHE ? undefined : cacheFolder(process.env),
    words[0],
  );
  process.on("exit", () => code.keep());
  code.load(join(import.meta.dirname, "program.js"));
}
