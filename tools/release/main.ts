// Raises versions for a release, and records the outputs of the engine.
//
// `npm run release -- major|minor|patch` raises the version of every package, gives the changelog its heading and
// records the outputs. `npm run release -- --engine` raises only the engine's patch version, for a change of its output
// between releases. `--date YYYY-MM-DD` sets the day. Default: today.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { releasedChangelog } from "./changelog.ts";
import { fixedOutputs } from "./fixed-outputs.ts";
import { writeRecorded } from "./recorded-outputs.ts";
import { raised, type Step, versionOf, writeVersions } from "./versions.ts";

const root = join(import.meta.dirname, "../..");
const usage = "Usage: npm run release -- major|minor|patch [--date YYYY-MM-DD], or npm run release -- --engine";
const packages = ["versus", "@versus/service", "@versus/cli", "@versus/mcp", "@versus/sdk"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { engine: { type: "boolean" }, date: { type: "string" } },
});
const [step] = positionals;
const isStep = step === "major" || step === "minor" || step === "patch";
if (values.engine === true ? positionals.length > 0 : !isStep) {
  console.error(usage);
  process.exit(2);
}

const engine = raised(versionOf(root, "engine"), isStep ? (step as Step) : "patch");
const versions: Record<string, string> = { "@versus/engine": engine };
if (isStep) {
  const version = raised(versionOf(root), step);
  for (const name of packages) versions[name] = version;
  const path = join(root, "CHANGELOG.md");
  const day = values.date ?? new Date().toISOString().slice(0, 10);
  writeFileSync(path, releasedChangelog(readFileSync(path, "utf8"), version, day));
}
writeVersions(root, versions);
writeRecorded(root, { engine, outputs: fixedOutputs() });
for (const [name, version] of Object.entries(versions)) console.log(`${name} ${version}`);
