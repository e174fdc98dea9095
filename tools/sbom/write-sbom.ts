// Writes a bill of materials in CycloneDX 1.5.
//
// It has the packages of npm from the lock file, and those of Debian in the image. It has no time and no random number,
// so the same packages give the same bytes. Its serial number is made from its content.

import { createHash } from "node:crypto";
import type { LockedPackage } from "./lock-packages.ts";

export interface SystemPackage {
  readonly name: string;
  /** Unknown until the image is built. */
  readonly version?: string;
}

export interface Materials {
  readonly version: string;
  readonly packages: ReadonlyMap<string, LockedPackage>;
  readonly system: readonly SystemPackage[];
}

interface Component {
  readonly type: "application" | "library";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version?: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: "SHA-512"; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
}

interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export function writeSbom(materials: Materials): string {
  const { version, packages, system } = materials;
  const subject = { type: "application", "bom-ref": "versus", name: "versus", version } as const;
  const debian = [...system].sort((one, other) => (one.name < other.name ? -1 : 1)).map(debianComponent);
  const refs = new Map([...packages].map(([key, found]) => [key, npmAddress(found)]));
  const body: Sbom = {
    metadata: { component: { ...subject, purl: `pkg:generic/versus@${version}` } },
    components: [...[...packages.values()].map(npmComponent), ...debian],
    dependencies: [
      { ref: "versus", dependsOn: [...refs.values(), ...debian.map((component) => component["bom-ref"])] },
      ...[...packages].map(([key, { needs }]) => ({
        ref: refs.get(key) ?? key,
        dependsOn: needs.map((need) => refs.get(need) ?? need),
      })),
    ],
  };
  const digest = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  const head = { bomFormat: "CycloneDX", specVersion: "1.5", serialNumber: serialOf(digest), version: 1 };
  return `${JSON.stringify({ ...head, ...body }, null, 2)}\n`;
}

function npmComponent(found: LockedPackage): Component {
  const { name, version, licence, sha512 } = found;
  const hashes = sha512 === undefined ? {} : { hashes: [{ alg: "SHA-512", content: sha512 }] as const };
  const purl = npmAddress(found);
  return { type: "library", "bom-ref": purl, name, version, ...hashes, licenses: [{ expression: licence }], purl };
}

function npmAddress({ name, version }: LockedPackage): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function debianComponent({ name, version }: SystemPackage): Component {
  const known = version === undefined ? {} : { version };
  const purl = `pkg:deb/debian/${name}${version === undefined ? "" : `@${encodeURIComponent(version)}`}`;
  return { type: "library", "bom-ref": purl, name, ...known, purl };
}

/** Returns a UUID of version 8, which leaves the digits to us (RFC 9562, 5.8). */
function serialOf(digest: string): string {
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`];
  return `urn:uuid:${[...parts, digest.slice(20, 32)].join("-")}`;
}

/** Checks the rules that a reader of the file relies on. Returns one sentence for each that is broken. */
export function faultsOf(text: string): string[] {
  const { components, dependencies } = JSON.parse(text) as Sbom;
  const refs = new Set(components.map((component) => component["bom-ref"]));
  const isOurs = (purl: string) => purl.startsWith("pkg:npm/%40versus/");
  return [
    ...(refs.size === components.length ? [] : ["Two components have the same address."]),
    ...components
      .filter(({ purl, hashes }) => purl.startsWith("pkg:npm/") && !isOurs(purl) && hashes === undefined)
      .map(({ name }) => `${name} has no hash.`),
    ...components
      .filter(({ licenses }) => licenses?.some(({ expression }) => expression === "") === true)
      .map(({ name }) => `${name} has no licence.`),
    ...dependencies
      .flatMap(({ dependsOn }) => dependsOn)
      .filter((ref) => !refs.has(ref))
      .map((ref) => `${ref} is needed and not listed.`),
  ];
}
