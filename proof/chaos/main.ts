// Runs the service while what it depends on dies, hangs or disappears.
//
// - `npm run chaos -- compare [--count N] [--zero-day N] [--minutes M] [--ceph]`: workers and the API are killed
// - `npm run chaos -- merge [--count N] [--minutes M] [--short] [--ceph]`: the same with merges
// - `npm run chaos -- documents [--count N] [--minutes M] [--short] [--ceph]`: the same with versions of documents
// - `npm run chaos -- convert [--rounds N]`: documents that hang LibreOffice, among good ones
// - `npm run chaos -- fairness [--count N]`: a busy organization beside a calm one
// - `npm run chaos -- fairness --slow [--short]`: documents that do not end, beside short ones
// - `npm run chaos -- retention [--count N]`: deleted content is gone, whatever dies
// - `npm run chaos -- migrate [--rows N]`: migrations beside a long read, backups and load
// - `npm run chaos -- restore [--count N] [--disk]`: a cell is destroyed and restored; secrets are replaced
// - `npm run chaos -- clock`: clocks of processes and of Postgres jump
// - `npm run chaos -- dependencies [--short]`: Postgres and the store become unavailable
// - `npm run chaos -- soak [--minutes M] [--ceph]`: nothing grows except by the requested work

import { fairnessUsage, runFairness } from "./fairness.ts";
import type { Findings } from "./findings.ts";
import { clockUsage, runClock } from "./run-clock.ts";
import { compareUsage, runCompare } from "./run-compare.ts";
import { convertUsage, runConvert } from "./run-convert.ts";
import { dependenciesUsage, runDependencies } from "./run-dependencies.ts";
import { documentsUsage, runDocuments } from "./run-documents.ts";
import { mergeUsage, runMerge } from "./run-merge.ts";
import { migrateUsage, runMigrate } from "./run-migrate.ts";
import { restoreUsage, runRestore } from "./run-restore.ts";
import { retentionUsage, runRetention } from "./run-retention.ts";
import { runSoak, soakUsage } from "./run-soak.ts";

/** A function that runs a scenario. Returns undefined for unknown arguments. */
type Scenario = (words: readonly string[]) => Promise<Findings | undefined>;

const scenarios: Readonly<Record<string, Scenario>> = {
  clock: runClock,
  compare: runCompare,
  convert: runConvert,
  dependencies: runDependencies,
  documents: runDocuments,
  fairness: runFairness,
  merge: runMerge,
  migrate: runMigrate,
  restore: runRestore,
  retention: runRetention,
  soak: runSoak,
};
const usages = [
  clockUsage,
  compareUsage,
  convertUsage,
  dependenciesUsage,
  documentsUsage,
  fairnessUsage,
  mergeUsage,
  migrateUsage,
  restoreUsage,
  retentionUsage,
  soakUsage,
];

const [name = "", ...words] = process.argv.slice(2);
const findings = await scenarios[name]?.(words);
if (findings === undefined) {
  for (const usage of usages) console.error(`npm run chaos -- ${usage}`);
  process.exit(2);
}
for (const line of findings.lines()) console.log(line);
console.log(`${findings.passed} passed, ${findings.failed} failed`);
process.exitCode = findings.failed === 0 ? 0 : 1;
