// Writes the types of a package: the declarations of its entries and of the files that those import.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { writeText } from "./bundle.ts";
import { type PackedPackage, packages } from "./packages.ts";

/** Folder of the types in a package. */
const TYPES = "types";

/** A relative import, and its path without the extension. */
const IMPORT = /(["'])(\.{1,2}\/[^"']*)\.ts\1/g;

/** Makes the declarations of all packages in a folder, calls `use` with it, and removes it. */
export async function withDeclarations<Value>(
  root: string,
  use: (declarations: string) => Promise<Value> | Value,
): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), "versus-declarations-"));
  try {
    const project = join(folder, "tsconfig.json");
    writeText(project, JSON.stringify(projectOf(root, folder)));
    // The compiler reports problems on standard output. They go to standard error, so that our output stays clean.
    execFileSync(join(root, "node_modules/.bin/tsc"), ["--project", project], { stdio: ["ignore", 2, 2] });
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the project for the declarations. `npm run check` checks the types; here they are only written. */
function projectOf(root: string, outDir: string) {
  const entries = packages.flatMap(({ folder, entries }) =>
    Object.values(entries).map((path) => join(root, folder, path)),
  );
  return {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      rootDir: root,
      outDir,
      typeRoots: [join(root, "node_modules/@types")],
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      noCheck: true,
    },
    files: entries,
    include: [],
  };
}

/** Writes the declarations of a package below `target`. */
export function writeDeclarations(declarations: string, target: string, { folder, entries }: PackedPackage): void {
  const waiting = Object.values(entries).map((path) => join(declarations, folder, path.replace(/\.ts$/, ".d.ts")));
  const known = new Set(waiting);
  for (const path of waiting) {
    const text = readFileSync(path, "utf8");
    for (const [, , source = ""] of text.matchAll(IMPORT)) {
      const named = join(dirname(path), `${source}.d.ts`);
      if (!existsSync(named)) throw new Error(`${path} names ${source}.ts, of which there is no declaration.`);
      if (known.has(named)) continue;
      known.add(named);
      waiting.push(named);
    }
    writeText(join(target, TYPES, relative(join(declarations, folder), path)), text.replace(IMPORT, "$1$2.js$1"));
  }
}

/** Returns the path of an entry's declarations, relative to the package. */
export function declarationOf({ entries }: PackedPackage, entry: string): string {
  const path = entries[entry]?.replace(/\.ts$/, ".d.ts") ?? `${entry}.d.ts`;
  return `./${TYPES}/${path}`;
}
