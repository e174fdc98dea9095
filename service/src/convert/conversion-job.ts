// Converts one source of whatever a slice makes, before the job that uses it: a child of its flow (CNV-11).
//
// The converted document takes the place of the source: it gets the source's role, and the bytes that were sent have no row
// any more, so the sweep of orphans removes them. A source that cannot be converted fails its owner at once, as the job
// that follows would; that job then finds nothing to do.

import { extensionOf, stemOf } from "../contract/file-names.ts";
import type { DocumentJob, DocumentParts, JobFacts } from "../jobs/document-job.ts";
import { JobFailure, type NewJob } from "../jobs/job-queue.ts";
import { replaceObject } from "../storage/artifacts.ts";
import type { Database } from "../storage/database.ts";
import type { OwnedRow } from "../storage/owned-rows.ts";
import { type ConvertedSource, type ConverterParts, converterOf, isPackage } from "./source-converters.ts";

export interface ConversionParts extends DocumentParts {
  readonly converters: ConverterParts;
}

export interface ConversionJobOptions {
  readonly kind: string;
  /** A source as the caller knows it, where there are several. */
  readonly sourceName?: (role: string) => string;
}

/** The job of a slice whose other jobs end as `job` does. */
export function conversionJobOf<Row extends OwnedRow, Parts extends ConversionParts>(
  { faultCode, rows, isDue, fail, lock }: DocumentJob<Row, Parts>,
  { kind, sourceName }: ConversionJobOptions,
): DocumentJob<Row, Parts> {
  return {
    kind,
    faultCode,
    rows,
    isDue,
    fail,
    ...(lock === undefined ? {} : { lock }),
    make: async ({ row, job, parts, readOwn, read }) => {
      const { role, extension } = payloadOf(job);
      const source = sourceName?.(role);
      const bytes = (await readOwn(role)) ?? (await read(undefined, source));
      // A package is passed on as it is, and so is what an earlier try has converted.
      if (isPackage(bytes)) return { settle: async () => {} };
      const converter = converterOf(extension);
      if (converter === undefined) throw new Error(`no converter for ${extension}`);
      const readsScans = await hasRecognition(parts.database, row.organization_id);
      const converted = await converter.convert(bytes, parts.converters, { signal: job.signal, readsScans });
      if (converted.kind !== "converted") throw failureOf(converted, source);
      return {
        artifacts: new Map([[role, converted.bytes]]),
        settle: async (transaction, { organization_id: organizationId }, [stored]) => {
          if (stored === undefined) throw new Error("a converted document is stored");
          await replaceObject(transaction, { ownerId: job.ownerId, organizationId }, { stored, now: parts.clock() });
        },
      };
    },
  };
}

interface ConversionPayload {
  readonly role: string;
  readonly extension: string;
}

function payloadOf({ payload }: JobFacts): ConversionPayload {
  return payload as ConversionPayload;
}

/** As the organization's switch stands now. */
async function hasRecognition(database: Database, organizationId: string): Promise<boolean> {
  const row = await database
    .selectFrom("organizations")
    .select("ocr")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return row?.ocr ?? false;
}

function failureOf(converted: Exclude<ConvertedSource, { kind: "converted" }>, source: string | undefined): JobFailure {
  switch (converted.kind) {
    case "protected":
      return new JobFailure("DOCUMENT_PROTECTED", "ENCRYPTED", source);
    case "unreadable":
      return new JobFailure("DOCUMENT_UNREADABLE", "PACKAGE_INVALID", source);
    case "failed":
      return new JobFailure("DOCUMENT_CONVERSION_FAILED", converted.upstream, source);
  }
}

/** A source as it was sent. */
export interface SentSource {
  readonly role: string;
  readonly fileName: string;
  readonly isCopy?: true;
}

/** The jobs that convert those of an owner's sources which need it. */
export function conversionsOf(
  kind: string,
  owner: { readonly organizationId: string; readonly ownerId: string },
  sources: readonly SentSource[],
): NewJob[] {
  return sources.flatMap(({ role, fileName, isCopy = false }) => {
    const extension = extensionOf(fileName);
    if (isCopy || !needsConversion(fileName)) return [];
    return [{ ...owner, kind, payload: { role, extension } satisfies ConversionPayload }];
  });
}

/** True if a file of this name is converted before it is used. */
export function needsConversion(fileName: string): boolean {
  return converterOf(extensionOf(fileName)) !== undefined;
}

/** The name of the document that is given out for a file of this name. */
export function convertedName(fileName: string): string {
  return needsConversion(fileName) ? `${stemOf(fileName)}.docx` : fileName;
}
