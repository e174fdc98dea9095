// Adds the entries for other platforms that a lock file lacks.
//
// Packages with a binary inside (linter, bundler, parser) come as one package per platform, listed as optional
// dependencies. A registry that mirrors only some platforms lets `npm install` write a lock file without the others.
// `npm ci` then refuses the file, because it does not match package.json. This program adds the missing entries:
// version from the listing, platform from the name. They have no checksum, and are never fetched on another platform.
//
// `npm run lock` runs it. With --check it changes nothing and fails if entries are missing, or if an entry names the
// registry it came from, which would bind every clone to that registry.

import { readFileSync, writeFileSync } from "node:fs";

/** The part of a lock file that this program reads and writes. */
export interface LockFile {
  packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Returns the entries that a lock file lacks, by path. Only exact versions can be added; others are left to npm. */
export function missingEntries({ packages }: LockFile): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [path, { optionalDependencies = {}, license, dev, peer }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(packages, path, name) || !/^\d+\.\d+\.\d+/.test(version)) continue;
      const { os, cpu, libc } = platformOf(name);
      missing[`node_modules/${name}`] = {
        version,
        ...(cpu && { cpu }),
        ...(dev && { dev }),
        ...(libc && { libc }),
        ...(license !== undefined && { license }),
        optional: true,
        os,
        ...(peer && { peer }),
      };
    }
  }
  return missing;
}

/** Returns the paths of entries that name a registry. */
export function entriesWithHost({ packages }: LockFile): string[] {
  return Object.keys(packages).filter((path) => packages[path]?.resolved?.includes("://"));
}

// Searches as Node does: beside the package that needs it, then in every folder above.
function isLocked(packages: LockFile["packages"], path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    if (packages[`${folder}${folder && "/"}node_modules/${name}`]) return true;
    if (folder === "") return false;
  }
}

const systems = new Set("aix android darwin freebsd linux netbsd openbsd openharmony sunos win32".split(" "));
const processors = new Set("arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64".split(" "));

// Reads the platform from a name such as @scope/tool-linux-arm64-musl. A name without a known system gets one that
// never matches.
function platformOf(name: string): { os: string[]; cpu?: string[]; libc?: string[] } {
  const words = name.split(/[^a-z0-9]+/);
  const os = words.filter((word) => systems.has(word));
  const cpu = words.filter((word) => processors.has(word));
  const libc = words.flatMap((word) => (/^musl/.test(word) ? "musl" : /^gnu/.test(word) ? "glibc" : []));
  return {
    os: os.length > 0 ? os : ["none"],
    ...(cpu.length > 0 && { cpu }),
    ...(os.includes("linux") && libc.length > 0 && { libc }),
  };
}

function main(): void {
  const path = "package-lock.json";
  const lock: LockFile = JSON.parse(readFileSync(path, "utf8"));
  const missing = missingEntries(lock);
  const count = Object.keys(missing).length;
  if (process.argv.includes("--check")) {
    const hosts = entriesWithHost(lock).length;
    console.log(`${count} builds for other platforms missing, ${hosts} entries with a registry: npm run lock`);
    process.exitCode = count + hosts > 0 ? 1 : 0;
    return;
  }
  const entries = Object.entries({ ...lock.packages, ...missing }).sort(([one], [two]) => one.localeCompare(two, "en"));
  writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, null, 2)}\n`);
  console.log(`${count} builds for other platforms added`);
}

if (import.meta.main) main();
