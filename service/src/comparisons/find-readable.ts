// What a read of a comparison asks of the tables: the comparison and those of its artifacts that are asked for, in one
// query, so that what it says of the two was true at the same moment. Reads of the same moment are asked together.

import { sql } from "kysely";
import type { Database } from "../storage/database.ts";
import { readTogether } from "../storage/read-together.ts";
import type { ArtifactStatus, FailedJobError, JobStatus } from "../storage/schema.ts";
import { statement } from "../storage/statement.ts";

export interface AskedComparison {
  readonly comparisonId: string;
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
}

interface ReadArtifact {
  readonly format: string;
  readonly status: ArtifactStatus;
  readonly file_name: string;
  readonly error_code: string | null;
}

export interface ReadableComparison extends ReadFacts {
  readonly comparison_id: string;
  readonly artifacts: ReadArtifact[];
}

/** A comparison of the organization, with its artifacts of the given formats; another's is not there. */
export type FindReadable = (asked: AskedComparison) => Promise<ReadableComparison | undefined>;

export function readableFinder(database: Database, formats: readonly string[]): FindReadable {
  return readTogether(async (all) => {
    const comparisonIds = all.map(({ comparisonId }) => comparisonId);
    const organizationIds = all.map(({ organizationId }) => organizationId);
    const found: (ReadableComparison | undefined)[] = all.map(() => undefined);
    for (const row of await selectReadable(database, { comparisonIds, organizationIds, formats })) {
      const comparison = found[row.place] ?? comparisonOf(row, comparisonIds[row.place] ?? "");
      found[row.place] = comparison;
      if (row.format !== null) comparison.artifacts.push(artifactOf(row));
    }
    return found;
  });
}

type Row = ReadFacts & { readonly place: number } & (
    | { readonly format: null }
    | (Omit<ReadArtifact, "status"> & { readonly artifact_status: ArtifactStatus })
  );

function comparisonOf(row: Row, comparisonId: string): ReadableComparison {
  const { status, error, finished_at, delete_at, acknowledged_at, deleted_at, engine_version } = row;
  const times = { finished_at, delete_at, acknowledged_at, deleted_at };
  return { comparison_id: comparisonId, status, error, ...times, engine_version, artifacts: [] };
}

function artifactOf({ format, artifact_status: status, file_name, error_code }: Exclude<Row, { format: null }>) {
  return { format, status, file_name, error_code };
}

interface AskedTogether {
  readonly comparisonIds: readonly string[];
  readonly organizationIds: readonly string[];
  readonly formats: readonly string[];
}

// One row for each of the artifacts, and one without when there is none. That costs the server half of what a list in
// a row does.
const selectReadable = statement((database, { comparisonIds, organizationIds, formats }: AskedTogether) => ({
  compile: () =>
    sql<Row>`
      select (asked.place - 1)::integer as place, comparison.status, comparison.error, comparison.finished_at,
        comparison.delete_at, comparison.acknowledged_at, comparison.deleted_at,
        comparison.engine_version, artifact.format, artifact.status as artifact_status, artifact.file_name, artifact.error_code
      from unnest(${comparisonIds}::text[], ${organizationIds}::uuid[])
        with ordinality as asked (comparison_id, organization_id, place)
      join comparisons as comparison
        on comparison.comparison_id = asked.comparison_id and comparison.organization_id = asked.organization_id
      left join artifacts as artifact
        on artifact.owner_id = comparison.comparison_id and artifact.format = any(${formats}::text[])`.compile(
      database,
    ),
}));
