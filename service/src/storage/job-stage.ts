// Finds how far the work on an owner is, from its jobs.

import { sql } from "kysely";
import type { Database } from "./database.ts";
import { statement } from "./statement.ts";

/** The beginning of the kind of every job that converts a source. */
export const conversionPrefix = "convert-";

/** `rendering` is the work on a requested format of a finished redline. It does not follow from jobs of the owner. */
export type OwnerStage = "queued" | "converting" | "working";

/** Returns the stage of an owner that is processing. `ownerIds` are the owner and those that it waits for. */
export async function findStage(database: Database, ownerIds: readonly string[]): Promise<OwnerStage> {
  const [row] = await select(database, { ownerIds });
  return row?.stage ?? "queued";
}

// An owner without open jobs is being settled by the last one.
const select = statement((database, { ownerIds }: { readonly ownerIds: readonly string[] }) => ({
  compile: () =>
    sql<{ readonly stage: OwnerStage }>`
      select case
          when bool_or(state = 'running' and starts_with(kind, ${sql.lit(conversionPrefix)})) then 'converting'
          when bool_or(state = 'running') or count(*) = 0 then 'working'
          else 'queued'
        end as stage
      from jobs
      where owner_id = any(${ownerIds}::text[]) and state in ('held', 'waiting', 'queued', 'running')`.compile(
      database,
    ),
}));
