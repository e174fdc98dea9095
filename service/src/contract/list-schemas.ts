// Defines the schemas of the lists of an organization's objects.

import { z } from "zod";
import { nextCursor, PageQuery } from "./lists.ts";
import { exampleTime, summary, time } from "./record-schemas.ts";
import { isShort } from "./references.ts";
import { ComparisonPath, CreationPath, EditPath, exampleFileId, FilePath, fileKind, MergePath } from "./schemas.ts";
import { isWritable } from "./writable-json.ts";

const statuses = ["processing", "ready", "failed", "deleted"] as const;

export const ListQuery = PageQuery.extend({
  reference: z
    .string()
    .refine((given) => given !== "" && isShort(given) && isWritable(given), "must have 1 to 200 characters")
    .optional()
    .describe("Only those with this reference."),
  status: z
    .enum(statuses)
    .optional()
    .describe("Only those with this status. Without it, all but the deleted ones: those are listed only on request."),
});

/** The fields of every row, in addition to its id and names. */
const rowFields = {
  status: z.enum(statuses).describe("The state: processing, ready, failed or deleted."),
  reference: z.string().nullable().describe("The reference that it was created with; null without one."),
  created_at: time.describe("The time of its creation."),
  finished_at: time.nullable().describe("The time at which it was ready or had failed; null while processing."),
};

const name = (whose: string) => z.string().nullable().describe(`The name of the ${whose}; null if deleted.`);

const exampleRow = { status: "ready", reference: "Matter 2026-117", created_at: exampleTime, finished_at: exampleTime };

const listedSummary = summary.describe(
  "The counts of its changes; null until the redline is ready, if an older version made it, and if deleted.",
);

const exampleSummary = { changes: 1, insertions: 1, deletions: 1, moves: 0, formats: 0, conflicts: 0 };

interface ListShape {
  /** The prefix of the schema names, such as `Comparison`. */
  readonly title: string;
  readonly plural: string;
  readonly row: Readonly<Record<string, z.ZodType>>;
  readonly example: Readonly<Record<string, unknown>>;
}

function listOf({ title, plural, row, example }: ListShape) {
  const item = z
    .object({ ...row, ...rowFields })
    .meta({ id: `${title}ListItem`, description: `A row of the list of ${plural}.` });
  return z.object({ [plural]: z.array(item).describe("Newest first."), next_cursor: nextCursor }).meta({
    id: `${title}List`,
    description: `A page of the list of ${plural}.`,
    examples: [{ [plural]: [{ ...example, ...exampleRow }], next_cursor: null }],
  });
}

export const ComparisonList = listOf({
  title: "Comparison",
  plural: "comparisons",
  row: {
    ...ComparisonPath.shape,
    original_file_name: name("original"),
    modified_file_name: name("modified document"),
    summary: listedSummary,
  },
  example: {
    comparison_id: "cmp_01jb2m3n4p5q6r7s8t9v0w1x2y",
    original_file_name: "contract.docx",
    modified_file_name: "contract-2.docx",
    summary: exampleSummary,
  },
});

export const MergeList = listOf({
  title: "Merge",
  plural: "merges",
  row: {
    ...MergePath.shape,
    original_file_name: name("original"),
    revision_file_names: z
      .array(z.string())
      .nullable()
      .describe("The names of the revisions, in the order of the request; null if deleted."),
    summary: listedSummary,
  },
  example: {
    merge_id: "mrg_01jb2m3n4p5q6r7s8t9v0w1x2y",
    original_file_name: "contract.docx",
    revision_file_names: ["contract-a.docx", "contract-b.docx"],
    summary: exampleSummary,
  },
});

export const CreationList = listOf({
  title: "Creation",
  plural: "creations",
  row: { ...CreationPath.shape, file_name: name("new document") },
  example: { creation_id: "crt_01jb2m3n4p5q6r7s8t9v0w1x2y", file_name: "minutes.docx" },
});

export const FileList = listOf({
  title: "File",
  plural: "files",
  row: { ...FilePath.shape, file_name: name("file"), kind: fileKind },
  example: { file_id: exampleFileId, file_name: "contract.docx", kind: "upload" },
});

export const EditList = listOf({
  title: "Edit",
  plural: "edits",
  row: { ...EditPath.shape, file_name: name("edited document") },
  example: { edit_id: "edt_01jb2m3n4p5q6r7s8t9v0w1x2y", file_name: "contract-edited.docx" },
});

export type ListQuery = z.infer<typeof ListQuery>;
