// Accepts and rejects the changes of a redline on a copy.

import { readMergeRecord } from "../document/merge-record.ts";
import { forkDocument } from "../document/open-document.ts";
import type { Notice } from "../failures/failure.ts";
import { CarriedEdits } from "../merge/settle-moves.ts";
import { changesById } from "../render/changes/changes-by-id.ts";
import { chosenVerdicts, type Decisions } from "../revisions/choose/chosen-verdicts.ts";
import { clearMergeRecord } from "../revisions/choose/conflict-anchors.ts";
import { isOpen, listConflicts } from "../revisions/choose/conflicts.ts";
import { type DecisionProblem, decisionProblems } from "../revisions/choose/decision-problems.ts";
import { settleFormats } from "../revisions/choose/settle-formats.ts";
import { takeVersionTags, writeVersionTags } from "../revisions/choose/version-tags.ts";
import { acceptAll, decide as decideChanges, rejectAll } from "../revisions/decide/decide.ts";
import { listDecisions } from "../revisions/decisions.ts";
import type { Document } from "./documents.ts";

export type DecidedDocument =
  | {
      readonly kind: "decided";
      readonly document: Document;
      readonly notices: readonly Notice[];
      /** Numbers of undecided changes, as a reader counts them, and of open conflicts. */
      readonly open: { readonly changes: number; readonly conflicts: number };
    }
  /** Nothing was decided: the decisions name something that the document does not have, or contradict each other. */
  | { readonly kind: "refused"; readonly problems: readonly DecisionProblem[] };

/** Returns a copy with all tracked changes accepted. */
export function accept(document: Document): Document {
  const copy = forkDocument(document);
  takeVersionTags(copy);
  acceptAll(copy);
  return copy;
}

/** Returns a copy with all tracked changes rejected. */
export function reject(document: Document): Document {
  const copy = forkDocument(document);
  rejectAll(copy);
  return copy;
}

/**
 * Decides the changes that are selected by id, author, revision or kind, and the conflicts that have a choice, on a
 * copy. `rest` decides all other changes (default: they stay). `revision` is the file name of the modified document of
 * a comparison. A merge records the names of its revised copies in the document.
 */
export function decide(document: Document, decisions: Decisions, revision?: string): DecidedDocument {
  const copy = forkDocument(document);
  const tags = takeVersionTags(copy);
  const listed = listDecisions(copy);
  const conflicts = listConflicts(copy, () => listed).filter(isOpen);
  const hasIds = [decisions.accept, decisions.reject].some((selection) => selection?.ids !== undefined);
  const changes = {
    decisions: listed,
    conflicts,
    record: readMergeRecord(copy),
    // A whole rendering numbers the changes, so ids need its order.
    byId: hasIds ? changesById(copy, listed) : new Map(),
    revision,
  };
  const problems = decisionProblems(changes, decisions);
  if (problems.length > 0) return { kind: "refused", problems };
  const settled = settleFormats(copy, changes, decisions);
  const carried = new CarriedEdits(copy, changes, decisions);
  decideChanges(copy, chosenVerdicts(changes, decisions), "wait");
  carried.write((edit) => {
    // A carried edit is no longer part of its conflict, so the selections and `rest` decide it.
    const alone = { ...changes, conflicts: [], decisions: listed.filter(({ revisions }) => revisions.includes(edit)) };
    return chosenVerdicts(alone, decisions).find(({ revision }) => revision === edit)?.verdict;
  });
  // A merge may have property conflicts but no tracked change.
  const isWhole = decisions.rest === "accept" || decisions.rest === "reject";
  if (isWhole || settled.size > 0) clearMergeRecord(copy, { keepsFormats: !isWhole });
  const open = listDecisions(copy);
  const left = new Set(
    listConflicts(copy, () => open)
      .filter(isOpen)
      .map(({ id }) => id),
  );
  if (tags !== undefined && left.size > 0) writeVersionTags(copy, tags.letterOf, tags.date);
  const isSettled = (id: number): boolean => [...settled].some((one) => one.id === id);
  const kept = conflicts.filter(({ id, kind }) => kind === "property" && !left.has(id) && !isSettled(id)).length;
  const notices: Notice[] = kept === 0 ? [] : [{ code: "PROPERTY_CONFLICTS_KEPT", count: kept }];
  return {
    kind: "decided",
    document: copy,
    notices: [...document.notices, ...notices],
    open: { changes: open.length, conflicts: left.size },
  };
}
