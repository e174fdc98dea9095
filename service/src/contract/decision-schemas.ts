// Defines the request and reply schemas of decisions on the changes of a redline.

import { z } from "zod";
import { limits } from "./limits.ts";
import { givenReference } from "./references.ts";
import { exampleFileId, fileId } from "./schemas.ts";

/** No name or id of a redline is longer. */
const name = z.string().min(1).max(limits.decisionNameCharacters);

const DecisionSelection = z
  .strictObject({
    ids: z.array(name).min(1).optional().describe("The `id` of changes in the JSON rendering."),
    authors: z.array(name).min(1).optional().describe("Authors. A change that several authors made matches each."),
    revisions: z
      .array(name)
      .min(1)
      .optional()
      .describe("Names of revisions, as the JSON rendering lists them. A change that several made matches each."),
    kinds: z
      .array(z.enum(["insertion", "deletion", "move", "property"]))
      .min(1)
      .optional()
      .describe("Kinds of changes."),
  })
  .refine((selection) => Object.values(selection).some((values) => values !== undefined), {
    error: "must have at least one of `ids`, `authors`, `revisions` and `kinds`",
  })
  .meta({
    id: "DecisionSelection",
    description:
      "Selects changes by at least one of its fields. The values of one field are alternatives; a change must match every field.",
    minProperties: 1,
  });

const ConflictChoice = z
  .strictObject({
    id: z.int().min(1).describe("The id of the conflict."),
    choose: name.describe(
      "The revision whose side is taken: its name, or its author if no other revision has that author. Or `original`.",
    ),
  })
  .meta({
    id: "ConflictChoice",
    description:
      "Settles a conflict of a merge. For a conflict about formatting, the formatting of the chosen side is applied.",
  });

export const DecisionRequest = z
  .strictObject({
    accept: DecisionSelection.optional().describe("The changes to accept."),
    reject: DecisionSelection.optional().describe(
      "The changes to reject. A change that both select is accepted if `accept` names one of its authors or revisions.",
    ),
    rest: z
      .enum(["keep", "accept", "reject"])
      .optional()
      .describe(
        "Applies to every other change. `keep` leaves it tracked; `accept` accepts it and takes the first revision's side of an open conflict. Default: keep.",
      ),
    conflicts: z
      .array(ConflictChoice)
      .min(1)
      .optional()
      .describe("Choices for conflicts of a merge. They override the selections."),
    name: z.string().min(1).optional().describe("The name of the new file. It must end in .docx."),
    reference: givenReference,
  })
  .meta({
    id: "DecisionRequest",
    description: "The changes to accept and to reject, and the conflicts to settle.",
    examples: [
      { accept: { revisions: ["contract-a.docx"] }, rest: "reject" },
      {
        accept: { kinds: ["insertion"], authors: ["Counsel for the Buyer"] },
        reject: { ids: ["17"] },
        conflicts: [{ id: 1, choose: "original" }],
        name: "contract-agreed.docx",
      },
    ],
  });

export type DecisionRequest = z.infer<typeof DecisionRequest>;

export const DecisionCreatedResponse = z
  .object({
    file_id: fileId.describe("The decided document as a file of its own."),
    status: z.literal("processing").describe("The file is being prepared: read it until it is ready."),
  })
  .meta({
    id: "DecisionCreatedResponse",
    description: "The decisions were carried out.",
    examples: [{ file_id: exampleFileId, status: "processing" }],
  });

export type DecisionCreatedResponse = z.infer<typeof DecisionCreatedResponse>;
