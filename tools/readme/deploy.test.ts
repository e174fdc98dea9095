// Tests that the image and the compose file use only files, secrets and settings that exist.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(root, "deploy", name), "utf8");

test("what the image copies is there, and is not left out of what the builder sees", () => {
  const copied = [...read("Dockerfile").matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = ""]) =>
    paths.split(" "),
  );
  const seen = [...read("Dockerfile.dockerignore").matchAll(/^!(.+)$/gm)].map(([, path = ""]) => path);
  expect(copied.length).toBeGreaterThan(8);
  for (const path of copied) {
    expect(existsSync(join(root, path)), path).toBe(true);
    expect(
      seen.some((start) => path === start || path.startsWith(`${start}/`)),
      path,
    ).toBe(true);
  }
});

test("make-secrets.sh makes every secret that the compose file demands, and the settings it gives exist", () => {
  const compose = read("compose.yaml");
  const demanded = new Set([...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name = ""]) => name));
  const secrets = execFileSync("bash", [join(root, "deploy/make-secrets.sh")], { encoding: "utf8" });
  const made = new Map(
    secrets
      .trim()
      .split("\n")
      .map((line) => line.split(/=(.*)/s) as [string, string]),
  );
  expect([...demanded].sort()).toEqual([...made.keys()].sort());
  expect([...made.values()].every((value) => value.length >= 32)).toBe(true);
  const known = read("configuration.md");
  for (const [, name = ""] of compose.matchAll(/^ {4}(VERSUS_\w+|DATABASE_URL):/gm))
    expect(known).toContain(`\`${name}\``);
});
