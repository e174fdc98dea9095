// Checks the repository against its import table (.dependency-cruiser.mjs).
//
// The table does not apply to a source file that the cruiser did not see. So a missing file fails the check, like a
// forbidden edge, and so does a circle of imports. Some slices may import a limited number of files of another slice.

import { join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractConfiguration from "dependency-cruiser/config-utl/extract-depcruise-config";
import { findCycles } from "./find-cycles.ts";
import { listSourceFiles } from "./source-files.ts";

const configuration = join(import.meta.dirname, "../../.dependency-cruiser.mjs");

/** Maximum number of files of one folder that another folder imports, without tests. */
const fileLimits = [
  { from: "service/src/documents/", to: "service/src/comparisons/", most: 8 },
  { from: "service/src/merges/", to: "service/src/comparisons/", most: 0 },
] as const;
const ofTests = /\.(?:test|service|contract)\.ts$|\/testing\//;

/** A forbidden edge, or a file that was not seen (`to` is then empty). */
export interface ImportProblem {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Checks every source file below a folder of the checkout at `root`. Returns the number of files that were seen, and
 * the problems.
 */
export async function checkImports(root: string): Promise<{ modules: number; problems: ImportProblem[] }> {
  const files = listSourceFiles(root).filter((file) => file.includes("/"));
  const result = await cruiseFiles(root, files);
  const seen = new Set(result.modules.map((module) => module.source));
  const unseen = files.filter((file) => !seen.has(file)).map((from) => ({ rule: "not-seen", from, to: "" }));
  const violations = result.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  const crowded = fileLimits.flatMap((limit) => checkLimit(result, limit));
  return {
    modules: files.length - unseen.length,
    problems: [...unseen, ...violations, ...cyclesIn(result), ...crowded],
  };
}

function cyclesIn({ modules }: ICruiseResult): ImportProblem[] {
  const graph = modules.map(
    ({ source, dependencies }) => [source, dependencies.map(({ resolved }) => resolved)] as const,
  );
  return findCycles(new Map(graph)).map(([from = "", to = from]) => ({ rule: "no-cycle", from, to }));
}

function checkLimit({ modules }: ICruiseResult, { from, to, most }: (typeof fileLimits)[number]): ImportProblem[] {
  const imported = modules
    .filter(({ source }) => source.startsWith(from) && !ofTests.test(source))
    .flatMap(({ dependencies }) => dependencies.map(({ resolved }) => resolved))
    .filter((path) => path.startsWith(to));
  const number = new Set(imported).size;
  return number <= most ? [] : [{ rule: "too-many-files", from, to: `${to} (${number} files, at most ${most})` }];
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
