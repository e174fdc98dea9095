// Defines the request and reply schemas of stored documents and their versions.

import { z } from "zod";
import { mediaTypes } from "./formats.ts";
import { limits } from "./limits.ts";
import { nextCursor } from "./lists.ts";
import {
  comparedNames,
  exampleComparedNames,
  exampleOpenRecord,
  exampleRecord,
  exampleTime,
  redlineRecord,
  time,
} from "./record-schemas.ts";
import { givenReference, toldReference } from "./references.ts";
import {
  exampleDownload,
  exampleMergeId,
  FileError,
  fileName,
  jobAnswer,
  jobStatus,
  mergeId,
  processing,
} from "./schemas.ts";

const exampleDocumentId = "doc_01jb2m3n4p5q6r7s8t9v0w1x2y";
const exampleVersionId = "ver_01jb2m3n4p5q6r7s8t9v0w1x2y";
const exampleSecondId = "ver_01jb2m3n4p5q6r7s8t9v0w1x2z";

const documentId = z.string().describe("The id of the document. It never changes.");
const versionId = z.string().describe("The id of the version. It never changes.");

export const DocumentPath = z.object({ document_id: documentId });
export const VersionPath = z.object({ document_id: documentId, version_id: versionId });

const name = z.string().min(1).max(limits.documentNameCharacters);
const description = z.string().max(limits.descriptionCharacters);
const metadataName = z.string().min(1).max(limits.metadataNameCharacters);
const metadataValue = z.string().max(limits.metadataValueCharacters);

/** Metadata as callers send it; null removes an entry. */
export const MetadataPatch = z
  .record(metadataName, metadataValue.nullable())
  .refine((entries) => Object.keys(entries).length <= limits.metadataEntries, {
    error: `must have at most ${limits.metadataEntries} entries`,
  })
  .meta({
    description: `Notes of your own: at most ${limits.metadataEntries} names of at most ${limits.metadataNameCharacters} characters, with values of at most ${limits.metadataValueCharacters}.`,
    examples: [{ matter: "M-1047" }],
  });

/** The text fields of a form that creates a document or a version. */
export const DescribingTexts = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  metadata: MetadataPatch.optional(),
});

export const DocumentPatchRequest = z
  .strictObject({
    name: name.optional().describe("The new name."),
    description: description.nullable().optional().describe("The new description; null removes it."),
    metadata: MetadataPatch.optional().describe("Entries to set. Others stay; null removes an entry."),
  })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    error: "must have at least one of `name`, `description` and `metadata`",
  })
  .meta({
    id: "DocumentPatchRequest",
    description: "Changes of a document or a version. The content never changes.",
    minProperties: 1,
    examples: [{ name: "Share purchase agreement", metadata: { matter: "M-1047", old_matter: null } }],
  });

export type DocumentPatchRequest = z.infer<typeof DocumentPatchRequest>;

const described = {
  name: z.string().describe("The name."),
  description: z.string().nullable().describe("The description, if any."),
  metadata: z.record(z.string(), z.string()).describe("Your own notes."),
  reference: toldReference,
};

const documentFields = {
  document_id: documentId,
  ...described,
  version_count: z.int().min(1).describe("The number of versions."),
  latest_version_id: z.string().nullable().describe("The version with the highest number."),
  created_at: time.describe("The time at which the document was created."),
  updated_at: time.describe("The time of its last change: a new, changed or deleted version counts."),
};

const exampleDocument = {
  document_id: exampleDocumentId,
  name: "Share purchase agreement",
  description: null,
  metadata: { matter: "M-1047" },
  version_count: 2,
  latest_version_id: exampleSecondId,
  created_at: exampleTime,
  updated_at: exampleTime,
};

export const DocumentResource = z
  .object(documentFields)
  .meta({ id: "DocumentResource", description: "A stored document.", examples: [exampleDocument] });

export type DocumentResource = z.infer<typeof DocumentResource>;

export const DocumentVersionResource = z
  .object({
    version_id: versionId,
    document_id: documentId,
    number: z.int().min(1).describe("The number of the version, from 1. No number is used twice."),
    name: described.name,
    file_name: fileName,
    author: z.string().nullable().describe("The author of the changes in its redline, if one was given."),
    description: described.description,
    metadata: described.metadata,
    reference: toldReference,
    kind: z.enum(["upload", "merge"]).describe("Where it comes from: a file, or a merge of versions."),
    parent_version_id: z.string().nullable().describe("The version that it was made from; null for the first."),
    merge_id: mergeId.optional().describe("For a merge: its id, for GET /v1/merge/{merge_id}."),
    status: jobStatus,
    redline: z
      .object({
        status: z
          .enum(["none", "processing", "ready", "failed"])
          .describe("The state of the redline; none if the version has no parent."),
      })
      .describe("The redline against the parent."),
    error: FileError.optional().describe("When failed: the reason."),
    ...redlineRecord.shape,
    created_at: time.describe("The time at which the version was added. Its redline has this date."),
    finished_at: time.nullable().describe("The time at which it was ready or had failed; null while processing."),
    summary: redlineRecord.shape.summary.describe(
      "The counts of the changes in its redline; null without a ready redline, and if an older version made it.",
    ),
    notices: redlineRecord.shape.notices.describe("The first 100 notices about its redline, when that is ready."),
    stage: redlineRecord.shape.stage.describe(
      "While processing, in the read of the version: queued, converting (a file that is not a .docx) or working.",
    ),
    updated_at: time.describe("The time of its last change."),
  })
  .meta({
    id: "DocumentVersionResource",
    description: "A version of a stored document. Its content never changes.",
    examples: [
      {
        version_id: exampleSecondId,
        document_id: exampleDocumentId,
        number: 2,
        name: "contract-v2",
        file_name: "contract-v2.docx",
        author: "Counsel for the Buyer",
        description: null,
        metadata: {},
        kind: "upload",
        parent_version_id: exampleVersionId,
        status: "ready",
        redline: { status: "processing" },
        ...exampleOpenRecord,
        finished_at: exampleRecord.finished_at,
        updated_at: exampleTime,
      },
    ],
  });

export type DocumentVersionResource = z.infer<typeof DocumentVersionResource>;

export const DocumentDetailResponse = z
  .object({
    ...documentFields,
    versions: z.array(DocumentVersionResource).describe("Every version, by number."),
  })
  .meta({
    id: "DocumentDetailResponse",
    description: "A stored document and its versions.",
    examples: [{ ...exampleDocument, version_count: 1, versions: [] }],
  });

export const DocumentListResponse = z
  .object({ documents: z.array(DocumentResource).describe("Newest first."), next_cursor: nextCursor })
  .meta({
    id: "DocumentListResponse",
    description: "A page of the documents of the organization.",
    examples: [{ documents: [exampleDocument], next_cursor: null }],
  });

export const DocumentCreatedResponse = z
  .object({
    document_id: documentId,
    version_id: versionId.describe("The version that was added."),
    status: processing,
  })
  .meta({
    id: "DocumentCreatedResponse",
    description: "The version was accepted.",
    examples: [{ document_id: exampleDocumentId, version_id: exampleVersionId, status: "processing" }],
  });

export type DocumentCreatedResponse = z.infer<typeof DocumentCreatedResponse>;

export const DocumentMergeCreatedResponse = z
  .object({
    document_id: documentId,
    merge_id: mergeId,
    version_id: versionId.describe("The version that the merge becomes."),
    status: processing,
  })
  .meta({
    id: "DocumentMergeCreatedResponse",
    description: "The merge was accepted.",
    examples: [
      {
        document_id: exampleDocumentId,
        merge_id: exampleMergeId,
        version_id: exampleSecondId,
        status: "processing",
      },
    ],
  });

export type DocumentMergeCreatedResponse = z.infer<typeof DocumentMergeCreatedResponse>;

export const DocumentVersionDownloadResponse = z
  .object({ document_id: documentId, version_id: versionId, ...jobAnswer.shape })
  .meta({
    id: "DocumentVersionDownloadResponse",
    description: "A version and its renderings.",
    examples: [
      {
        document_id: exampleDocumentId,
        version_id: exampleVersionId,
        status: "ready",
        downloads: [
          {
            format: "docx",
            url: exampleDownload,
            file_name: "contract-redline.docx",
            expires_at: "2026-03-04T06:06:07Z",
          },
        ],
      },
    ],
  });

export const DocumentRedlineResponse = z
  .object({
    ...DocumentVersionDownloadResponse.shape,
    ...comparedNames.shape,
    ...redlineRecord.shape,
  })
  .meta({
    id: "DocumentRedlineResponse",
    description: "The redline of a version and its renderings.",
    examples: [
      {
        document_id: exampleDocumentId,
        version_id: exampleVersionId,
        status: "processing",
        stage: "queued",
        downloads: [],
        pending_formats: ["docx"],
        ...exampleComparedNames,
        ...exampleOpenRecord,
      },
    ],
  });

export const HistoryQuery = z.object({
  version_id: z.string().optional().describe("The version to describe. Default: the latest version."),
});

const HistoryPassage = z
  .object({
    text: z.string().describe("The text. The pieces of a block, put together, are its text."),
    version_id: versionId.describe("The version that first had it."),
    author: z.string().nullable().describe("The author of that version, if one was given."),
    date: time.describe("The time at which that version was added."),
  })
  .meta({ id: "HistoryPassage", description: "A piece of a paragraph that one version brought." });

const HistoryBlock = z
  .object({
    id: z.string().describe("The id of the paragraph, as in the Redline JSON."),
    content: z.array(HistoryPassage).describe("Its passages, in order; none for a paragraph without text."),
  })
  .meta({
    id: "HistoryBlock",
    description:
      "A paragraph: of the body and its tables, of headers and footers, of notes, of text boxes, in this order.",
  });

export const DocumentHistoryResponse = z
  .object({
    document_id: documentId,
    version_id: versionId,
    ...jobAnswer.pick({ status: true, downloads: true, error: true }).shape,
    blocks: z.array(HistoryBlock).describe("When ready: the paragraphs of the version."),
  })
  .meta({
    id: "DocumentHistoryResponse",
    description: "The history of a version: which version first had each passage.",
    examples: [
      {
        document_id: exampleDocumentId,
        version_id: exampleSecondId,
        status: "ready",
        downloads: [
          {
            format: "docx",
            url: exampleDownload,
            file_name: "contract-v2-history.docx",
            expires_at: "2026-03-04T06:06:07Z",
          },
        ],
        blocks: [
          {
            id: "1A2B3C4D",
            content: [
              { text: "The fee is ", version_id: exampleVersionId, author: null, date: exampleTime },
              { text: "20 euros", version_id: exampleSecondId, author: "Counsel for the Buyer", date: exampleTime },
            ],
          },
        ],
      },
    ],
  });

export type DocumentHistoryResponse = z.infer<typeof DocumentHistoryResponse>;

export const DeletedResponse = z
  .object({
    deleted: z.literal(true).describe("Always true."),
    document_id: documentId,
    version_id: versionId.optional().describe("For a version: its id."),
  })
  .meta({
    id: "DeletedResponse",
    description: "It is deleted.",
    examples: [{ deleted: true, document_id: exampleDocumentId }],
  });

export const DocumentMergeRequest = z
  .strictObject({
    version_ids: z
      .array(z.string())
      .min(limits.leastRevisions)
      .max(limits.mostRevisions)
      .refine((ids) => new Set(ids).size === ids.length, { error: "must name each version once" })
      .meta({
        description: `The versions to merge, ${limits.leastRevisions} to ${limits.mostRevisions}.`,
        examples: [[exampleVersionId, exampleSecondId]],
      }),
    base_version_id: z
      .string()
      .optional()
      .describe("The version that they are compared with. Default: their nearest common ancestor."),
    name: name.optional().describe("The name of the version that the merge becomes."),
    authors: z
      .array(z.string().max(64 * 1024))
      .max(limits.mostRevisions)
      .optional()
      .describe(
        "The author of each version's tracked changes, in the same order, or none. Default, also for an empty value: the author of the version or, without one, the address of the service account, a dash and the name of the file.",
      ),
    reference: givenReference,
  })
  .meta({
    id: "DocumentMergeRequest",
    description: "Versions to merge.",
    examples: [{ version_ids: [exampleVersionId, exampleSecondId] }],
  });

export type DocumentMergeRequest = z.infer<typeof DocumentMergeRequest>;

export const DocumentCompareRequest = z
  .strictObject({
    from_version_id: z.string().describe("The earlier version."),
    to_version_id: z.string().describe("The later version."),
    author: z
      .string()
      .max(64 * 1024)
      .optional()
      .describe(
        "The author of every tracked change. Default: the address of the service account, a dash and the name of the later file.",
      ),
    reference: givenReference,
  })
  .meta({
    id: "DocumentCompareRequest",
    description: "Two versions to compare.",
    examples: [{ from_version_id: exampleVersionId, to_version_id: exampleSecondId }],
  });

/** The formats in which a version can be downloaded; the first is the default. */
export const versionFormats = {
  docx: { mediaType: mediaTypes.docx, meaning: "Word document" },
  pdf: { mediaType: mediaTypes.pdf, meaning: "PDF of the version" },
} as const;

export type VersionFormat = keyof typeof versionFormats;
