// Edits a document: all edits of a request, or none.
//
// Everything is looked up in the document as uploaded and checked together; then the edits are written one after the other into a
// fork of it, as tracked changes. The redline is that fork; the clean copy is the same with the changes of this request
// accepted, and those of others as they were. What does not lead back to the uploaded document does not leave.

import type { WordDocument } from "../document/open-document.ts";
import { numberNewParagraphs } from "./apply/number-paragraphs.ts";
import { clearEmptied } from "./apply/remove-text.ts";
import { settleDecisions } from "./apply/settle-decisions.ts";
import { settleEnds } from "./apply/settle-ends.ts";
import { settleOpenReferences } from "./apply/settle-references.ts";
import { unbindControls } from "./apply/unbind-controls.ts";
import { type EditSignature, Workspace } from "./apply/workspace.ts";
import { checkDecisions } from "./gate/check-decisions.ts";
import { checkResult, decidedCopy } from "./gate/check-result.ts";
import { planEdits } from "./plan/plan-edits.ts";
import type { Refusal } from "./refusal.ts";

export type EditOutcome =
  | {
      readonly kind: "edited";
      /** The document with every change of the request as a tracked change. */
      readonly redline: WordDocument;
      /** The document with the changes of the request applied. */
      readonly clean: WordDocument;
    }
  | { readonly kind: "refused"; readonly refusals: readonly Refusal[] };

/** Throws a Failure when the result would not lead back to the document, which is not changed. */
export function editDocument(document: WordDocument, edits: readonly unknown[], signature: EditSignature): EditOutcome {
  const outcome = planEdits(document, edits);
  if (outcome.kind === "refused") return outcome;
  const work = new Workspace(outcome.plan, signature);
  for (const step of outcome.plan.steps) {
    step.apply(work);
    numberNewParagraphs(work);
  }
  if (work.verdicts.size > 0) return decided(work);
  clearEmptied(work);
  settleEnds(work);
  unbindControls(work);
  const refusals = [...work.refusals, ...settleOpenReferences(work)];
  if (refusals.length > 0) return { kind: "refused", refusals };
  const clean = decidedCopy(work, "accept");
  checkResult(work, clean);
  return { kind: "edited", redline: work.document, clean };
}

/** A request that decides tracked changes makes none: both outputs are the same. */
function decided(work: Workspace): EditOutcome {
  settleDecisions(work);
  checkDecisions(work);
  return { kind: "edited", redline: work.document, clean: work.document };
}
