// Tests the packages of the bill of materials, its stable bytes, and its faults.

import { expect, test } from "vitest";
import { type Lock, lockedPackages } from "./lock-packages.ts";
import { namedPackages, readMaterials } from "./materials.ts";
import { faultsOf, writeSbom } from "./write-sbom.ts";

const integrity = `sha512-${Buffer.alloc(64, 1).toString("base64")}`;
const entry = { version: "1.0.0", license: "MIT", integrity };
const lock: Lock = {
  packages: {
    "": { name: "all", version: "9.0.0" },
    service: {
      name: "@versus/service",
      version: "0.1.0",
      license: "Apache-2.0",
      dependencies: { a: "1", "@versus/engine": "0" },
    },
    engine: { name: "@versus/engine", version: "0.1.0", license: "Apache-2.0" },
    "node_modules/@versus/engine": { resolved: "engine", link: true },
    "node_modules/a": { ...entry, dependencies: { b: "2" }, optionalDependencies: { elsewhere: "1", other: "1" } },
    "node_modules/other": { ...entry, os: ["darwin"] },
    "node_modules/a/node_modules/b": { ...entry, version: "2.0.0" },
    "node_modules/b": entry,
    "node_modules/tester": entry,
  },
};

test("a package is the one that Node finds, ours are named, and what nobody needs or another platform has is not there", () => {
  const packages = lockedPackages(lock, ["service"]);
  expect([...packages.keys()]).toEqual(["@versus/engine@0.1.0", "@versus/service@0.1.0", "a@1.0.0", "b@2.0.0"]);
  expect(packages.get("a@1.0.0")?.needs).toEqual(["b@2.0.0"]);
  expect(packages.get("b@2.0.0")?.sha512).toBe("01".repeat(64));
});

test("a package that is needed and not locked is an error", () => {
  const { "node_modules/a/node_modules/b": _, "node_modules/b": __, ...packages } = lock.packages;
  expect(() => lockedPackages({ packages }, ["service"])).toThrow("lacks b, which a@1.0.0 needs");
});

test("the same packages give the same bytes, in any order; another package gives another serial number", () => {
  const packages = lockedPackages(lock, ["service"]);
  const system = [{ name: "tini", version: "0.19.0-1" }, { name: "bubblewrap" }];
  const text = writeSbom({ version: "1", packages, system });
  expect(writeSbom({ version: "1", packages, system: system.toReversed() })).toBe(text);
  const serial = (from: string) => JSON.parse(from).serialNumber;
  expect(serial(text)).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(serial(writeSbom({ version: "1", packages, system: [] }))).not.toBe(serial(text));
  expect(text).toContain('"purl": "pkg:deb/debian/tini@0.19.0-1"');
  expect(faultsOf(text)).toEqual([]);
});

test("a package without hash or licence is a fault", () => {
  const packages = new Map([["x@1", { name: "x", version: "1", licence: "", sha512: undefined, needs: ["y@1"] }]]);
  const faults = faultsOf(writeSbom({ version: "1", packages, system: [] }));
  expect(faults).toEqual(["x has no hash.", "x has no licence.", "y@1 is needed and not listed."]);
});

test("the repository's has every direct dependency of the service, and the packages of the image", () => {
  const materials = readMaterials();
  const names = [...materials.packages.values()].map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["@versus/engine", "@versus/cli", "fastify", "pg-boss", "zod"]));
  expect(names).not.toContain("vitest");
  expect(materials.system.map(({ name }) => name)).toEqual(expect.arrayContaining(["bubblewrap", "tini"]));
  expect(faultsOf(writeSbom(materials))).toEqual([]);
  expect(() => namedPackages("FROM scratch")).toThrow("no system packages");
});
