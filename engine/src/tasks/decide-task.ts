// Decisions on the changes of a redline, as the service, the command line and a worker apply them: bytes in, bytes out.

import { readMergeRecord } from "../document/merge-record.ts";
import { openDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { Notice } from "../failures/failure.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import { changesById } from "../render/changes-by-id.ts";
import { chosenVerdicts, type Decisions } from "../revisions/chosen-verdicts.ts";
import { clearMergeRecord } from "../revisions/conflict-anchors.ts";
import { isOpen, listConflicts } from "../revisions/conflicts.ts";
import { decide } from "../revisions/decide.ts";
import { type DecisionProblem, decisionProblems } from "../revisions/decision-problems.ts";
import { listDecisions } from "../revisions/decisions.ts";

export interface DecideRequest {
  /** A Word document with tracked changes: a comparison, a merge or any other. */
  readonly bytes: Uint8Array;
  readonly codec: Codec;
  readonly decisions: Decisions;
  /** The name of the version that made the changes of a comparison; a merge knows its revisions itself. */
  readonly revision?: string;
}

export type DecideOutcome =
  | {
      readonly kind: "decided";
      readonly docx: Uint8Array;
      readonly notices: readonly Notice[];
      /** How many changes, as a reader counts them, and conflicts are still open. */
      readonly open: { readonly changes: number; readonly conflicts: number };
    }
  /** Nothing was decided: the decisions name what the document does not have, or contradict themselves. */
  | { readonly kind: "refused"; readonly problems: readonly DecisionProblem[] };

/** Deflate's level for the parts that changed. */
const LEVEL = 6;

/** Throws a Failure when the file cannot be read. */
export function decideTask({ bytes, codec, decisions, revision }: DecideRequest): DecideOutcome {
  const document = openDocument(bytes, { codec, names: wordNames() });
  const listed = listDecisions(document);
  const conflicts = listConflicts(document, () => listed).filter(isOpen);
  const hasIds = [decisions.accept, decisions.reject].some((selection) => selection?.ids !== undefined);
  const changes = {
    decisions: listed,
    conflicts,
    record: readMergeRecord(document),
    // Ids are given in the order of a whole rendering.
    byId: hasIds ? changesById(document, listed) : new Map(),
    revision,
  };
  const problems = decisionProblems(changes, decisions);
  if (problems.length > 0) return { kind: "refused", problems };
  decide(document, chosenVerdicts(changes, decisions));
  // A merge may have property conflicts and no tracked change.
  if (decisions.rest === "accept" || decisions.rest === "reject") clearMergeRecord(document);
  const open = listDecisions(document);
  const left = new Set(
    listConflicts(document, () => open)
      .filter(isOpen)
      .map(({ id }) => id),
  );
  const kept = conflicts.filter(({ id, kind }) => kind === "property" && !left.has(id)).length;
  const notices: Notice[] = kept === 0 ? [] : [{ code: "PROPERTY_CONFLICTS_KEPT", count: kept }];
  return {
    kind: "decided",
    docx: document.package.save(LEVEL),
    notices: [...document.notices, ...notices],
    open: { changes: open.length, conflicts: left.size },
  };
}
