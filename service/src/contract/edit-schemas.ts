// Defines the reply schemas of edits.

import { z } from "zod";
import { editReadFormatNames } from "./formats.ts";
import { exampleTime, stage, summary, time } from "./record-schemas.ts";
import { toldReference } from "./references.ts";
import {
  acknowledged,
  DownloadEntry,
  deletionQueued,
  ErrorDetail,
  editId,
  exampleDownload,
  exampleEditId,
  exampleFileId,
  failureCode,
  failureMessage,
  fileId,
  jobStatus,
  ParagraphName,
  processing,
} from "./schemas.ts";
import { EditNotice } from "./untracked-effects.ts";

export const EditCreatedResponse = z
  .object({
    edit_id: editId,
    file_id: fileId.describe("The edited document as a file of its own, usable at once."),
    source_file_id: fileId.describe("The file to edit. It does not change."),
    status: processing,
  })
  .meta({
    id: "EditCreatedResponse",
    description: "The edit was accepted.",
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
    edit: z.int().min(0).describe("The position of the edit in `edits`, from 0."),
    places: z
      .int()
      .min(0)
      .describe("How many matches, points, paragraphs, rows, columns, sections or tracked changes it changed."),
    paragraphs: z
      .array(ParagraphName)
      .describe("The first 100 paragraphs of source_file_id that the edit changed, deleted or inserted next to."),
  })
  .meta({
    id: "EditResult",
    description: "The effect of one edit. It contains no text of the document.",
    examples: [{ edit: 0, places: 2, paragraphs: [{ index: 4 }, { index: 9 }] }],
  });

const SkippedPlaces = EditResult.pick({ edit: true })
  .extend({
    paragraphs: z.array(ParagraphName).describe("The paragraphs left out; of a section the last one. The first 100."),
  })
  .meta({
    id: "SkippedPlaces",
    description: "Places that a formatting edit left out because another author's change there is undecided.",
    examples: [{ edit: 0, paragraphs: [{ index: 12 }] }],
  });

export const EditJob = z
  .object({
    edit_id: editId,
    file_id: fileId.describe("The edited document as a file of its own."),
    source_file_id: fileId.describe("The file that was edited."),
    redline_file_id: fileId.optional().describe("When ready: the redline as a file of its own."),
    status: jobStatus,
    file_name: z.string().describe("The name of the edited document."),
    created_at: time.describe("The time of the request."),
    finished_at: time.nullable().describe("The time at which it became ready or failed; null while processing."),
    stage: stage.optional(),
    summary: summary.describe(
      "The counts of the tracked changes in the redline, those of earlier authors too; null until it is ready, and if an older version made it.",
    ),
    edit_count: z.int().min(1).describe("The number of edits in the request."),
    author: z.string().describe("The author of the tracked changes."),
    date: time.describe("The date of the tracked changes, with the offset of the request."),
    downloads: z
      .array(
        DownloadEntry.extend({
          content_base64: z.string().optional().describe("With `inline`: the file itself, if it has at most 20 MB."),
        }).meta({
          id: "EditDownloadEntry",
          description: "One output of an edit and its signed address.",
          examples: [
            {
              format: "redline",
              url: exampleDownload.replaceAll("contract-redline", "contract-edited-redline"),
              file_name: "contract-edited-redline.docx",
              expires_at: "2026-03-04T06:06:07Z",
            },
          ],
        }),
      )
      .describe("When ready: the requested outputs, in that order."),
    pending_formats: z
      .array(z.enum(editReadFormatNames))
      .optional()
      .describe("While processing: the requested outputs that are not ready."),
    results: z.array(EditResult).optional().describe("When ready: what each edit did, in the order of the request."),
    skipped: z
      .array(SkippedPlaces)
      .optional()
      .describe("When ready, with `undecided` skip: the places that edits left out, if any."),
    edits: z
      .array(z.record(z.string(), z.unknown()))
      .optional()
      .meta({
        description: "With an instruction: the edits that were built from it.",
        describedAs: { type: "array", items: { $ref: "#/components/schemas/Edit" } },
      }),
    notices: z
      .array(EditNotice)
      .describe(
        "When ready, with an instruction: the effects that rejecting the tracked changes does not undo, if there are any.",
      ),
    error: z
      .object({
        code: failureCode,
        message: failureMessage,
        details: z.array(ErrorDetail).optional().describe("The faults one by one."),
      })
      .meta({ id: "EditError", description: "The reason why a document was not edited." })
      .optional()
      .describe("When failed: the reason."),
    reference: toldReference,
  })
  .meta({
    id: "EditJob",
    description: "An edit and its outputs.",
    examples: [
      {
        edit_id: exampleEditId,
        file_id: exampleFileId,
        source_file_id: "0b6f2c1e-8a4d-4f70-b1c9-5d3e7a901246",
        status: "processing",
        stage: "working",
        file_name: "contract-edited.docx",
        created_at: exampleTime,
        finished_at: null,
        summary: null,
        notices: [],
        edit_count: 2,
        author: "Ada Example",
        date: exampleTime,
        downloads: [],
        pending_formats: ["docx"],
      },
    ],
  });

export type EditJob = z.infer<typeof EditJob>;

export const EditAcknowledgedResponse = z.object({ edit_id: editId, status: deletionQueued }).meta({
  id: "EditAcknowledgedResponse",
  description: acknowledged,
  examples: [{ edit_id: exampleEditId, status: "deletion_queued" }],
});
