// Checks that every package of the lock file has a licence that we may use.
//
// The installed package itself is read. A package that is not installed (an optional build for another platform) is
// judged by the lock file.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isAllowed } from "./licence-expressions.ts";

/** A package with its licence; `expression` is empty if the package states no licence. */
export interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  readonly expression: string;
}

interface Manifest {
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
}

interface LockEntry extends Manifest {
  readonly link?: boolean;
}

/** Returns the packages of the tree at `root` except our own workspaces, in the order of the lock file. */
export function listPackages(root: string): LicensedPackage[] {
  const lock = readJson<{ packages: Record<string, LockEntry> }>(join(root, "package-lock.json"));
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes("node_modules/") && !entry.link)
    .map(([path, entry]) => describePackage(root, path, entry));
}

/** Returns the packages whose licence is not permitted. */
export function refusedPackages(packages: readonly LicensedPackage[]): LicensedPackage[] {
  return packages.filter(({ name, expression }) => !isAllowed(expression, name));
}

function describePackage(root: string, path: string, entry: LockEntry): LicensedPackage {
  const manifestPath = join(root, path, "package.json");
  const manifest = existsSync(manifestPath) ? readJson<Manifest>(manifestPath) : entry;
  return {
    name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
    version: manifest.version ?? entry.version ?? "",
    expression: licenceOf(manifest) || titledLicence(join(root, path, "LICENSE")),
  };
}

// Old packages state a licence as an object, or several to choose from as a list.
function licenceOf({ license, licenses = [] }: Manifest): string {
  if (typeof license === "string") return license;
  if (license?.type) return license.type;
  return licenses.map(({ type }) => type ?? "").join(" OR ");
}

/**
 * Returns the licence of a licence file that begins with its name. A package may have this file and state no licence.
 */
function titledLicence(file: string): string {
  const title = existsSync(file) ? readFileSync(file, "utf8").trimStart().split("\n", 1)[0] : undefined;
  return title?.trim() === "MIT License" ? "MIT" : "";
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, "utf8")) as Shape;
}

function main(): void {
  const packages = listPackages(process.cwd());
  const refused = refusedPackages(packages);
  const counts = new Map<string, number>();
  for (const { expression } of packages) counts.set(expression, (counts.get(expression) ?? 0) + 1);
  const summary = [...counts].sort(([, before], [, after]) => after - before);
  console.log(`${packages.length} packages: ${summary.map(([name, count]) => `${name} ${count}`).join(", ")}`);
  for (const { name, version, expression } of refused) {
    console.log(`not allowed: ${name}@${version} (${expression || "no licence stated"})`);
  }
  process.exitCode = refused.length > 0 || packages.length === 0 ? 1 : 0;
}

if (import.meta.main) main();
