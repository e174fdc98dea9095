// Edits a document: applies all edits of a request, or none.
//
// The edits are resolved in the document as uploaded and checked together. Then they are written, one after the other,
// into a fork of it as tracked changes. The redline is that fork. The clean copy is the same with the changes of this
// request accepted, and those of others unchanged. A redline that does not lead back to the uploaded document is never
// returned. A request that decides tracked changes adds none; check-decisions.ts checks its result.

import type { WordDocument } from "../document/open-document.ts";
import { numberNewParagraphs } from "./apply/lists/number-paragraphs.ts";
import { settleDecisions } from "./apply/settle-decisions.ts";
import { settleEnds } from "./apply/settle-ends.ts";
import { settleOpenReferences } from "./apply/settle-references.ts";
import { clearEmptied } from "./apply/text/remove-text.ts";
import { unbindControls } from "./apply/unbind-controls.ts";
import { type EditSignature, Workspace } from "./apply/workspace.ts";
import { checkDecisions } from "./gate/check-decisions.ts";
import { brokenRules, checkResult, decidedCopy } from "./gate/check-result.ts";
import type { Undecided } from "./operations/operation.ts";
import { type EditResult, resultsOf } from "./plan/edit-results.ts";
import { type PlannedStep, planEdits } from "./plan/plan-edits.ts";
import { isIn } from "./plan/touch.ts";
import type { Problem, Refusal } from "./refusal.ts";

export type EditOutcome =
  | {
      readonly kind: "edited";
      /** The document with every change of the request as a tracked change. */
      readonly redline: WordDocument;
      /** The document with the changes of the request applied. */
      readonly clean: WordDocument;
      /** The effect of each edit, in the order of the request. */
      readonly results: readonly EditResult[];
    }
  | { readonly kind: "refused"; readonly refusals: readonly Refusal[] };

export interface EditOptions extends EditSignature {
  /** Default: refuse. */
  readonly undecided?: Undecided | undefined;
}

/**
 * Applies the edits to a copy of the document. Throws a `Failure` if the result would not lead back to the document, or
 * would break a rule of the format.
 */
export function editDocument(document: WordDocument, edits: readonly unknown[], options: EditOptions): EditOutcome {
  const { work, refusals, results } = carryOut(document, edits, options);
  if (refusals.length > 0) return { kind: "refused", refusals };
  if (work.verdicts.size > 0) return decided(work, results);
  const clean = decidedCopy(work, "accept");
  checkResult(work, clean);
  return { kind: "edited", redline: work.document, clean, results };
}

/**
 * Writes the edits into a fork of the document.
 *
 * Some refusals are known only then, for example which list a paragraph is in when its edit is applied. To report them with
 * the others, the edits that were not refused are written too.
 */
function carryOut(document: WordDocument, edits: readonly unknown[], options: EditOptions) {
  const plan = planEdits(document, edits, options.undecided);
  const work = new Workspace(plan, options);
  const found = [...plan.refusals];
  const left = new Set(found.map(({ edit }) => edit));
  for (const step of plan.steps) {
    const { index, uses } = step;
    // A refused edit creates nothing that a later edit could name.
    if (left.has(index) || uses.some((maker) => left.has(maker))) {
      left.add(index);
      continue;
    }
    work.problems.push(...checkCleared(work, step));
    if (work.problems.length === 0) {
      step.apply(work);
      numberNewParagraphs(work);
    }
    if (work.problems.length > 0) left.add(index);
    found.push(...work.problems.splice(0).map((problem) => ({ edit: index, ...problem })));
  }
  if (work.verdicts.size === 0) {
    clearEmptied(work);
    settleEnds(work);
    unbindControls(work);
    found.push(...settleOpenReferences(work));
  }
  const unrejectable = new Set(work.unrejectable.values());
  const refusals = [...found, ...unrejectable].sort((one, other) => one.edit - other.edit);
  return { work, refusals, results: resultsOf(plan.uploaded, plan.steps) };
}

/**
 * Returns the problem of an edit that names a header or footer which an earlier edit replaced in one section. The uploaded
 * part is then two parts.
 */
function checkCleared({ cleared }: Workspace, { touches }: PlannedStep): Problem[] {
  const touched = touches.find((touch) => cleared.some((part) => isIn(part, touch)));
  if (touched === undefined) return [];
  const message = "An earlier edit replaces this header or footer in one section. Edit it in a separate request.";
  return [{ field: touched.field, reason: "UNDEFINED_COMBINATION", message }];
}

/** Returns the outcome of a request that decides tracked changes. It adds no changes, so both outputs are the same. */
function decided(work: Workspace, results: readonly EditResult[]): EditOutcome {
  settleDecisions(work);
  const { waitsForTable } = checkDecisions(work);
  const [rule] = brokenRules(work, [work.document]);
  if (rule === undefined && !waitsForTable) {
    return { kind: "edited", redline: work.document, clean: work.document, results };
  }
  // The two halves of a field may belong to different authors.
  const message = waitsForTable
    ? 'The result of these decisions depends on table rows that are still undecided. Decide these rows too, or use "all".'
    : `These decisions would break the document (${rule}). Decide the tracked changes around them too, or use "all".`;
  const refusals = results.map(({ edit }) => {
    return { edit, field: `edits[${edit}].revision`, reason: "UNDEFINED_COMBINATION" as const, message };
  });
  return { kind: "refused", refusals };
}
