#!/usr/bin/env node
// The entry of the `versus` program. It is small: `versus --version` loads nothing else, and what every other command loads
// is compiled by Node once and then read from the user's cache.

import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { versionLine } from "./version.ts";

const words = process.argv.slice(2);
if (words.length === 1 && words[0] === "--version") process.stdout.write(versionLine);
else {
  keepCompiledCode(process.env);
  await import("./program.ts");
}

/**
 * Below the user's own folder: Node would use the folder for temporary files, which all users of a machine may write to, and
 * the program runs what it finds there. Somebody without a folder compiles each time.
 */
function keepCompiledCode({ NODE_COMPILE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA }: NodeJS.ProcessEnv): void {
  try {
    enableCompileCache(
      NODE_COMPILE_CACHE || join(XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), ".cache"), "versus"),
    );
  } catch {
    // No home: the system knows no such user.
  }
}
