// Writes one package as its users get it: code, types, manifest, README, licence; packed by npm.

import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { bundleForBrowsers, bundlePackage, bundlePage, CODE, writeText } from "./bundle.ts";
import { declarationOf, writeDeclarations } from "./declarations.ts";
import { type PackedPackage, packages } from "./packages.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

export interface Written {
  readonly name: string;
  /** Path of the packed file. */
  readonly path: string;
  readonly bytes: number;
  /** Packages that users install with it. */
  readonly dependencies: readonly string[];
  /** The engine's file for browsers. */
  readonly browser?: string;
}

/** The oldest Node with which the packages are tested. */
const ENGINES = { node: ">=22" };

/** Writes a package below `out`, and the packed file into `out` itself. */
export async function writePackage(
  { root, out, declarations }: { readonly root: string; readonly out: string; readonly declarations: string },
  packed: PackedPackage,
): Promise<Written> {
  const target = join(out, basename(packed.folder));
  await bundlePackage(root, target, packed);
  const isLibrary = Object.keys(packed.exports).length > 0;
  if (isLibrary) writeDeclarations(declarations, target, packed);
  const browser = packed.folder === "engine" ? await bundleForBrowsers(root, target) : undefined;
  if (browser !== undefined) await bundlePage(root, target);
  for (const folder of packed.copied ?? [])
    cpSync(join(root, folder), join(target, basename(folder)), { recursive: true });
  cpSync(join(root, packed.folder, "README.md"), join(target, "README.md"));
  cpSync(join(root, "LICENSE"), join(target, "LICENSE"));
  const manifest = manifestOf(root, packed);
  writeText(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const path = pack(target, out);
  const dependencies = Object.keys(manifest.dependencies);
  return {
    name: packed.name,
    path,
    bytes: statSync(path).size,
    dependencies,
    ...(browser === undefined ? {} : { browser }),
  };
}

function manifestOf(root: string, packed: PackedPackage) {
  const { name, version, description, license } = manifestIn(root, packed.folder);
  const published = packages.filter((other) => packed.beside.includes(other.name));
  return {
    name,
    version,
    description,
    license,
    type: packed.scripts === undefined ? "module" : "commonjs",
    engines: ENGINES,
    exports: Object.fromEntries(
      Object.entries(packed.exports).map(([path, entry]) => {
        return [path, { types: declarationOf(packed, entry), default: `./${CODE}/${entry}.js` }];
      }),
    ),
    bin: Object.fromEntries(
      Object.entries(packed.programs ?? {}).map(([program, entry]) => [program, `${CODE}/${entry}.js`]),
    ),
    dependencies: Object.fromEntries(
      published.map((other) => [other.name, manifestIn(root, other.folder).version] as const),
    ),
  };
}

function manifestIn(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
}

/** Returns the path of the packed file. */
function pack(target: string, out: string): string {
  const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", out];
  const [packed] = JSON.parse(execFileSync("npm", words, { cwd: target, encoding: "utf8" })) as [{ filename: string }];
  return join(out, packed.filename);
}
