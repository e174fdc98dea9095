// Tests which licences of packages are permitted.

import { expect, test } from "vitest";
import { makeTree } from "../testing/temporary-tree.ts";
import { listPackages, refusedPackages } from "./check-licences.ts";
import { isAllowed } from "./licence-expressions.ts";

test.each([
  ["MIT", true],
  ["GPL-3.0-only", false],
  ["MIT OR GPL-3.0-only", true],
  ["MIT AND GPL-3.0-only", false],
  ["Apache-2.0 AND MIT", true],
  ["(MIT OR GPL-2.0-only) AND (ISC OR AGPL-3.0-only)", true],
  ["(MIT AND GPL-2.0-only) OR AGPL-3.0-only", false],
  ["GPL-2.0-only OR MIT AND ISC", true],
  ["GPL-2.0-only WITH Classpath-exception-2.0", false],
  ["(MIT", false],
  ["MIT ISC", false],
  ["SEE LICENSE IN LICENSE.md", false],
  ["UNLICENSED", false],
  ["", false],
])("%s is allowed: %s", (expression, allowed) => {
  expect(isAllowed(expression, "a-package")).toBe(allowed);
});

test("a licence for data is allowed for a package of data alone", () => {
  expect(isAllowed("CC-BY-3.0", "spdx-exceptions")).toBe(true);
  expect(isAllowed("CC-BY-3.0", "a-package")).toBe(false);
});

test("a package under the GPL is refused by name, whatever the lock file says", () => {
  const lock = {
    packages: {
      "": { name: "root" },
      engine: { name: "@versus/engine" },
      "node_modules/@versus/engine": { link: true, resolved: "engine" },
      "node_modules/free": { version: "1.0.0", license: "MIT" },
      "node_modules/free/node_modules/@scope/copyleft": { version: "2.0.0", license: "MIT" },
      "node_modules/another-platform": { version: "3.0.0", license: "AGPL-3.0-only", optional: true },
      "node_modules/silent": { version: "4.0.0" },
      "node_modules/old": { version: "5.0.0" },
    },
  };
  const root = makeTree({
    "package-lock.json": JSON.stringify(lock),
    "node_modules/free/package.json": `{ "version": "1.0.0", "license": "MIT" }`,
    "node_modules/free/node_modules/@scope/copyleft/package.json": `{ "version": "2.0.0", "license": "GPL-3.0-only" }`,
    "node_modules/old/package.json": `{ "licenses": [{ "type": "GPL-2.0-only" }, { "type": "MIT" }] }`,
  });
  const packages = listPackages(root);
  expect(packages.map(({ name }) => name)).toEqual(["free", "@scope/copyleft", "another-platform", "silent", "old"]);
  expect(refusedPackages(packages)).toEqual([
    { name: "@scope/copyleft", version: "2.0.0", expression: "GPL-3.0-only" },
    { name: "another-platform", version: "3.0.0", expression: "AGPL-3.0-only" },
    { name: "silent", version: "4.0.0", expression: "" },
  ]);
});

test("a package that states no licence is judged by the text it brings, if that names itself", () => {
  const lock = {
    packages: { "node_modules/titled": { version: "1.0.0" }, "node_modules/untitled": { version: "1.0.0" } },
  };
  const root = makeTree({
    "package-lock.json": JSON.stringify(lock),
    "node_modules/titled/package.json": "{}",
    "node_modules/titled/LICENSE": "MIT License\n\nCopyright (c) 2017\n",
    "node_modules/untitled/package.json": "{}",
    "node_modules/untitled/LICENSE": "All rights reserved.\n",
  });
  expect(refusedPackages(listPackages(root)).map(({ name }) => name)).toEqual(["untitled"]);
});
