// Finds a job, a comparison or a merge, and its requested artifacts in one query.
//
// Job and artifacts are therefore from the same snapshot. Reads that arrive at the same moment share one query.

import { sql } from "kysely";
import type { Database } from "../storage/database.ts";
import type { OwnerTable } from "../storage/owner-kind.ts";
import { readTogether } from "../storage/read-together.ts";
import type { ArtifactStatus, FailedJobError, JobStatus } from "../storage/schema.ts";
import { statement } from "../storage/statement.ts";

export interface AskedJob {
  readonly ownerId: string;
  readonly organizationId: string;
}

interface ReadFacts {
  readonly status: JobStatus;
  readonly error: FailedJobError | null;
  readonly finished_at: Date | null;
  readonly delete_at: Date | null;
  readonly acknowledged_at: Date | null;
  readonly deleted_at: Date | null;
  readonly engine_version: string;
  readonly reference: string | null;
}

interface ReadArtifact {
  readonly format: string;
  readonly status: ArtifactStatus;
  readonly finished_at: Date | null;
  readonly file_name: string;
  readonly error_code: string | null;
}

export interface ReadableJob extends ReadFacts {
  readonly ownerId: string;
  readonly artifacts: ReadArtifact[];
  /** The further columns that the finder selects. */
  readonly columns: Readonly<Record<string, unknown>>;
}

/**
 * Returns a job of the organization with its artifacts in the given formats, or undefined if the organization has no
 * such job.
 */
export type FindReadable = (asked: AskedJob) => Promise<ReadableJob | undefined>;

/** Returns a finder for the jobs of one table, with further columns of theirs. */
export function readableFinder(
  database: Database,
  { columns = [], ...table }: OwnerTable & { readonly columns?: readonly string[] },
  formats: readonly string[],
): FindReadable {
  const select = readableIn(table, columns);
  return readTogether(async (all) => {
    const ownerIds = all.map(({ ownerId }) => ownerId);
    const organizationIds = all.map(({ organizationId }) => organizationId);
    const found: (ReadableJob | undefined)[] = all.map(() => undefined);
    for (const row of await select(database, { ownerIds, organizationIds, formats })) {
      const job = found[row.place] ?? jobOf(row, ownerIds[row.place] ?? "", columns);
      found[row.place] = job;
      if (row.format !== null) job.artifacts.push(artifactOf(row));
    }
    return found;
  });
}

type Row = ReadFacts & { readonly place: number } & (
    | { readonly format: null }
    | (Omit<ReadArtifact, "status" | "finished_at"> & {
        readonly artifact_status: ArtifactStatus;
        readonly made_at: Date | null;
      })
  );

function jobOf(row: Row, ownerId: string, names: readonly string[]): ReadableJob {
  const { status, error, finished_at, delete_at, acknowledged_at, deleted_at, engine_version, reference } = row;
  const times = { finished_at, delete_at, acknowledged_at, deleted_at };
  const own = row as unknown as Readonly<Record<string, unknown>>;
  const columns = Object.fromEntries(names.map((name) => [name, own[columnAlias(name)]]));
  return { ownerId, status, error, ...times, engine_version, reference, artifacts: [], columns };
}

function artifactOf(row: Exclude<Row, { format: null }>): ReadArtifact {
  const { format, artifact_status: status, file_name, error_code, made_at: finished_at } = row;
  return { format, status, file_name, error_code, finished_at };
}

/** Returns the name of a further column in the result, which is different from all others. */
function columnAlias(name: string): string {
  return `own_${name}`;
}

interface AskedTogether {
  readonly ownerIds: readonly string[];
  readonly organizationIds: readonly string[];
  readonly formats: readonly string[];
}

// One row per artifact, or one row without an artifact if the job has none. This costs Postgres half as much as a list
// of artifacts in one row.
function readableIn({ table, id }: OwnerTable, columns: readonly string[]) {
  const own = columns.map((column) => sql`, job.${sql.ref(column)} as ${sql.ref(columnAlias(column))}`);
  const further = own.length === 0 ? sql`` : sql.join(own, sql``);
  return statement((database, { ownerIds, organizationIds, formats }: AskedTogether) => ({
    compile: () =>
      sql<Row>`
        select (asked.place - 1)::integer as place, job.status, job.error, job.finished_at,
          job.delete_at, job.acknowledged_at, job.deleted_at,
          job.engine_version, job.reference, artifact.format, artifact.status as artifact_status, artifact.file_name, artifact.error_code,
          artifact.finished_at as made_at${further}
        from unnest(${ownerIds}::text[], ${organizationIds}::uuid[])
          with ordinality as asked (owner_id, organization_id, place)
        join ${sql.table(table)} as job
          on job.${sql.ref(id)} = asked.owner_id and job.organization_id = asked.organization_id
        left join artifacts as artifact
          on artifact.owner_id = asked.owner_id and artifact.format = any(${formats}::text[])`.compile(database),
  }));
}
