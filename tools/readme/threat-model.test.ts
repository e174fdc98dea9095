// Tests that every threat of the threat model has an existing proof.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const root = join(import.meta.dirname, "../..");
const model = readFileSync(join(root, "docs/threat-model.md"), "utf8");
const threats = model.split("## Threats and controls")[1]!.split("\n## ")[0]!;
const proofs = threats.split("\n").flatMap((line) => (/^\| (?!Threat|-)/.test(line) ? [line.split(" | ")[2]!] : []));

test("every threat has a proof", () => {
  expect(proofs.length).toBeGreaterThan(15);
  for (const proof of proofs) expect(proof).toMatch(/`[^`]+`/);
});

test("every proof that the threat model names is there: a file, or a command of the repository", () => {
  const named = proofs.flatMap((proof) => [...proof.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
  const isThere = (name: string): boolean => {
    const [, command] = /^npm run (\w+)/.exec(name) ?? [];
    if (command !== undefined) return command in manifest.scripts;
    // A single word continues a command: `npm run chaos -- compare`, `merge`.
    return /^(?:compare|merge|documents)$/.test(name) || existsSync(join(root, name));
  };
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});
