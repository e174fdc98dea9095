// Runs the job that converts one source, before the job that uses it (CNV-11).
//
// The conversion is a job of a flow (jobs/flow.ts). The converted document replaces the source and gets its role. The
// uploaded bytes then have no row, so the sweep of orphans deletes them. A source that cannot be converted fails its
// owner at once, as the following job would; that job then finds nothing to do.

import { extensionOf, stemOf } from "../contract/file-names.ts";
import { accountOf, type DocumentJob, type DocumentParts, type JobFacts } from "../jobs/document-job.ts";
import { JobFailure, type NewJob } from "../jobs/job-queue.ts";
import { replaceObject } from "../storage/artifacts.ts";
import type { Database } from "../storage/database.ts";
import type { conversionPrefix } from "../storage/job-stage.ts";
import type { OwnedRow } from "../storage/owned-rows.ts";
import { type ConvertedSource, type ConverterParts, converterOf, isPackage } from "./source-converters.ts";

export interface ConversionParts extends DocumentParts {
  readonly converters: ConverterParts;
}

export interface ConversionJobOptions {
  /** The first part of the kind of every conversion. It identifies the stage of an owner. */
  readonly kind: `${typeof conversionPrefix}${string}`;
  /** Returns the name of the source as the caller knows it. Undefined if the owner has one source. */
  readonly sourceName?: (role: string) => string;
}

/** Returns the conversion job of a slice, which fails and locks its owner in the same way as `job`. */
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
      // A package needs no conversion. It is either the uploaded file or the result of an earlier attempt.
      if (isPackage(bytes)) return { settle: async () => {} };
      const converter = converterOf(extension);
      if (converter === undefined) throw new Error(`no converter for ${extension}`);
      const readsScans = await hasRecognition(parts.database, row.organization_id);
      const converted = await converter.convert(bytes, parts.converters, {
        signal: job.signal,
        account: accountOf(job),
        readsScans,
      });
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

/** Returns the current value of the organization's switch. */
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

/** A source as it was uploaded. */
export interface SentSource {
  readonly role: string;
  readonly fileName: string;
  readonly isCopy?: true;
}

/** Returns one job for each source of the owner that needs a conversion. */
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

/** True if a file with this name is converted before it is used. */
export function needsConversion(fileName: string): boolean {
  return converterOf(extensionOf(fileName)) !== undefined;
}

/** Returns the file name of the download of a file with this name. */
export function convertedName(fileName: string): string {
  return needsConversion(fileName) ? `${stemOf(fileName)}.docx` : fileName;
}
