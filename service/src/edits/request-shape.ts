// Defines the schema of an edit request.
//
// The engine defines and validates the fields of each type of edit; the OpenAPI description takes its schema from the
// engine.

import { editExamples, untrackedKinds } from "@versus/engine/tasks";
import { z } from "zod";
import { editFormatNames } from "../contract/formats.ts";
import { limits } from "../contract/limits.ts";
import { givenReference } from "../contract/references.ts";
import { describedEdit } from "./edit-schema.ts";

/** Accepts any value: the engine checks the form of each edit and reports every problem. */
const Edit = z.unknown().meta({
  id: "Edit",
  description: "One edit: its type and the fields of that type.",
  describedAs: describedEdit(),
});

export const EditRequest = z
  .strictObject({
    file_id: z.string().describe("The id of the file to edit: an upload, or the result of an edit."),
    // Required. `asked-edit.ts` refuses a request without it, because that refusal names the allowed value.
    schema_version: z.int().optional().describe("The schema_version of the content that you read: 1."),
    edits: z
      .array(Edit)
      .min(1)
      .max(limits.edits)
      .optional()
      .describe("The edits, applied in order: all of them or none. At most 200 KB. Use this or `instruction`."),
    instruction: z.string().optional().meta({
      description: "The change in plain English; a language model builds the edits from it. Use this or `edits`.",
      minLength: 1,
      maxLength: limits.instructionCharacters,
    }),
    replacement_text: z
      .string()
      .optional()
      .describe("Needs `instruction`: text to insert word for word. A newline ends a paragraph."),
    allow: z
      .array(z.enum(untrackedKinds))
      .optional()
      .describe(
        "Needs `instruction`: the effects without a tracked change that the built edits may have. `comments` adds, answers and resolves comments, `decisions` accepts and rejects tracked changes, `settings` changes document settings and has fields updated, as a table of contents does. An empty list allows none. Default: only those that the instruction asks for with a verb and its object, such as accept Bea's insertion.",
      ),
    author: z.string().optional().meta({
      description:
        "The author of the tracked changes, and of comments without an author: one line, trimmed. Default: Versus AI.",
      maxLength: limits.editAuthorCharacters,
    }),
    date: z
      .string()
      .optional()
      .describe(
        "The date of the changes: ISO 8601, to the second, UTC unless it has an offset. Default: the time of the request.",
      ),
    undecided: z
      .enum(["refuse", "skip"])
      .optional()
      .describe(
        "Formatting edits where another author's change of the formatting is neither accepted nor rejected: `refuse` refuses the request, `skip` leaves these places out and lists them in `skipped`. Default: refuse.",
      ),
    wait: z
      .boolean()
      .optional()
      .describe("Waits up to 30 seconds for the result: 200 if the edit is finished, otherwise 202. Default: false."),
    outputs: z
      .array(z.enum(editFormatNames))
      .min(1)
      .optional()
      .describe("Needs `wait`: the outputs to return. Default: docx."),
    inline: z
      .boolean()
      .optional()
      .describe(
        "Needs `wait`: adds each file to its download as content_base64, if it has at most 20 MB. Default: false.",
      ),
    reference: givenReference,
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
