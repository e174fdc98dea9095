// Defines the record of a redline: its times, the names of its files, its counts, its notices and its stage.

import { z } from "zod";

export const exampleTime = "2026-03-04T05:06:07Z";
export const time = z.iso.datetime({ offset: true });

const count = (of: string) => z.int().min(0).describe(of);

const ChangeSummary = z
  .object({
    changes: count("Changes as a reader counts them."),
    insertions: count("Insertions."),
    deletions: count("Deletions."),
    moves: count("Moves, each with its source and its destination."),
    formats: count("Changes that concern no text: formatting, lists, links and fields."),
    conflicts: count("Places at which the revisions of a merge disagree."),
    carried: count("For a comparison: differences that the format cannot mark.").optional(),
    styles: count("With visible formatting: styles that look different.").optional(),
  })
  .meta({
    id: "ChangeSummary",
    description: "The counts of the changes, as `summary` of the Redline JSON has them.",
    examples: [{ changes: 3, insertions: 2, deletions: 2, moves: 0, formats: 0, conflicts: 0, carried: 0, styles: 0 }],
  });

const RedlineNotice = z
  .object({
    code: z.string().describe("The kind of notice."),
    message: z.string().describe("The notice in words, for a reader. Do not parse it: it may change."),
    count: z.int().min(1).describe("How many places it is about."),
    actionable: z.boolean().describe("False if it only counts differences that no tracked change can show."),
    source: z.string().optional().describe("The document that it is about: original, modified or a file name."),
    sources: z.array(z.string()).optional().describe("For a merge: the names of the documents that it is about."),
    insertions: count("Insertions among accepted tracked changes.").optional(),
    deletions: count("Deletions among accepted tracked changes.").optional(),
  })
  .meta({
    id: "RedlineNotice",
    description: "A fact about how the redline was made, as in the Redline JSON. It contains no text of the document.",
    examples: [{ code: "BOOKMARKS_CARRIED", message: "2 bookmarks moved.", count: 2, actionable: false }],
  });

export const stage = z
  .enum(["queued", "converting", "working", "rendering"])
  .describe(
    "While processing: queued, converting (a source that is not a .docx), working, or rendering (the redline is ready, and a requested format is not).",
  );

export const summary = ChangeSummary.nullable().describe(
  "The counts of its changes; null until the redline is ready, and if an older version made it.",
);

const notices = z.array(RedlineNotice).describe("When ready: the first 100 notices about the redline.");

/** The record of a redline, in addition to its reference and the names of its files. */
export const redlineRecord = z.object({
  created_at: time.describe("The time of the request."),
  finished_at: time.nullable().describe("The time at which it was ready or had failed; null while processing."),
  summary,
  notices,
  stage: stage.optional(),
});

export type Stage = z.infer<typeof stage>;
export type RedlineRecord = z.infer<typeof redlineRecord>;

const sourceName = (whose: string) => z.string().describe(`The name of the ${whose}.`);

/** The names of the two documents of a comparison or of the redline of a version. */
export const comparedNames = z.object({
  original_file_name: sourceName("original"),
  modified_file_name: sourceName("modified document"),
});

export const mergedNames = z.object({
  original_file_name: sourceName("original"),
  revision_file_names: z.array(z.string()).describe("The names of the revisions, in the order of the request."),
});

export const exampleRecord = {
  created_at: exampleTime,
  finished_at: "2026-03-04T05:06:09Z",
  summary: { changes: 1, insertions: 1, deletions: 1, moves: 0, formats: 0, conflicts: 0 },
  notices: [],
};

export const exampleOpenRecord = { ...exampleRecord, finished_at: null, summary: null };
export const exampleComparedNames = { original_file_name: "contract.docx", modified_file_name: "contract-2.docx" };
export const exampleMergedNames = {
  original_file_name: "contract.docx",
  revision_file_names: ["contract-a.docx", "contract-b.docx"],
};
