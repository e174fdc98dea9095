// The gate for a request that decides tracked changes: what is still undecided must lead where it led before.
//
// Accepting the rest of the result must read as the uploaded document does with the verdicts of the request and the rest accepted,
// all at once; and rejecting the rest likewise. So nothing undecided was lost or touched.

import type { WordDocument } from "../../document/open-document.ts";
import { Failure } from "../../failures/failure.ts";
import { decide } from "../../revisions/decide.ts";
import { listRevisions } from "../../revisions/list-revisions.ts";
import type { Verdict } from "../../revisions/revision.ts";
import { decisionsOn } from "../apply/settle-decisions.ts";
import type { Workspace } from "../apply/workspace.ts";
import { linesBelow } from "./canonical-lines.ts";
import { storyParts } from "./check-result.ts";

/** Throws a Failure when a result must not leave. */
export function checkDecisions(work: Workspace): void {
  for (const verdict of ["accept", "reject"] as const) {
    const atOnce = allDecided(work.uploaded.document, work.verdicts, verdict);
    const inTurn = allDecided(work.document, new Map(), verdict);
    for (const part of storyParts(work)) {
      if (linesOf(atOnce, part) === linesOf(inTurn, part)) continue;
      throw new Failure("OUTPUT_NOT_REVERSIBLE", "The undecided changes would not lead where they led", { part });
    }
  }
}

function allDecided(document: WordDocument, verdicts: Workspace["verdicts"], rest: Verdict): WordDocument {
  const copy = { ...document, package: document.package.fork() };
  decide(copy, decisionsOn(listRevisions(copy), verdicts, rest));
  return copy;
}

function linesOf(document: WordDocument, part: string): string {
  const tree = document.package.tree(part);
  return linesBelow({ tree, known: () => undefined, isIgnored: () => false }, tree.root).join("\n");
}
