// Reads the materials of the image from deploy/Dockerfile and package-lock.json.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listPackages } from "../licences/check-licences.ts";
import { type Lock, lockedPackages } from "./lock-packages.ts";
import type { Materials, SystemPackage } from "./write-sbom.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Returns the materials. `system` are the packages of a built image. Default: those that the Dockerfile names. */
export function readMaterials(system?: readonly SystemPackage[]): Materials {
  const dockerfile = read("deploy/Dockerfile");
  const folders = [...dockerfile.matchAll(/--workspace=(\S+)/g)].map(([, folder = ""]) => folder);
  const { version } = JSON.parse(read("package.json")) as { readonly version: string };
  const locked = lockedPackages(JSON.parse(read("package-lock.json")) as Lock, folders);
  // The lock file does not have every licence: some are only in the installed package.
  const licences = new Map(listPackages(root).map((found) => [`${found.name}@${found.version}`, found.expression]));
  const packages = new Map(
    [...locked].map(([key, found]) => [key, { ...found, licence: licences.get(key) || found.licence }]),
  );
  return { version, packages, system: system ?? namedPackages(dockerfile) };
}

export function namedPackages(dockerfile: string): SystemPackage[] {
  const [, list = ""] = /apt-get install --yes --no-install-recommends ([^&]*)&&/.exec(dockerfile) ?? [];
  const names = list.split(/[\s\\]+/).filter((name) => name !== "");
  if (names.length === 0) throw new Error("deploy/Dockerfile installs no system packages.");
  return names.map((name) => ({ name }));
}
