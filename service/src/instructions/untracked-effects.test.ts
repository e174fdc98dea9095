// Tests the notice about the untracked effects of edits.

import { editExamples } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { untrackedEffects } from "../contract/untracked-effects.ts";
import { untrackedEffectsOf, untrackedKindOf, untrackedNotice } from "./untracked-effects.ts";

const settings = (values: object) => ({ type: "set_document_settings", settings: values });

test("[INS-38] the notice names every untracked effect, with its edit", () => {
  const notice = untrackedNotice([
    { type: "replace", paragraphs: { index: 1 }, text: { match: "a" }, content: "b" },
    { type: "add_comment", paragraphs: { index: 1 }, content: "Secret words." },
    { type: "add_comment", paragraphs: { index: 2 }, content: "More." },
    settings({ track_changes: false, protection: { edit: "read_only" }, remove_personal_information: true }),
    { type: "insert_table_of_contents", destination: { paragraph: { index: 0 }, position: "after" } },
  ]);
  expect(notice).toEqual({
    code: "UNTRACKED_EFFECTS",
    message:
      "Rejecting the tracked changes does not undo these effects: a comment was added (2 times); Track Changes was turned off; the document was protected; removal of personal information was turned on; fields are updated when the document is opened.",
    count: 6,
    effects: [
      { edit: 1, effect: "comment_added" },
      { edit: 2, effect: "comment_added" },
      { edit: 3, effect: "track_changes_off" },
      { edit: 3, effect: "protection_set" },
      { edit: 3, effect: "personal_information_removed" },
      { edit: 4, effect: "fields_refreshed" },
    ],
  });
});

test("edits that are all tracked have no notice", () => {
  expect(untrackedNotice([{ type: "delete_paragraphs", paragraphs: { index: 1 } }])).toBeUndefined();
});

test("[INS-38] every operation that is not tracked has an effect that can be named", () => {
  const untracked = editExamples.filter((edit) => untrackedKindOf(edit) !== undefined);
  expect(untracked.filter((edit) => untrackedEffectsOf(edit).length === 0)).toEqual([]);
  const others = [
    settings({ track_changes: false, protection: false, remove_personal_information: true }),
    settings({ remove_personal_information: false }),
  ];
  const named = new Set([...untracked, ...others].flatMap(untrackedEffectsOf));
  expect([...named].toSorted()).toEqual(Object.keys(untrackedEffects).toSorted());
});
