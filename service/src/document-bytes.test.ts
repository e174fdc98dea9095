// Checks that docs/design/service.md (SRV-64) names every file that reads or writes stored content.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const page = join(import.meta.dirname, "../../docs/design/service.md");

/** Calls through which content of documents passes. */
const calls = [
  /\b(?:readVerified|readDocument|streamReading|streamHeld|storeArtifacts|openView)\(/,
  /\bdirectSandbox\(\)/,
  /\bsandbox\s*\.run\(/,
  /\b(?:store|place)\s*\.(?:get|put|readSealed|writeSealed)\(/,
];
const definition = /^(?:export )?(?:async )?function\*? .*$/gm;

function filesWithCalls(): string[] {
  const sources = globSync("**/*.ts", { cwd: import.meta.dirname });
  return sources.filter((path) => {
    if (/[.](?:test|service|contract)[.]ts$|(?:^|\/)testing\//.test(path)) return false;
    const text = readFileSync(join(import.meta.dirname, path), "utf8").replace(definition, "");
    return calls.some((call) => call.test(text));
  });
}

test("[SRV-64] every place that document bytes pass is named, with why it is bounded", () => {
  const section = /## Documents in the API\n([\s\S]*?)\n## /.exec(readFileSync(page, "utf8"))![1]!;
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => [...row.split("|")[1]!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!));
  expect(named.sort()).toEqual(filesWithCalls().sort());
  for (const row of rows) expect(row.split("|")[3]!.trim().length, row).toBeGreaterThan(10);
});
