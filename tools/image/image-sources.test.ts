// Tests how the base image, the version of Node and the apt sources are read.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aptSourcesOf, nodeImageOf, nodeVersionOf, pickBase } from "./image-sources.ts";

const read = (path: string) => readFileSync(join(import.meta.dirname, "../..", path), "utf8");

test("the image and a fresh clone have the same Node", () => {
  const version = nodeVersionOf(read("tools/bootstrap.sh"));
  expect(nodeImageOf(read("deploy/Dockerfile"))).toBe(`node:${version}-bookworm-slim`);
});

test("the base is the suite without a suffix; its updates and security fixes are sources, other components are not", () => {
  const targets = [
    { mirror: "http://a/debian-security/", suite: "bookworm-security", component: "main" },
    { mirror: "http://a/debian/", suite: "bookworm", component: "contrib" },
    { mirror: "http://a/debian/", suite: "bookworm", component: "main" },
    { mirror: "http://a/debian/", suite: "trixie", component: "main" },
  ];
  expect(pickBase(targets)).toEqual(targets[2]);
  expect(aptSourcesOf(targets, "bookworm")).toBe(
    "deb http://a/debian-security/ bookworm-security main\ndeb http://a/debian/ bookworm main\n",
  );
});

test("a machine whose apt has no Debian is told so", () => {
  expect(() => pickBase([])).toThrow("no suite of Debian");
  expect(() => nodeImageOf("FROM scratch")).toThrow("deploy/Dockerfile");
});
