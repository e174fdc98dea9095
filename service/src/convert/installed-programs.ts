// Finds the conversion programs of the system, and lists the folders that all of them read.

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The programs and libraries of the system, and the fonts with their cache. */
export const systemFolders: readonly string[] = [
  ...["/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache"],
  ...["/etc/fonts", "/var/cache/fontconfig"],
];

/** Returns the path of `program`, which is a path or a name on the search path. Undefined if it is not installed. */
export function findProgram(program: string): string | undefined {
  const candidates = program.includes("/") ? [program] : searchPath().map((folder) => join(folder, program));
  return candidates.find(isExecutable);
}

function searchPath(): string[] {
  return (process.env.PATH ?? "/usr/bin").split(delimiter).filter((folder) => folder !== "");
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
