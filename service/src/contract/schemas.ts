// The shapes on the wire. The machine-readable description is written from them, under the names they have here, and
// replies are held to them before they leave.

import { z } from "zod";
import { comparisonFormatNames, comparisonFormats } from "./formats.ts";

const exampleId = "cmp_01jb2m3n4p5q6r7s8t9v0w1x2y";
const exampleTime = "2026-03-04T05:06:07Z";

const time = z.iso.datetime({ offset: true });
const comparisonId = z.string().describe("Opaque, stable handle of the comparison; the only one to its result.");
const jobStatus = z.enum(["processing", "ready", "failed"]);

export const ErrorDetail = z
  .object({
    field: z.string().optional().describe("JSON path, form field or parameter."),
    edit: z.int().optional().describe("Position in edits, from 0."),
    reason: z.string(),
    message: z.string(),
  })
  .meta({ id: "ErrorDetail", description: "One fault among those of a request." });

export const ErrorResponse = z
  .object({
    error: z.object({
      code: z.string().describe("A code of the table at /v1/reference/errors."),
      message: z.string().describe("One sentence for a developer; it may change."),
      request_id: z.string().describe("The X-Request-Id of the request."),
      details: z.array(ErrorDetail).optional(),
    }),
  })
  .meta({
    id: "ErrorResponse",
    description: "The body of every reply that is not 2xx.",
    examples: [
      { error: { code: "COMPARISON_NOT_FOUND", message: "There is no such comparison.", request_id: "my-request-1" } },
    ],
  });

export type ErrorResponse = z.infer<typeof ErrorResponse>;

export const DownloadEntry = z
  .object({
    format: z.string().describe("The rendering: one of the formats asked for."),
    url: z.url().describe("Fetched directly, without an Authorization header, until expires_at."),
    file_name: z.string().describe("Suggested name of the file."),
    expires_at: time.describe("When the address stops working."),
  })
  .meta({ id: "DownloadEntry" });

export type DownloadEntry = z.infer<typeof DownloadEntry>;

export const FailedJobError = z
  .object({
    code: z.string(),
    upstream_code: z.string().describe("What went wrong more finely; equals code when nothing finer is known."),
    message: z.string().optional().describe("One sentence for a developer."),
    source: z.string().optional().describe("The source at fault: original or modified."),
  })
  .meta({ id: "FailedJobError", description: "Why a job failed." });

export const ComparisonCreatedResponse = z
  .object({ comparison_id: comparisonId, status: z.literal("processing") })
  .meta({ id: "ComparisonCreatedResponse", examples: [{ comparison_id: exampleId, status: "processing" }] });

export type ComparisonCreatedResponse = z.infer<typeof ComparisonCreatedResponse>;

export const ComparisonJob = z
  .object({
    comparison_id: comparisonId,
    status: jobStatus.describe("Ready is relative to the formats asked for in this read."),
    downloads: z.array(DownloadEntry).describe("One for each finished format, in the order asked for."),
    pending_formats: z.array(z.string()).optional().describe("While processing: formats that are not finished."),
    error: FailedJobError.optional().describe("When failed."),
  })
  .meta({
    id: "ComparisonJob",
    examples: [
      {
        comparison_id: exampleId,
        status: "ready",
        downloads: [
          {
            format: "docx",
            url: `https://downloads.example.com/${exampleId}.docx/contract-redline.docx?expires=1772604367&key=k1&signature=…`,
            file_name: "contract-redline.docx",
            expires_at: "2026-03-04T06:06:07Z",
          },
        ],
      },
      { comparison_id: exampleId, status: "processing", downloads: [], pending_formats: ["docx"] },
    ],
  });

export type ComparisonJob = z.infer<typeof ComparisonJob>;

export const ComparisonAcknowledgedResponse = z
  .object({ comparison_id: comparisonId, status: z.literal("deletion_queued") })
  .meta({ id: "ComparisonAcknowledgedResponse", examples: [{ comparison_id: exampleId, status: "deletion_queued" }] });

export const UsageResponse = z
  .object({
    period_start: time,
    period_end: time,
    documents: z.int().min(0).describe("Documents counted in this calendar month (UTC)."),
    words: z.int().min(0),
    document_limit: z.int().min(0).nullable().describe("The allowance; null is no limit."),
  })
  .meta({
    id: "UsageResponse",
    examples: [
      {
        period_start: "2026-03-01T00:00:00Z",
        period_end: "2026-04-01T00:00:00Z",
        documents: 42,
        words: 310_000,
        document_limit: 1000,
      },
    ],
  });

export type UsageResponse = z.infer<typeof UsageResponse>;

export const ReferenceTopic = z
  .object({ topic: z.string(), text: z.string().describe("Markdown.") })
  .meta({ id: "ReferenceTopic", examples: [{ topic: "errors", text: "# Errors\n…" }] });

export const HealthResponse = z
  .object({
    status: z.literal("ok"),
    version: z.string().describe("Of the running program."),
    region: z.enum(["us", "uk"]),
    time,
  })
  .meta({ id: "HealthResponse", examples: [{ status: "ok", version: "1.0.0", region: "us", time: exampleTime }] });

export const ReadinessResponse = z
  .object({
    status: z.enum(["ready", "unavailable"]),
    checks: z.record(z.string(), z.enum(["ok", "unavailable"])),
  })
  .meta({ id: "ReadinessResponse", examples: [{ status: "ready", checks: { storage: "ok", queue: "ok" } }] });

/** The `comparison_id` of a path. Its form is checked with isId, which has a code of its own. */
export const ComparisonPath = z.object({ comparison_id: comparisonId });

/** The `format` of a read; read it with readFormats, which has a code of its own for what it does not know. */
export const ComparisonReadQuery = z.object({
  format: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .meta({
      description: `Renderings to return: repeat the parameter or separate them by commas. ${formatList()}`,
      describedAs: {
        type: "array",
        items: { type: "string", enum: comparisonFormatNames },
        default: comparisonFormatNames.slice(0, 1),
      },
    }),
});

function formatList(): string {
  return `${comparisonFormatNames.map((name) => `${name}: ${comparisonFormats[name].meaning}`).join("; ")}.`;
}
