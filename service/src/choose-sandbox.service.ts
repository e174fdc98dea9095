// Tests the choice of the sandbox where user namespaces are forbidden (SRV-24).

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Choice {
  readonly chosen?: string;
  readonly warnings?: readonly string[];
  readonly faults?: readonly string[];
}

const program = join(import.meta.dirname, "testing/choosing-process.ts");

function choose(environment: "production" | "development", mode = "", before: readonly string[] = []): Choice {
  const [command = "", ...words] = [...before, process.execPath, "--no-warnings", program, environment, mode];
  return JSON.parse(execFileSync(command, words, { encoding: "utf8" }));
}

// A container that forbids user namespaces: no capabilities, and the kernel makes no further namespaces.
const withoutNamespaces = [
  "bwrap",
  "--dev-bind",
  "/",
  "/",
  "--unshare-user",
  "--disable-userns",
  "--cap-drop",
  "ALL",
  "--",
];

test("bubblewrap is used where nothing is set", () => {
  expect(choose("production")).toEqual({ chosen: "bubblewrap", warnings: [] });
  expect(choose("development")).toEqual({ chosen: "bubblewrap", warnings: [] });
});

test("[SRV-24] where user namespaces are forbidden, production does not start and says what to do", () => {
  const { faults } = choose("production", "", withoutNamespaces);
  expect(faults).toHaveLength(1);
  expect(faults?.[0]).toMatch(/^The sandbox \(VERSUS_SANDBOX: bubblewrap\) does not start: .*bwrap: /);
  expect(faults?.[0]).toMatch(/Install bubblewrap .*deploy\/sandbox\.md.* VERSUS_SANDBOX to seccomp\.$/);
});

test("there seccomp works, for those who chose it", () => {
  expect(choose("production", "seccomp", withoutNamespaces)).toEqual({ chosen: "seccomp", warnings: [] });
});

test("[SRV-24] development goes without there, and warns; what was chosen is never given up", () => {
  const { chosen, warnings } = choose("development", "", withoutNamespaces);
  expect(chosen).toBe("off");
  expect(warnings?.[0]).toMatch(/without a sandbox .* the network\.$/);
  expect(choose("development", "bubblewrap", withoutNamespaces).faults).toHaveLength(1);
});

test("off is told, too", () => {
  const { chosen, warnings } = choose("development", "off");
  expect(chosen).toBe("off");
  expect(warnings).toEqual([expect.stringMatching(/^VERSUS_SANDBOX is off.* the network/)]);
});
