// Lists the effects of edits that Word does not track, and defines the notice that names them.

import { z } from "zod";

/** Maps an effect to its description in a notice. */
export const untrackedEffects = {
  comment_added: "a comment was added",
  comment_answered: "a reply to a comment was added",
  comment_resolved: "a comment was resolved",
  changes_accepted: "tracked changes were accepted",
  changes_rejected: "tracked changes were rejected",
  track_changes_on: "Track Changes was turned on",
  track_changes_off: "Track Changes was turned off",
  protection_set: "the document was protected",
  protection_removed: "the protection was removed",
  personal_information_removed: "removal of personal information was turned on",
  personal_information_kept: "removal of personal information was turned off",
  fields_refreshed: "fields are updated when the document is opened",
} as const;

export type UntrackedEffect = keyof typeof untrackedEffects;

export const EditNotice = z
  .object({
    code: z.string().describe("The kind of notice: UNTRACKED_EFFECTS."),
    message: z.string().describe("The notice in words, for a developer. Do not parse it: it may change."),
    count: z.int().min(1).describe("How many effects it is about."),
    effects: z
      .array(
        z
          .object({
            edit: z.int().min(0).describe("The index of the edit in `edits`."),
            effect: z.string().meta({
              description: "An effect of the edit that is not a tracked change.",
              // Replies may gain effects, so only the description lists them.
              describedAs: { type: "string", enum: Object.keys(untrackedEffects) },
            }),
          })
          .meta({ id: "UntrackedEffect", description: "An effect that is not a tracked change." }),
      )
      .describe("Every effect, in the order of the edits."),
  })
  .meta({ id: "EditNotice", description: "A fact about what an edit did. It contains no text of the document." });
