// Tests that hints are part of refusals and not of stored records.

import { expect, test } from "vitest";
import { invalidEdit, refusedLater } from "./rules.ts";

const refusal = {
  edit: 0,
  field: "edits[0].text.match",
  reason: "TEXT_NOT_FOUND",
  message: "The text was found 0 times in paragraph 3.",
  allowed: ["a"],
  did_you_mean: "text of the document",
  context: "text of the document, and more",
} as const;

test("[SRV-52] a refusal in the reply has its hints; a record that is stored has none of them", () => {
  expect(invalidEdit([refusal]).details).toEqual([refusal]);
  const { edit, field, reason, message } = refusal;
  expect(refusedLater([refusal]).details).toEqual([{ edit, field, reason, message }]);
  expect(JSON.stringify(refusedLater([refusal]))).not.toContain("text of the document");
});
