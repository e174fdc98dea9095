// The shapes on the wire. The machine-readable description is written from them, under the names they have here, and
// replies are held to them before they leave.

import { z } from "zod";
import { comparisonFormatNames, comparisonFormats, editFormatNames, editFormats } from "./formats.ts";

const exampleId = "cmp_01jb2m3n4p5q6r7s8t9v0w1x2y";
const exampleTime = "2026-03-04T05:06:07Z";

const time = z.iso.datetime({ offset: true });
const exampleCreationId = "crt_01jb2m3n4p5q6r7s8t9v0w1x2y";
const exampleEditId = "edt_01jb2m3n4p5q6r7s8t9v0w1x2y";
const exampleFileId = "7d0c1a52-3f6e-4b8a-9c1d-2e5f60718293";
const comparisonId = z.string().describe("The id of the comparison. It never changes.");
const fileId = z.string().describe("The id of the file, for every operation that takes a file.");
const creationId = z.string().describe("The id of the creation. It never changes.");
const editId = z.string().describe("The id of the edit. It never changes.");
const jobStatus = z.enum(["processing", "ready", "failed"]);

const ParagraphName = z
  .object({
    index: z.int().min(0),
    part: z
      .union([
        z.object({
          kind: z.enum(["header", "footer"]),
          type: z.string(),
          section: z.object({ number: z.int().min(1) }),
        }),
        z.object({ kind: z.enum(["footnote", "endnote"]), number: z.int().min(1) }),
      ])
      .optional()
      .describe("The part that contains it. Absent in the body."),
  })
  .meta({ id: "ParagraphName", description: "The address of a paragraph, as edits use it." });

export const ErrorDetail = z
  .object({
    field: z.string().optional().describe("The JSON path, form field or parameter."),
    edit: z.int().optional().describe("The position of the edit in `edits`, from 0."),
    reason: z.string(),
    message: z.string(),
    paragraphs: z.array(ParagraphName).optional().describe("The paragraphs concerned, or those that contain the text."),
    allowed: z.array(z.string()).optional().describe("The allowed names or values."),
    did_you_mean: z
      .string()
      .optional()
      .describe(
        "The probable intention: a name, a text, or a value as JSON. /v1/reference/edits explains how to use it.",
      ),
    context: z
      .string()
      .optional()
      .describe("Up to 200 characters of the paragraph that was searched. Only the reply of the POST has it."),
  })
  .meta({ id: "ErrorDetail", description: "One problem with a request." });

export const ErrorResponse = z
  .object({
    error: z.object({
      code: z.string().describe("The error code. /v1/reference/errors explains each."),
      message: z.string().describe("One sentence for a developer. Do not parse it: it may change."),
      request_id: z.string().describe("The X-Request-Id of the request."),
      details: z.array(ErrorDetail).optional().describe("Each problem, at most 200."),
    }),
  })
  .meta({
    id: "ErrorResponse",
    description: "The body of every reply that is not 2xx.",
    examples: [
      {
        error: {
          code: "COMPARISON_NOT_FOUND",
          message: "The comparison does not exist, or this key has no access to it.",
          request_id: "my-request-1",
        },
      },
    ],
  });

export type ErrorResponse = z.infer<typeof ErrorResponse>;

export const DownloadEntry = z
  .object({
    format: z.string().describe("The format: one of those requested."),
    url: z.url().describe("The download address. It works without an Authorization header until expires_at."),
    file_name: z.string().describe("A suggested file name."),
    expires_at: time.describe("The time at which the address expires."),
  })
  .meta({ id: "DownloadEntry" });

export type DownloadEntry = z.infer<typeof DownloadEntry>;

export const FailedJobError = z
  .object({
    code: z.string(),
    upstream_code: z.string().describe("A more specific code; equal to `code` if there is none."),
    message: z.string().optional().describe("One sentence for a developer."),
    source: z.string().optional().describe("The source that failed: original or modified."),
  })
  .meta({ id: "FailedJobError", description: "The reason why a job failed." });

export const ComparisonCreatedResponse = z
  .object({ comparison_id: comparisonId, status: z.literal("processing") })
  .meta({ id: "ComparisonCreatedResponse", examples: [{ comparison_id: exampleId, status: "processing" }] });

export type ComparisonCreatedResponse = z.infer<typeof ComparisonCreatedResponse>;

export const ComparisonJob = z
  .object({
    comparison_id: comparisonId,
    status: jobStatus.describe("The status of the formats that this read requests."),
    downloads: z.array(DownloadEntry).describe("One entry for each finished format, in the requested order."),
    pending_formats: z
      .array(z.string())
      .optional()
      .describe("While processing: the requested formats that are not finished."),
    error: FailedJobError.optional().describe("When failed: the reason."),
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

const deletionQueued = z.literal("deletion_queued");

export const ComparisonAcknowledgedResponse = z
  .object({ comparison_id: comparisonId, status: deletionQueued })
  .meta({ id: "ComparisonAcknowledgedResponse", examples: [{ comparison_id: exampleId, status: "deletion_queued" }] });

const fileKind = z.enum(["upload", "edit", "redline", "selective", "created"]);

export const FileError = z
  .object({ code: z.string(), message: z.string().describe("One sentence for a developer.") })
  .meta({ id: "FileError", description: "The reason why a file could not be prepared." });

export const FileCreatedResponse = z
  .object({ file_id: fileId, status: jobStatus, file_name: z.string(), error: FileError.optional() })
  .meta({
    id: "FileCreatedResponse",
    examples: [{ file_id: exampleFileId, status: "processing", file_name: "contract.docx" }],
  });

export type FileCreatedResponse = z.infer<typeof FileCreatedResponse>;

export const FileResource = z
  .object({
    file_id: fileId,
    status: jobStatus,
    file_name: z.string(),
    kind: fileKind,
    size: z.int().min(0).describe("The size in bytes."),
    words: z.int().min(0).nullable().describe("The number of words; null until the file has been read."),
    created_at: time,
    downloads: z.array(DownloadEntry).describe("When ready: the document."),
    error: FileError.optional().describe("When failed: the reason."),
  })
  .meta({
    id: "FileResource",
    examples: [
      {
        file_id: exampleFileId,
        status: "processing",
        file_name: "contract.docx",
        kind: "upload",
        size: 48_230,
        words: null,
        created_at: exampleTime,
        downloads: [],
      },
    ],
  });

export type FileResource = z.infer<typeof FileResource>;

export const FileProcessingResponse = z
  .object({ file_id: fileId, status: z.literal("processing") })
  .meta({ id: "FileProcessingResponse", examples: [{ file_id: exampleFileId, status: "processing" }] });

export const FileAcknowledgedResponse = z
  .object({ file_id: fileId, status: deletionQueued })
  .meta({ id: "FileAcknowledgedResponse", examples: [{ file_id: exampleFileId, status: "deletion_queued" }] });

export const CreationCreatedResponse = z
  .object({ creation_id: creationId, status: z.literal("processing") })
  .meta({ id: "CreationCreatedResponse", examples: [{ creation_id: exampleCreationId, status: "processing" }] });

export type CreationCreatedResponse = z.infer<typeof CreationCreatedResponse>;

export const CreationError = z
  .object({
    code: z.string(),
    message: z.string().describe("One sentence for a developer."),
    details: z
      .array(
        z.object({
          field: z.string().describe("The JSON path or form field."),
          reason: z.string(),
          message: z.string(),
          paragraph: z.int().min(0).optional().describe("The position of the paragraph in `paragraphs`, from 0."),
          style_id: z.string().optional().describe("The id of the style that it names."),
        }),
      )
      .optional(),
  })
  .meta({ id: "CreationError", description: "The reason why a document could not be created." });

export const CreationJob = z
  .object({
    creation_id: creationId,
    status: jobStatus,
    downloads: z.array(DownloadEntry).describe("When ready: the document as docx."),
    file_id: fileId.optional().describe("When ready: the document as a file of its own."),
    error: CreationError.optional().describe("When failed: the reason."),
  })
  .meta({ id: "CreationJob", examples: [{ creation_id: exampleCreationId, status: "processing", downloads: [] }] });

export type CreationJob = z.infer<typeof CreationJob>;

export const CreationAcknowledgedResponse = z.object({ creation_id: creationId, status: deletionQueued }).meta({
  id: "CreationAcknowledgedResponse",
  examples: [{ creation_id: exampleCreationId, status: "deletion_queued" }],
});

export const EditCreatedResponse = z
  .object({
    edit_id: editId,
    file_id: fileId.describe("The edited document as a file of its own, usable at once."),
    source_file_id: fileId.describe("The file to edit. It does not change."),
    status: z.literal("processing"),
  })
  .meta({
    id: "EditCreatedResponse",
    examples: [
      {
        edit_id: exampleEditId,
        file_id: exampleFileId,
        source_file_id: "0b6f2c1e-8a4d-4f70-b1c9-5d3e7a901246",
        status: "processing",
      },
    ],
  });

export type EditCreatedResponse = z.infer<typeof EditCreatedResponse>;

const EditResult = z
  .object({
    edit: z.int().min(0).describe("Position in edits, from 0."),
    places: z
      .int()
      .min(0)
      .describe("How many matches, points, paragraphs, rows, columns, sections or tracked changes it changed."),
    paragraphs: z
      .array(ParagraphName)
      .describe(
        "The paragraphs of source_file_id that it changed or deleted, or that new ones stand beside; the first 100.",
      ),
  })
  .meta({
    id: "EditResult",
    description: "What one edit did. It contains no text.",
    examples: [{ edit: 0, places: 2, paragraphs: [{ index: 4 }, { index: 9 }] }],
  });

export const EditJob = z
  .object({
    edit_id: editId,
    file_id: fileId.describe("The edited document as a file of its own."),
    source_file_id: fileId.describe("The file that was edited."),
    redline_file_id: fileId.optional().describe("When ready: the redline as a file of its own."),
    status: jobStatus,
    created_at: time,
    finished_at: time.optional(),
    edit_count: z.int().min(1),
    author: z.string(),
    date: time.describe("The date of the tracked changes, with the offset of the request."),
    downloads: z
      .array(
        DownloadEntry.extend({
          content_base64: z.string().optional().describe("With `inline`: the file itself, if it has at most 20 MB."),
        }).meta({ id: "EditDownloadEntry" }),
      )
      .describe("When ready: the requested outputs, in that order."),
    pending_formats: z.array(z.enum(editFormatNames)).optional().describe("While processing: the requested outputs."),
    results: z.array(EditResult).optional().describe("When ready: what each edit did, in the order of the request."),
    edits: z
      .array(z.record(z.string(), z.unknown()))
      .optional()
      .describe("With an instruction: the edits that were built from it."),
    error: z
      .object({
        code: z.string(),
        message: z.string().describe("One sentence for a developer."),
        details: z.array(ErrorDetail).optional(),
      })
      .meta({ id: "EditError", description: "The reason why a document was not edited." })
      .optional()
      .describe("When failed: the reason."),
  })
  .meta({ id: "EditJob" });

export type EditJob = z.infer<typeof EditJob>;

export const EditAcknowledgedResponse = z
  .object({ edit_id: editId, status: deletionQueued })
  .meta({ id: "EditAcknowledgedResponse", examples: [{ edit_id: exampleEditId, status: "deletion_queued" }] });

const paragraphIndex = z.int().min(0).describe("The index of the paragraph in the content JSON, from 0.");
const paragraphId = z.string().max(128).describe("The id of the paragraph in the content JSON; use ids or indexes.");

const selectiveRange = z
  .strictObject({
    file_id: fileId,
    start_paragraph_index: paragraphIndex.optional(),
    end_paragraph_index: paragraphIndex.optional(),
    start_paragraph_id: paragraphId.optional(),
    end_paragraph_id: paragraphId.optional(),
  })
  .meta({ id: "SelectiveRange", description: "A range: its first and last paragraph, both by index or both by id." });

export type SelectiveRange = z.infer<typeof selectiveRange>;

export const SelectiveRequest = z.strictObject({ original: selectiveRange, modified: selectiveRange }).meta({
  id: "SelectiveRequest",
  examples: [
    {
      original: { file_id: exampleFileId, start_paragraph_index: 4, end_paragraph_index: 9 },
      modified: { file_id: exampleFileId, start_paragraph_id: "1A2B3C4D", end_paragraph_id: "1A2B3C4E" },
    },
  ],
});

const selectiveSide = z.object({ file_id: fileId, file_name: z.string(), paragraph_count: z.int().min(0) });
const counted = z.int().min(0);

export const SelectiveResult = z
  .object({
    comparison: z.object({
      schema_version: z.literal(1),
      original: selectiveSide,
      modified: selectiveSide,
      summary: z.object({ unchanged: counted, modified: counted, inserted: counted, deleted: counted }),
      paragraphs: z.array(
        z.object({
          status: z.enum(["unchanged", "modified", "inserted", "deleted"]),
          original_id: z.string().optional(),
          modified_id: z.string().optional(),
          original_number: z.string().optional().describe("The list number that the paragraph shows."),
          modified_number: z.string().optional(),
          content: z.array(
            z.object({
              type: z.enum(["insertion", "deletion"]).optional().describe("The change. Absent for unchanged text."),
              text: z.string(),
            }),
          ),
        }),
      ),
    }),
    markdown: z.string().describe("The comparison as Markdown, with changes in ins and del tags."),
    file: FileResource.describe("The comparison as a PDF file."),
  })
  .meta({ id: "SelectiveResult" });

export type SelectiveResult = z.infer<typeof SelectiveResult>;

export const UsageResponse = z
  .object({
    period_start: time,
    period_end: time,
    documents: z.int().min(0).describe("Documents counted in this calendar month (UTC)."),
    words: z.int().min(0),
    document_limit: z.int().min(0).nullable().describe("The monthly allowance; null means no limit."),
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
  .object({ topic: z.string(), text: z.string().describe("The text of the topic, as Markdown.") })
  .meta({ id: "ReferenceTopic", examples: [{ topic: "errors", text: "# Errors\n…" }] });

export const HealthResponse = z
  .object({
    status: z.literal("ok"),
    version: z.string().describe("The version of the running program."),
    region: z.enum(["us", "uk"]),
    time,
  })
  .meta({ id: "HealthResponse", examples: [{ status: "ok", version: "1.0.0", region: "us", time: exampleTime }] });

/** Told on the private port, which is no part of the description. */
export interface ReadinessResponse {
  readonly status: "ready" | "unavailable";
  readonly checks: Readonly<Record<string, "ok" | "unavailable">>;
}

/** The id in a path. Its form is checked with isId or isFileId, which have codes of their own. */
export const ComparisonPath = z.object({ comparison_id: comparisonId });
export const FilePath = z.object({ file_id: fileId });
export const CreationPath = z.object({ creation_id: creationId });
export const EditPath = z.object({ edit_id: editId });

/** The `format` of a read; read it with readFormats, which has a code of its own for what it does not know. */
export const ComparisonReadQuery = z.object({
  format: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .meta({
      description: formatWords("Renderings", comparisonFormats),
      describedAs: {
        type: "array",
        items: { type: "string", enum: comparisonFormatNames },
        default: comparisonFormatNames.slice(0, 1),
      },
    }),
});

/** The `format` of a read of an edit; read it as the other is read. */
export const EditReadQuery = z.object({
  format: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .meta({
      description: formatWords("Outputs", editFormats),
      describedAs: {
        type: "array",
        items: { type: "string", enum: editFormatNames },
        default: editFormatNames.slice(0, 1),
      },
    }),
});

function formatWords(what: string, formats: Readonly<Record<string, { readonly meaning: string }>>): string {
  const list = Object.entries(formats).map(([name, { meaning }]) => `${name}: ${meaning}`);
  return `${what} to return. Repeat the parameter, or separate values with commas. ${list.join("; ")}.`;
}
