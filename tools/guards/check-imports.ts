// Holds the repository to its import table (.dependency-cruiser.mjs). A source file the cruiser did not see would
// be a file the table does not bind, so a missing one fails the check as an edge that is not allowed does.

import { join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractConfiguration from "dependency-cruiser/config-utl/extract-depcruise-config";
import { listSourceFiles } from "./source-files.ts";

const configuration = join(import.meta.dirname, "../../.dependency-cruiser.mjs");

/** An edge that is not allowed, or a file that was not seen (`to` is then empty). */
export interface ImportProblem {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** Checks every source file of the checkout at `root`. */
export async function checkImports(root: string): Promise<{ modules: number; problems: ImportProblem[] }> {
  const files = listSourceFiles(root).filter((file) => file.includes("/"));
  const result = await cruiseFiles(root, files);
  const seen = new Set(result.modules.map((module) => module.source));
  const unseen = files.filter((file) => !seen.has(file)).map((from) => ({ rule: "not-seen", from, to: "" }));
  const violations = result.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return { modules: files.length - unseen.length, problems: [...unseen, ...violations] };
}

async function cruiseFiles(root: string, files: readonly string[]): Promise<ICruiseResult> {
  const { forbidden = [], options = {} } = await extractConfiguration(configuration);
  const { enhancedResolveOptions, ...cruiseOptions } = options;
  const { output } = await cruise(
    [...files],
    { ...cruiseOptions, baseDir: root, validate: true, ruleSet: { forbidden } },
    { ...enhancedResolveOptions },
  );
  if (typeof output === "string") throw new Error("dependency-cruiser answered with text instead of a result");
  return output;
}

async function main(): Promise<void> {
  const { modules, problems } = await checkImports(process.cwd());
  for (const { rule, from, to } of problems) console.log(`${rule}: ${from}${to && ` -> ${to}`}`);
  console.log(`${modules} modules, ${problems.length} problems`);
  process.exitCode = problems.length > 0 || modules === 0 ? 1 : 0;
}

if (import.meta.main) await main();
