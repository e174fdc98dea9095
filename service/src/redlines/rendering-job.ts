// Runs jobs that make one rendering from a Word document.
//
// The document is the redline of a comparison, a merge or an edit, or a version of a stored document. A failed rendering
// fails the reads that request its format; its owner stays ready and counted.

import type { ConversionParts } from "../convert/conversion-job.ts";
import type { DocumentJob, Failed, JobFacts, JobInput } from "../jobs/document-job.ts";
import { JobFailure, type JobQueue } from "../jobs/job-queue.ts";
import { failArtifacts, findArtifactObject, listArtifacts, putReadyArtifacts } from "../storage/artifacts.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { OwnedRow } from "../storage/owned-rows.ts";
import type { RenderedKind } from "./ask-for-renderings.ts";
import { type AboutDocument, type Renderer, rendererOf } from "./renderers.ts";

/** The parts of a worker that makes renderings. */
export interface RenderingParts extends ConversionParts {
  readonly renderers: readonly Renderer[];
}

/** A kind of owner whose artifact `docx` is the source of renderings, and whose artifact `json` that of a legend. */
export interface Rendered<Row extends OwnedRow> extends RenderedKind<Row> {
  readonly about: (row: Row) => AboutDocument;
  /** Returns the owner of the document that is rendered, if it is not the owner of the renderings. */
  readonly documentOf?: (row: Row) => string;
  /** Called in the transaction that ends a rendering, whether it succeeded or failed. */
  readonly ended: (transaction: Transaction, row: Row, parts: { queue: JobQueue; now: Date }) => Promise<unknown>;
}

export function renderingJobOf<Row extends OwnedRow>(rendered: Rendered<Row>): DocumentJob<Row, RenderingParts> {
  return {
    kind: rendered.kind,
    faultCode: "COMPARISON_FAILED",
    rows: rendered.rows,
    isDue: (_, job, { database }) => isPending(job, database),
    make: async (work) => {
      const { job, parts, row: owner, run } = work;
      const format = formatOf(job);
      const renderer = rendererOf(parts.renderers, format);
      if (renderer === undefined) throw new Error(`there is nothing to make ${format} with`);
      const read = (source: string): Promise<Uint8Array> =>
        readDocument(work, rendered.documentOf?.(owner) ?? job.ownerId, source).catch((problem: unknown) => {
          throw problem instanceof JobFailure ? new JobFailure(renderer.failureCode) : problem;
        });
      const document = await read(renderer.source);
      const about = rendered.about(owner);
      const readJson = () => read("json");
      const rendering = { about, readJson, signal: job.signal, run, office: parts.converters.office };
      return {
        artifacts: new Map([[format, await renderer.render(document, rendering)]]),
        settle: async (transaction, row, stored) => {
          const now = parts.clock();
          const { organization_id: organizationId } = row;
          const fileName = () => rendered.fileName(row, renderer.format);
          const rendering = { ownerId: job.ownerId, organizationId, fileName };
          await putReadyArtifacts(transaction, rendering, { artifacts: stored, now });
          await rendered.ended(transaction, row, { queue: parts.queue, now });
        },
      };
    },
    fail: async (transaction, row, failed) => {
      await failRendering(transaction, failed);
      await rendered.ended(transaction, row, { queue: failed.parts.queue, now: failed.now });
    },
  };
}

async function isPending(job: JobFacts, database: Database): Promise<boolean> {
  const format = formatOf(job);
  const artifacts = await listArtifacts(database, job.ownerId);
  return artifacts.some((artifact) => artifact.format === format && artifact.status === "pending");
}

/** Reads the artifact of a format, from which the rendering is made. */
async function readDocument<Row extends OwnedRow>(
  { read, parts }: JobInput<Row, RenderingParts>,
  ownerId: string,
  format: string,
): Promise<Uint8Array> {
  const row = await findArtifactObject(parts.database, ownerId, format);
  if (row === undefined) throw new Error(`there is no ${format} to make a rendering from`);
  return read(row);
}

function formatOf({ payload }: JobFacts): string {
  const { format } = (payload ?? {}) as { readonly format?: unknown };
  if (typeof format !== "string") throw new Error("a rendering's job names its format");
  return format;
}

async function failRendering(transaction: Transaction, failed: Failed<RenderingParts>): Promise<void> {
  const { job, reason, now, parts } = failed;
  const format = formatOf(job);
  const code = reason.code === "COMPARISON_FAILED" ? rendererOf(parts.renderers, format)?.failureCode : reason.code;
  const errorCode = reason.upstream === reason.code ? (code ?? reason.code) : reason.upstream;
  await failArtifacts(transaction, { ownerId: job.ownerId, formats: [format] }, { errorCode, now });
}
