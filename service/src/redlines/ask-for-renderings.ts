// Queues renderings that are expensive to make when a read first requests them.
//
// The first read that names the format queues the rendering once. Every read before its end answers `processing`.

import type { Clock } from "../contract/ids.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { listArtifacts, putMissingArtifacts, putPendingArtifacts } from "../storage/artifacts.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { OwnedRow, OwnedRows } from "../storage/owned-rows.ts";
import { isGone } from "../storage/retention-facts.ts";
import type { JobStatus } from "../storage/schema.ts";
import { type Renderer, rendererOf } from "./renderers.ts";

export interface AskParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly renderers: readonly Renderer[];
}

/** A kind of owner that has renderings. */
export interface RenderedKind<Row extends OwnedRow> {
  /** The kind of the rendering job. */
  readonly kind: string;
  readonly rows: OwnedRows<Row>;
  readonly fileName: (row: Row, format: Renderer["format"]) => string;
}

interface FoundJob {
  readonly ownerId: string;
  readonly status: JobStatus;
  readonly artifacts: readonly { readonly format: string }[];
}

/** Queues the requested formats that have no artifact yet. */
export type AskForRenderings = (job: FoundJob, asked: readonly string[]) => Promise<void>;

export function renderingAsker<Row extends OwnedRow>(rendered: RenderedKind<Row>, parts: AskParts): AskForRenderings {
  return async ({ ownerId, status, artifacts }, asked) => {
    if (status === "failed") return;
    const known = new Set(artifacts.map(({ format }) => format));
    const renderers = asked
      .filter((format) => !known.has(format))
      .flatMap((format) => rendererOf(parts.renderers, format) ?? []);
    if (renderers.length === 0) return;
    await parts.database.transaction().execute(async (transaction) => {
      const row = await rendered.rows.lock(transaction, ownerId);
      if (row === undefined || isGone(row, row.retention_days, parts.clock())) return;
      const missing = renderers.map(({ format }) => ({ format, fileName: rendered.fileName(row, format) }));
      const added = await putMissingArtifacts(transaction, ownerId, missing);
      // While the redline is being made, the job that ends it queues the pending renderings.
      if (row.status !== "ready") return;
      const { organization_id: organizationId } = row;
      for (const format of added) {
        await parts.queue.enqueue(transaction, { organizationId, kind: rendered.kind, ownerId, payload: { format } });
      }
    });
  };
}

/**
 * Queues the renderings that were requested before their document was ready. Call it in the transaction that stores the
 * document. Renderings of an older document are replaced.
 */
export async function queueRenderings<Row extends OwnedRow>(
  transaction: Transaction,
  { ownerId, row }: { readonly ownerId: string; readonly row: Row },
  { rendered, renderers, queue }: Pick<AskParts, "queue" | "renderers"> & { readonly rendered: RenderedKind<Row> },
): Promise<void> {
  const asked = new Set((await listArtifacts(transaction, ownerId)).map(({ format }) => format));
  const formats = renderers.map(({ format }) => format).filter((format) => asked.has(format));
  const artifacts = formats.map((format) => ({ format, fileName: rendered.fileName(row, format) }));
  await putPendingArtifacts(transaction, ownerId, artifacts);
  const { organization_id: organizationId } = row;
  for (const format of formats) {
    const job = { organizationId, kind: rendered.kind, ownerId, payload: { format }, direct: true };
    await queue.enqueue(transaction, job);
  }
}
