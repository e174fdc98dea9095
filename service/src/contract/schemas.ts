// Defines the request and reply schemas of the API.
//
// The OpenAPI description is generated from them, under the `id` of each. Replies are validated against them only in
// tests.

import { z } from "zod";
import { jobErrors, refusals, upstreamErrors } from "./errors.ts";
import { limits } from "./limits.ts";
import {
  comparedNames,
  exampleComparedNames,
  exampleMergedNames,
  exampleOpenRecord,
  exampleRecord,
  exampleTime,
  mergedNames,
  redlineRecord,
  time,
} from "./record-schemas.ts";
import { toldReference } from "./references.ts";

const exampleId = "cmp_01jb2m3n4p5q6r7s8t9v0w1x2y";
export const exampleDownload = `https://downloads.example.com/${exampleId}.docx/contract-redline.docx?expires=1772604367&key=k1&signature=…`;

export const exampleMergeId = "mrg_01jb2m3n4p5q6r7s8t9v0w1x2y";
const exampleCreationId = "crt_01jb2m3n4p5q6r7s8t9v0w1x2y";
export const exampleEditId = "edt_01jb2m3n4p5q6r7s8t9v0w1x2y";
export const exampleFileId = "7d0c1a52-3f6e-4b8a-9c1d-2e5f60718293";
const comparisonId = z.string().describe("The id of the comparison. It never changes.");
export const mergeId = z.string().describe("The id of the merge. It never changes.");
export const fileId = z.string().describe("The id of the file, for every operation that takes a file.");
const creationId = z.string().describe("The id of the creation. It never changes.");
export const editId = z.string().describe("The id of the edit. It never changes.");
export const jobStatus = z.enum(["processing", "ready", "failed"]).describe("The state: processing, ready or failed.");
export const processing = z.literal("processing").describe("Not ready yet: read it again.");
export const fileName = z.string().describe("The name of the file.");

/** Returns the schema of a code of a table. Replies may gain codes, so only the description lists them. */
function codeOf(table: Readonly<Record<string, unknown>>, description: string) {
  return z.string().meta({ description, describedAs: { type: "string", enum: Object.keys(table) } });
}

export const failureCode = codeOf(jobErrors, "Why it failed. `/v1/reference/errors` explains every code.");
export const failureMessage = z.string().describe("One sentence for a developer.");

export const ParagraphName = z
  .object({
    index: z.int().min(0).describe("The index of the paragraph in its part, from 0."),
    part: z
      .union([
        z.object({
          kind: z.enum(["header", "footer"]).describe("Header or footer."),
          type: z.string().describe("default, first or even."),
          section: z
            .object({ number: z.int().min(1).describe("The number of the section, from 1.") })
            .describe("The first section that shows it."),
        }),
        z.object({
          kind: z.enum(["footnote", "endnote"]).describe("Footnote or endnote."),
          number: z.int().min(1).describe("The number of the note among those of its kind, from 1."),
        }),
      ])
      .optional()
      .describe("The part that contains it. Absent in the body."),
  })
  .meta({ id: "ParagraphName", description: "The address of a paragraph, as edits use it." });

export const ErrorDetail = z
  .object({
    field: z.string().optional().describe("The JSON path, form field or parameter."),
    edit: z.int().optional().describe("The position of the edit in `edits`, from 0."),
    reason: z.string().describe("The problem as a code. `/v1/reference/errors` lists the reasons of edits."),
    message: z.string().describe("The problem in words, for a developer. Do not parse it: it may change."),
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
    error: z
      .object({
        code: codeOf(refusals, "The error code. `/v1/reference/errors` explains each."),
        message: z.string().describe("One sentence for a developer. Do not parse it: it may change."),
        request_id: z.string().describe("The X-Request-Id of the request."),
        details: z.array(ErrorDetail).optional().describe("Each problem, at most 200."),
      })
      .describe("The refusal."),
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
  .meta({
    id: "DownloadEntry",
    description: "One rendering and its signed address.",
    examples: [
      {
        format: "docx",
        url: exampleDownload,
        file_name: "contract-redline.docx",
        expires_at: "2026-03-04T06:06:07Z",
      },
    ],
  });

export type DownloadEntry = z.infer<typeof DownloadEntry>;

export const FailedJobError = z
  .object({
    code: failureCode,
    upstream_code: codeOf(
      { ...upstreamErrors, ...jobErrors },
      "A more specific code, if there is one; otherwise equal to `code`.",
    ),
    message: failureMessage.optional(),
    source: z
      .string()
      .optional()
      .describe("The source that failed: original, modified or, of a merge, revisions[<n>], counted from 0."),
  })
  .meta({ id: "FailedJobError", description: "The reason why a job failed." });

export const ComparisonCreatedResponse = z.object({ comparison_id: comparisonId, status: processing }).meta({
  id: "ComparisonCreatedResponse",
  description: "The comparison was accepted.",
  examples: [{ comparison_id: exampleId, status: "processing" }],
});

export type ComparisonCreatedResponse = z.infer<typeof ComparisonCreatedResponse>;

/** The reply to a read of a comparison or a merge, without its id. */
export const jobAnswer = z.object({
  status: jobStatus.describe("The status of the formats that this read requests."),
  downloads: z.array(DownloadEntry).describe("One entry for each finished format, in the requested order."),
  pending_formats: z
    .array(z.string())
    .optional()
    .describe("While processing: the requested formats that are not finished."),
  error: FailedJobError.optional().describe("When failed: the reason."),
  reference: toldReference,
});

export type JobAnswer = z.infer<typeof jobAnswer>;

export const ComparisonJob = z
  .object({
    comparison_id: comparisonId,
    ...jobAnswer.shape,
    ...comparedNames.shape,
    ...redlineRecord.shape,
  })
  .meta({
    id: "ComparisonJob",
    description: "A comparison and its renderings.",
    examples: [
      {
        comparison_id: exampleId,
        status: "ready",
        ...exampleComparedNames,
        ...exampleRecord,
        downloads: [
          {
            format: "docx",
            url: exampleDownload,
            file_name: "contract-redline.docx",
            expires_at: "2026-03-04T06:06:07Z",
          },
        ],
      },
      {
        comparison_id: exampleId,
        status: "processing",
        stage: "working",
        downloads: [],
        pending_formats: ["docx"],
        ...exampleComparedNames,
        ...exampleOpenRecord,
      },
    ],
  });

export type ComparisonJob = z.infer<typeof ComparisonJob>;

export const deletionQueued = z.literal("deletion_queued").describe("The content is being deleted.");
export const acknowledged = "The result was acknowledged and is being deleted.";

export const ComparisonAcknowledgedResponse = z.object({ comparison_id: comparisonId, status: deletionQueued }).meta({
  id: "ComparisonAcknowledgedResponse",
  description: acknowledged,
  examples: [{ comparison_id: exampleId, status: "deletion_queued" }],
});

export const MergeCreatedResponse = z.object({ merge_id: mergeId, status: processing }).meta({
  id: "MergeCreatedResponse",
  description: "The merge was accepted.",
  examples: [{ merge_id: exampleMergeId, status: "processing" }],
});

export type MergeCreatedResponse = z.infer<typeof MergeCreatedResponse>;

export const MergeJob = z
  .object({
    merge_id: mergeId,
    ...jobAnswer.shape,
    ...mergedNames.shape,
    ...redlineRecord.shape,
  })
  .meta({
    id: "MergeJob",
    description: "A merge and its renderings.",
    examples: [
      {
        merge_id: exampleMergeId,
        status: "ready",
        ...exampleMergedNames,
        ...exampleRecord,
        downloads: [
          {
            format: "docx",
            url: exampleDownload.replace(exampleId, exampleMergeId).replaceAll("redline", "merged"),
            file_name: "contract-merged.docx",
            expires_at: "2026-03-04T06:06:07Z",
          },
        ],
      },
      {
        merge_id: exampleMergeId,
        status: "failed",
        ...exampleMergedNames,
        ...exampleRecord,
        summary: null,
        downloads: [],
        error: {
          code: "DOCUMENT_UNREADABLE",
          upstream_code: "PACKAGE_INVALID",
          message: upstreamErrors.PACKAGE_INVALID.meaning,
          source: "revisions[1]",
        },
      },
    ],
  });

export const MergeDeletedResponse = z.object({ merge_id: mergeId, status: deletionQueued }).meta({
  id: "MergeDeletedResponse",
  description: "The merge is being deleted.",
  examples: [{ merge_id: exampleMergeId, status: "deletion_queued" }],
});

export const fileKind = z
  .enum(["upload", "edit", "redline", "selective", "created", "decided"])
  .describe(
    "Where it comes from: an upload, an edit, the redline of an edit, a selective comparison, a creation, or decisions on a redline.",
  );

const FileNotice = z
  .object({
    code: z.string().describe("The kind of notice."),
    message: z.string().describe("The notice in words, for a developer. Do not parse it: it may change."),
    count: z.int().min(1).describe("How many places it is about."),
  })
  .meta({ id: "FileNotice", description: "A fact about how the file was made. It contains no text of the document." });

export const FileError = z
  .object({ code: failureCode, message: failureMessage })
  .meta({ id: "FileError", description: "The reason why a file could not be prepared." });

export const FileCreatedResponse = z
  .object({
    file_id: fileId,
    status: jobStatus,
    file_name: fileName,
    error: FileError.optional().describe("When failed: the reason."),
  })
  .meta({
    id: "FileCreatedResponse",
    description: "The upload was accepted.",
    examples: [{ file_id: exampleFileId, status: "processing", file_name: "contract.docx" }],
  });

export type FileCreatedResponse = z.infer<typeof FileCreatedResponse>;

export const FileResource = z
  .object({
    file_id: fileId,
    status: jobStatus,
    file_name: fileName,
    kind: fileKind,
    size: z.int().min(0).describe("The size in bytes."),
    words: z.int().min(0).nullable().describe("The number of words; null until the file has been read."),
    created_at: time.describe("The time at which it was made."),
    downloads: z.array(DownloadEntry).describe("When ready: the document."),
    notices: z.array(FileNotice).optional().describe("For kind `decided`: open problems, such as property conflicts."),
    error: FileError.optional().describe("When failed: the reason."),
    reference: toldReference,
  })
  .meta({
    id: "FileResource",
    description: "A file: an upload or a result. Its content never changes.",
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

export const FileProcessingResponse = z.object({ file_id: fileId, status: processing }).meta({
  id: "FileProcessingResponse",
  description: "The file is still being prepared; read it again.",
  examples: [{ file_id: exampleFileId, status: "processing" }],
});

export const FileAcknowledgedResponse = z.object({ file_id: fileId, status: deletionQueued }).meta({
  id: "FileAcknowledgedResponse",
  description: acknowledged,
  examples: [{ file_id: exampleFileId, status: "deletion_queued" }],
});

export const CreationCreatedResponse = z.object({ creation_id: creationId, status: processing }).meta({
  id: "CreationCreatedResponse",
  description: "The creation was accepted.",
  examples: [{ creation_id: exampleCreationId, status: "processing" }],
});

export type CreationCreatedResponse = z.infer<typeof CreationCreatedResponse>;

export const CreationError = z
  .object({
    code: failureCode,
    message: failureMessage,
    details: z
      .array(
        z.object({
          field: z.string().describe("The JSON path or form field."),
          reason: z.string().describe("The problem as a code."),
          message: z.string().describe("The problem in words, for a developer."),
          paragraph: z.int().min(0).optional().describe("The position of the paragraph in `paragraphs`, from 0."),
          style_id: z.string().optional().describe("The id of the style that it names."),
        }),
      )
      .optional()
      .describe("The faults one by one."),
  })
  .meta({ id: "CreationError", description: "The reason why a document could not be created." });

export const CreationJob = z
  .object({
    creation_id: creationId,
    status: jobStatus,
    downloads: z.array(DownloadEntry).describe("When ready: the document as docx."),
    file_id: fileId.optional().describe("When ready: the document as a file of its own."),
    error: CreationError.optional().describe("When failed: the reason."),
    reference: toldReference,
  })
  .meta({
    id: "CreationJob",
    description: "A creation and its document.",
    examples: [{ creation_id: exampleCreationId, status: "processing", downloads: [] }],
  });

export type CreationJob = z.infer<typeof CreationJob>;

export const CreationAcknowledgedResponse = z.object({ creation_id: creationId, status: deletionQueued }).meta({
  id: "CreationAcknowledgedResponse",
  description: acknowledged,
  examples: [{ creation_id: exampleCreationId, status: "deletion_queued" }],
});

export const ReferenceTopic = z
  .object({
    topic: z.string().describe("The name of the topic."),
    text: z.string().describe("The text of the topic, as Markdown."),
  })
  .meta({
    id: "ReferenceTopic",
    description: "A page of the reference.",
    examples: [{ topic: "errors", text: "# Errors\n…" }],
  });

export const HealthResponse = z
  .object({
    status: z.literal("ok").describe("Always ok."),
    version: z.string().describe("The version of the running program."),
    region: z.enum(["us", "uk"]).describe("The region that answers."),
    time: time.describe("The time of the server."),
  })
  .meta({
    id: "HealthResponse",
    description: "The service answers.",
    examples: [{ status: "ok", version: "1.0.0", region: "us", time: exampleTime }],
  });

/** The reply of the private port, which the OpenAPI description does not contain. */
export interface ReadinessResponse {
  readonly status: "ready" | "unavailable";
  readonly checks: Readonly<Record<string, "ok" | "unavailable">>;
}

/** The id in a path. `isId` or `isFileId` checks its form, because those refusals have codes of their own. */
export const ComparisonPath = z.object({ comparison_id: comparisonId });
export const MergePath = z.object({ merge_id: mergeId });
export const FilePath = z.object({ file_id: fileId });
export const CreationPath = z.object({ creation_id: creationId });
export const EditPath = z.object({ edit_id: editId });

/** The `wait` of a read. `readWait` parses it, because access is checked before the types of parameters. */
export const WaitQuery = z.object({
  wait: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .meta({
      description: `Waits up to ${limits.waitSeconds} seconds for what is processing.`,
      describedAs: { type: "boolean", default: false },
    }),
});

/**
 * Returns the query of a read: `format`, with the formats that this installation makes, and `wait`. Parse `format` with
 * `readFormats`, which refuses unknown formats with a code of its own.
 */
export function jobReadQuery<Format extends string>(
  table: Readonly<Record<Format, { readonly meaning: string }>>,
  formats: readonly Format[],
  what = "Renderings",
) {
  return z.object({
    format: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .meta({
        description: formatWords(what, table, formats),
        describedAs: { type: "array", items: { type: "string", enum: formats }, default: formats.slice(0, 1) },
      }),
    ...WaitQuery.shape,
  });
}

function formatWords<Format extends string>(
  what: string,
  table: Readonly<Record<Format, { readonly meaning: string }>>,
  formats: readonly Format[],
): string {
  const list = formats.map((name) => `${name}: ${table[name].meaning}`);
  return `${what} to return. Repeat the parameter, or separate values with commas. ${list.join("; ")}.`;
}
