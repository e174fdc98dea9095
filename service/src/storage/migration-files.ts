// Reads the files of migrations/: the kind of each one, and its statements.
//
// From 0030 on, a file begins with comments that say how it may be applied beside running processes:
//
// - `-- Kind: expand`: adds. Programs of the version before continue to work.
// - `-- Kind: contract`: removes what only programs of versions before use.
// - `-- Kind: concurrent`: runs outside a transaction and blocks no writer.
// - `-- Locks: jobs`: the existing tables that it locks against writers.

import { readdirSync, readFileSync } from "node:fs";
import { join, parse } from "node:path";
import { requireConcurrent } from "./concurrent-migration.ts";

const migrationKinds = ["expand", "contract", "concurrent"] as const;
export type MigrationKind = (typeof migrationKinds)[number];

export interface Migration {
  readonly name: string;
  readonly kind: MigrationKind;
  /** The existing tables that it locks against writers. */
  readonly locks: readonly string[];
  readonly up: string;
  readonly down: string;
}

/** Thrown if a later version of the program migrated the database. */
export class DatabaseNewer extends Error {
  constructor(names: readonly string[]) {
    super(
      `The database was migrated by a newer version (${names.join(", ")} unknown here). Run that version or a later one.`,
    );
    this.name = "DatabaseNewer";
  }
}

const ownFolder = join(import.meta.dirname, "migrations");
const upMark = "-- Up Migration";
const downMark = "-- Down Migration";
/** The number of the first file that names its kind. */
const firstWithKind = 30;

/** Returns the migrations of a folder, oldest first. */
export function readMigrations(folder = ownFolder): readonly Migration[] {
  return readdirSync(folder)
    .sort()
    .map((file) => readMigration(parse(file).name, readFileSync(join(folder, file), "utf8")));
}

/** The migrations of this version, oldest first. */
const ownMigrations = readMigrations();

/** The names of all migrations of this version, oldest first. */
export const migrationNames: readonly string[] = ownMigrations.map(({ name }) => name);

/**
 * Returns the migrations still to apply, oldest first. Throws DatabaseNewer if this version does not know an applied
 * one.
 */
export function missingMigrations(applied: readonly string[], all = ownMigrations): Migration[] {
  const unknown = applied.filter((name) => !all.some((migration) => migration.name === name));
  if (unknown.length > 0) throw new DatabaseNewer(unknown);
  return all.filter(({ name }) => !applied.includes(name));
}

/** True if the program of this version does not work before the migration is applied. */
export function isRequired({ kind }: Pick<Migration, "kind">): boolean {
  return kind !== "contract";
}

/** Throws if the text is not a migration. */
export function readMigration(name: string, text: string): Migration {
  const [before = "", up, down] = text.split(new RegExp(`^(?:${upMark}|${downMark})$`, "m"));
  const isOrdered = text.indexOf(upMark) < text.indexOf(downMark);
  if (up === undefined || down === undefined || !isOrdered) {
    throw new Error(`The migration ${name} must have one "${upMark}" and, after it, one "${downMark}".`);
  }
  const migration = { name, ...readHeader(name, before), up, down };
  if (migration.kind === "concurrent") for (const section of [up, down]) requireConcurrent(name, section);
  return migration;
}

function readHeader(name: string, text: string): Pick<Migration, "kind" | "locks"> {
  const isOld = Number.parseInt(name, 10) < firstWithKind;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const kind = migrationKinds.find((one) => lines[0] === `-- Kind: ${one}`);
  const [, tables] = /^-- Locks: ([a-z_]+(?:, [a-z_]+)*)$/.exec(lines[1] ?? "") ?? [];
  const locks = tables?.split(", ") ?? [];
  const read = (kind === undefined ? 0 : 1) + (tables === undefined ? 0 : 1);
  if (lines.length === read && (isOld ? read === 0 : kind !== undefined)) return { kind: kind ?? "expand", locks };
  throw new Error(
    `The migration ${name} must begin with "${isOld ? upMark : "-- Kind: expand, contract or concurrent"}"${isOld ? "" : ', then "-- Locks: TABLE, TABLE" if it locks existing tables, and nothing else'}.`,
  );
}
