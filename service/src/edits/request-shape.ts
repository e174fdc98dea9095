// The shape of an edit request on the wire. What each type of edit takes is defined by the engine, which checks it too; the
// description takes its schema over.

import { editExamples } from "@versus/engine";
import { z } from "zod";
import { editFormatNames } from "../contract/formats.ts";
import { limits } from "../contract/limits.ts";
import { describedEdit } from "./edit-schema.ts";

/** Its form is checked by the engine, which tells of every edit what is wrong with it. */
const Edit = z.unknown().meta({
  id: "Edit",
  description: "One edit: its type, and the fields of that type.",
  describedAs: describedEdit(),
});

export const EditRequest = z
  .strictObject({
    file_id: z.string().describe("The file to edit: an upload, or the result of an edit."),
    // Required; `asked-edit.ts` refuses a request without it, because its refusal says which value is allowed.
    schema_version: z
      .int()
      .optional()
      .describe("The schema_version of the content that the edits were written for: 1."),
    edits: z
      .array(Edit)
      .min(1)
      .max(limits.edits)
      .optional()
      .describe("The edits, applied in order: all of them or none. Up to 200 KB. Either these or an instruction."),
    instruction: z.string().optional().meta({
      description: "What is to be done, in plain English: the edits are built from it.",
      minLength: 1,
      maxLength: limits.instructionCharacters,
    }),
    replacement_text: z
      .string()
      .optional()
      .describe(
        "With an instruction: text that is to stand in the document word for word. Paragraphs end with a newline.",
      ),
    author: z.string().optional().meta({
      description:
        "Who the tracked changes are by, and comments that name nobody: one line, trimmed. Without it: Versus AI.",
      maxLength: limits.editAuthorCharacters,
    }),
    date: z
      .string()
      .optional()
      .describe(
        "The date of the changes: ISO 8601, kept to the second; without an offset in UTC. Without it: the time of the request.",
      ),
    wait: z
      .boolean()
      .optional()
      .describe("Answers with the result, up to 30 seconds later: 200 when it is finished, 202 when it is not."),
    outputs: z
      .array(z.enum(editFormatNames))
      .min(1)
      .optional()
      .describe("With wait: the outputs to answer with. Without it: docx."),
    inline: z
      .boolean()
      .optional()
      .describe("With wait: each download also has the file itself, as content_base64, up to 20 MB."),
  })
  .meta({
    id: "EditRequest",
    description: "A file to edit, with written edits or an instruction.",
    required: ["file_id", "schema_version"],
    oneOf: [{ required: ["edits"] }, { required: ["instruction"] }],
    examples: [
      {
        file_id: "7d0c1a52-3f6e-4b8a-9c1d-2e5f60718293",
        schema_version: 1,
        edits: editExamples.slice(0, 2),
        author: "Ada Example",
        wait: true,
        outputs: ["docx", "redline"],
      },
    ],
  });

export type EditRequest = z.infer<typeof EditRequest>;
