// Checks the SQL of migrations with squawk, which knows the statements that hold locks for long.
//
// A test runs the migrations to check the locked tables (service/src/storage/migrate.service.ts).

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = "service/src/storage/migrations";
/** The number of the first file that states its kind. */
const firstChecked = 30;

const squawk = fileURLToPath(import.meta.resolve("squawk-cli/js/bin/squawk"));

/** A contract is for removing, and no running program uses what it removes (MIG-4). */
const allowedInContracts: ReadonlySet<string> = new Set(["ban-drop-column", "ban-drop-table", "renaming-column"]);

interface Finding {
  /** Counted from 0. */
  readonly line: number;
  readonly rule_name: string;
  readonly message: string;
}

/** Returns one line for each finding of squawk that is not allowed for the kind of the migration. */
export function checkMigration(path: string, text: string, root: string): string[] {
  const [, kind = ""] = /^-- Kind: (\w+)$/m.exec(text) ?? [];
  const words = [
    ...["--config", join(root, ".squawk.toml"), "--reporter", "json", "--stdin-filepath", path],
    ...(kind === "concurrent" ? ["--no-assume-in-transaction"] : []),
  ];
  const ran = spawnSync(process.execPath, [squawk, ...words], { input: upSection(text), encoding: "utf8" });
  if (ran.error !== undefined) throw ran.error;
  const findings = JSON.parse(ran.stdout) as readonly Finding[];
  return findings
    .filter((finding) => kind !== "contract" || !allowedInContracts.has(finding.rule_name))
    .map(({ line, rule_name: rule, message }) => `${path}:${line + 1}: ${rule}: ${message}`);
}

/** Returns the text with empty lines for all that is not applied, so that line numbers stay the same. */
function upSection(text: string): string {
  let isUp = false;
  const lines = text.split("\n").map((line) => {
    if (line.startsWith("-- Up Migration")) isUp = true;
    if (line.startsWith("-- Down Migration")) isUp = false;
    return isUp ? line : "";
  });
  return lines.join("\n");
}

function main(): void {
  const root = process.cwd();
  const files = readdirSync(join(root, folder)).filter((file) => Number.parseInt(file, 10) >= firstChecked);
  const reports = files.flatMap((file) =>
    checkMigration(`${folder}/${file}`, readFileSync(join(root, folder, file), "utf8"), root),
  );
  for (const report of reports) console.log(report);
  console.log(`${files.length} migrations, ${reports.length} problems`);
  process.exitCode = reports.length > 0 || files.length === 0 ? 1 : 0;
}

if (import.meta.main) main();
