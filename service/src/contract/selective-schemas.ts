// Defines the request and reply schemas of selective comparisons.

import { z } from "zod";
import { exampleTime } from "./record-schemas.ts";
import { givenReference } from "./references.ts";
import { exampleFileId, FileResource, fileId, fileName } from "./schemas.ts";

const paragraphIndex = z.int().min(0).describe("As the file's content numbers it, from 0.");
const paragraphId = z.string().max(128).describe("Instead of an index: an id from the content JSON.");

const selectiveRange = z
  .strictObject({
    file_id: fileId,
    start_paragraph_index: paragraphIndex.optional(),
    end_paragraph_index: paragraphIndex.optional(),
    start_paragraph_id: paragraphId.optional(),
    end_paragraph_id: paragraphId.optional(),
  })
  .meta({ id: "SelectiveRange", description: "The first and last paragraph, by indexes or by ids." });

export type SelectiveRange = z.infer<typeof selectiveRange>;

const selectiveSources = z.strictObject({
  original: selectiveRange.describe("The earlier text."),
  modified: selectiveRange.describe("The later text."),
  reference: givenReference,
});

export const SelectiveRequest = selectiveSources.meta({
  id: "SelectiveRequest",
  description: "Two ranges of paragraphs, of two files or of one.",
  examples: [
    {
      original: { file_id: exampleFileId, start_paragraph_index: 4, end_paragraph_index: 9 },
      modified: { file_id: exampleFileId, start_paragraph_id: "1A2B3C4D", end_paragraph_id: "1A2B3C4E" },
    },
  ],
});

const selectiveSide = z.object({
  file_id: fileId,
  file_name: fileName,
  paragraph_count: z.int().min(0).describe("How many paragraphs of it were compared."),
});
const counted = (status: string) => z.int().min(0).describe(`How many paragraphs are ${status}.`);

const selectiveParagraph = z.object({
  status: z.enum(["unchanged", "modified", "inserted", "deleted"]).describe("The change of the paragraph."),
  original_id: z.string().optional().describe("Its id in the original; absent if inserted."),
  modified_id: z.string().optional().describe("Its id in the modified text; absent if deleted."),
  original_number: z.string().optional().describe("Its list number in the original."),
  modified_number: z.string().optional().describe("Its list number in the modified text."),
  content: z
    .array(
      z.object({
        type: z.enum(["insertion", "deletion"]).optional().describe("Unchanged text has no type."),
        text: z.string().describe("The words."),
      }),
    )
    .describe("Its text in pieces. Skip insertions to read the original, deletions to read the modified text."),
});

export const SelectiveResult = z
  .object({
    comparison: z
      .object({
        schema_version: z.literal(1).describe("The version of this shape."),
        original: selectiveSide.describe("The earlier text."),
        modified: selectiveSide.describe("The later text."),
        summary: z
          .object({
            unchanged: counted("unchanged"),
            modified: counted("modified"),
            inserted: counted("inserted"),
            deleted: counted("deleted"),
          })
          .describe("How much changed."),
        paragraphs: z.array(selectiveParagraph).describe("The paragraphs of both, lined up, in reading order."),
      })
      .describe("The result as data."),
    markdown: z.string().describe("The same, changes marked by ins and del tags."),
    file: FileResource.describe("The same as a PDF."),
  })
  .meta({
    id: "SelectiveResult",
    description: "Two ranges compared. Counts, paragraphs, Markdown and a PDF say the same.",
    examples: [
      {
        comparison: {
          schema_version: 1,
          original: { file_id: exampleFileId, file_name: "contract.docx", paragraph_count: 1 },
          modified: { file_id: exampleFileId, file_name: "contract.docx", paragraph_count: 1 },
          summary: { unchanged: 0, modified: 1, inserted: 0, deleted: 0 },
          paragraphs: [
            {
              status: "modified",
              original_id: "1A2B3C4D",
              modified_id: "1A2B3C4E",
              content: [
                { text: "Payment is due in " },
                { type: "deletion", text: "30" },
                { type: "insertion", text: "60" },
                { text: " days." },
              ],
            },
          ],
        },
        markdown:
          '<p original-unid="1A2B3C4D" modified-unid="1A2B3C4E"></p>\nPayment is due in <del>30</del><ins>60</ins> days.',
        file: {
          file_id: "0b6f2c1e-8a4d-4f70-b1c9-5d3e7a901246",
          status: "ready",
          file_name: "contract-vs-contract.pdf",
          kind: "selective",
          size: 21_480,
          words: null,
          created_at: exampleTime,
          downloads: [],
        },
      },
    ],
  });

export type SelectiveResult = z.infer<typeof SelectiveResult>;
