// Reads, raises and writes the versions of the packages, in every manifest and the lock file.
//
// The manifests pin each other's versions exactly.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Step = "major" | "minor" | "patch";

interface Manifest {
  version: string;
  readonly name?: string;
  readonly workspaces?: readonly string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Exported for its test. */
export function raised(version: string, step: Step): string {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (step === "major") return `${major + 1}.0.0`;
  return step === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

export function versionOf(root: string, folder = ""): string {
  return readManifest(root, folder).version;
}

/** Writes the versions of some packages, by name, wherever they occur. */
export function writeVersions(root: string, versions: Readonly<Record<string, string>>): void {
  const { workspaces = [] } = readManifest(root, "");
  for (const folder of ["", ...workspaces]) {
    const manifest = readManifest(root, folder);
    write(join(root, folder, "package.json"), withVersions(manifest, versions));
  }
  const lockPath = join(root, "package-lock.json");
  const lock = JSON.parse(readFileSync(lockPath, "utf8")) as Manifest & { packages: Record<string, Manifest> };
  for (const folder of ["", ...workspaces]) {
    const entry = lock.packages[folder];
    if (entry !== undefined) lock.packages[folder] = withVersions(entry, versions);
  }
  lock.version = lock.packages[""]?.version ?? lock.version;
  write(lockPath, lock);
}

function withVersions<Kind extends Manifest>(manifest: Kind, versions: Readonly<Record<string, string>>): Kind {
  const own = manifest.name === undefined ? undefined : versions[manifest.name];
  if (own !== undefined) manifest.version = own;
  for (const pins of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(pins ?? {})) {
      const version = versions[name];
      if (version !== undefined) pins![name] = version;
    }
  }
  return manifest;
}

function readManifest(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
}

function write(path: string, content: unknown): void {
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}
