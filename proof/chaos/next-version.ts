// Writes the program as its next version: a copy of the product with more migrations.
//
// The copy contains the service, its engine and its command line. The tree may change while it is copied, because of a
// merged branch or a build. So the copy is compared with the tree, and made again until the two are equal. Then it must
// run.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { versusProgram } from "@versus/tools/versus-program";

const root = join(import.meta.dirname, "../..");
const copied = ["engine", "viewer", "service", "clients/cli"];

export interface NextMigration {
  readonly name: string;
  readonly text: string;
}

/** Maximum number of attempts to copy the product, and the milliseconds between two attempts. */
const TRIES = 10;
const PAUSE_MILLISECONDS = 2_000;

/** Writes the program into `folder` and runs it once. Returns the file that is its command line. */
export async function writeNextVersion(folder: string, migrations: readonly NextMigration[]): Promise<string> {
  await copyWhole(folder);
  linkPackages(folder);
  for (const { name, text } of migrations) {
    writeFileSync(join(folder, "service/src/storage/migrations", `${name}.sql`), text);
  }
  const program = join(folder, relative(root, versusProgram));
  await promisify(execFile)(process.execPath, [program, "--help"]);
  return program;
}

async function copyWhole(folder: string): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    rmSync(folder, { recursive: true, force: true });
    try {
      for (const name of copied) copyFolder(join(root, name), join(folder, name));
      if (digestOf(root) === digestOf(folder)) return;
    } catch (problem) {
      if ((problem as { readonly code?: unknown }).code !== "ENOENT") throw problem;
    }
    await sleep(PAUSE_MILLISECONDS);
  }
  throw new Error(`The tree changed during each of ${TRIES} copies. Run this again when nothing writes to it.`);
}

function copyFolder(from: string, to: string): void {
  const filter = (path: string) => !relative(from, path).split("/").includes("node_modules");
  cpSync(from, to, { recursive: true, filter });
}

/** Returns a digest of the names and contents of all copied files. */
function digestOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of copied) addFolder(name);
  return hash.digest("hex");

  function addFolder(path: string): void {
    const entries = readdirSync(join(folder, path), { withFileTypes: true });
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      if (entry.name === "node_modules") continue;
      const inner = join(path, entry.name);
      if (entry.isDirectory()) addFolder(inner);
      else
        hash
          .update(`${inner}\0`)
          .update(readFileSync(join(folder, inner)))
          .update("\0");
    }
  }
}

function linkPackages(folder: string): void {
  const packages = join(folder, "node_modules");
  mkdirSync(join(packages, "@versus"), { recursive: true });
  const link = (name: string, to: string) => symlinkSync(to, join(packages, name));
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== "@versus") link(name, join(root, "node_modules", name));
  }
  for (const name of ["engine", "viewer"]) link(`@versus/${name}`, join(folder, name));
  for (const name of ["mcp", "sdk"]) link(`@versus/${name}`, join(root, "clients", name));
  link("@versus/service", join(folder, "service"));
}
