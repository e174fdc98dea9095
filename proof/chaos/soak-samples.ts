// Samples a running service from outside.
//
// Memory and open files of its processes come from the kernel, connections and rows from Postgres. `judge-soak.ts`
// compares the samples of the first and the last third of a run.

import { readdirSync, readFileSync } from "node:fs";
import { type ProcessTimes, readAllTimes } from "@versus/tools/servers/process-times";
import type { Client } from "pg";
import type { ChaosService } from "./start-service.ts";

/** Roles of the processes of the first API and the first worker, which are never killed. */
export const roles = ["api", "worker", "child", "converter"] as const;
export type Role = (typeof roles)[number];

/** Tables that every call and every job writes to, and tables that must stay short. */
export const soakTables = ["jobs", "pgboss.job", "audit_entries", "idempotency", "uploads"] as const;
export type SoakTable = (typeof soakTables)[number];

export interface Sample {
  /** Numbers of submitted documents and of all calls so far. */
  readonly work: number;
  readonly calls: number;
  /** Megabytes of each role that has a process; the largest process if there are several. */
  readonly resident: ReadonlyMap<Role, number>;
  readonly files: ReadonlyMap<Role, number>;
  /** Number of connections of all processes to the database. */
  readonly connections: number;
  readonly rows: ReadonlyMap<SoakTable, number>;
}

export interface Done {
  readonly work: number;
  readonly calls: number;
}

export async function takeSample(service: ChaosService, database: Client, done: Done): Promise<Sample> {
  const resident = new Map<Role, number>();
  const files = new Map<Role, number>();
  for (const { pid, role } of livingProcesses(service)) {
    resident.set(role, Math.max(resident.get(role) ?? 0, megabytesOf(pid)));
    files.set(role, Math.max(files.get(role) ?? 0, openFilesOf(pid)));
  }
  const counts = soakTables.map((table) => `(select count(*)::int from ${table}) as "${table}"`).join(", ");
  const connections = `(select count(*)::int from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and backend_type = 'client backend') as connections`;
  const { rows } = await database.query<Record<SoakTable | "connections", number>>(`select ${counts}, ${connections}`);
  const row = rows[0]!;
  const tables = new Map(soakTables.map((table) => [table, row[table]]));
  return { ...done, resident, files, connections: row.connections, rows: tables };
}

interface Living {
  readonly pid: number;
  readonly role: Role;
}

function livingProcesses(service: ChaosService): Living[] {
  const all = readAllTimes();
  const below = (guard: number | undefined) => (guard === undefined ? [] : descendantsOf(guard, all));
  return [...below(service.apiGuard(0)), ...below(service.workerGuard(0))].flatMap(({ pid }) => {
    const role = roleOf(commandOf(pid));
    return role === undefined ? [] : [{ pid, role }];
  });
}

function descendantsOf(guard: number, all: readonly ProcessTimes[]): ProcessTimes[] {
  const found: ProcessTimes[] = [];
  for (let level = all.filter(({ parent }) => parent === guard); level.length > 0; ) {
    found.push(...level);
    const parents = new Set(level.map(({ pid }) => pid));
    level = all.filter(({ parent }) => parents.has(parent));
  }
  return found;
}

/**
 * Returns the role of a process. The sandbox wrapper of a child repeats its command line, so only the program itself
 * counts.
 */
function roleOf(command: string): Role | undefined {
  if (/soffice\.bin/.test(command)) return "converter";
  if (!/^\S*node /.test(command)) return undefined;
  if (command.includes("child-main")) return "child";
  if (command.includes("--role api")) return "api";
  return command.includes("--role worker") ? "worker" : undefined;
}

function commandOf(pid: number): string {
  return readOr(() => readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " "), "");
}

function megabytesOf(pid: number): number {
  const status = readOr(() => readFileSync(`/proc/${pid}/status`, "utf8"), "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

function openFilesOf(pid: number): number {
  return readOr(() => readdirSync(`/proc/${pid}/fd`).length, 0);
}

/** Returns `otherwise` if the process has ended. */
function readOr<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
