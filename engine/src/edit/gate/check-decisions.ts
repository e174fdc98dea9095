// Checks a request that decides tracked changes: undecided changes must lead where they led before.
//
// Accepting the remaining changes of the result must give the same as accepting them in the upload, together with the
// verdicts of the request. Rejecting them must give the same likewise. So no undecided change was lost or altered. A
// paragraph stays while some of its content, or the mark before it (JOIN-6), is undecided. It may be empty in the end: before
// a table, or at the end of a cell or story.

import { forkDocument, type WordDocument } from "../../document/open-document.ts";
import { W } from "../../document/word-names.ts";
import { Failure } from "../../failures/failure.ts";
import type { NodeId } from "../../ooxml/xml/tree.ts";
import { decide } from "../../revisions/decide/decide.ts";
import { isEmptyParagraph } from "../../revisions/decide/decide-marks.ts";
import { listRevisions } from "../../revisions/list-revisions.ts";
import { ancestor } from "../../revisions/markup.ts";
import { isKept, type Verdict } from "../../revisions/revision.ts";
import { decisionsOn } from "../apply/settle-decisions.ts";
import type { Workspace } from "../apply/workspace.ts";
import { linesBelow } from "./canonical-lines.ts";
import { storyParts } from "./check-result.ts";

/**
 * Returns whether the result depends on table rows or cells that are still undecided. Throws a `Failure` if the result
 * is wrong for another reason.
 */
export function checkDecisions(work: Workspace): { readonly waitsForTable: boolean } {
  for (const verdict of ["accept", "reject"] as const) {
    const atOnce = allDecided(work.uploaded.document, work.verdicts, verdict);
    const inTurn = allDecided(work.document, new Map(), verdict);
    for (const part of storyParts(work)) {
      if (linesOf(work, atOnce, part) === linesOf(work, inTurn, part)) continue;
      if (hasOpenRow(work, part)) return { waitsForTable: true };
      throw new Failure("OUTPUT_NOT_REVERSIBLE", "The remaining tracked changes would give a different result", {
        part,
      });
    }
  }
  return { waitsForTable: false };
}

/**
 * True if rows or cells of a part are undecided. Two paragraphs join if the table between them is deleted at the same time,
 * and not if it is deleted later (docs/design/revisions.md).
 */
function hasOpenRow({ document }: Workspace, part: string): boolean {
  return listRevisions(document).some((one) => one.part === part && (one.place === "row" || one.place === "cell"));
}

function allDecided(document: WordDocument, verdicts: Workspace["verdicts"], rest: Verdict): WordDocument {
  const copy = forkDocument(document);
  decide(copy, decisionsOn(listRevisions(copy), verdicts, rest));
  return copy;
}

function linesOf(work: Workspace, document: WordDocument, part: string): string {
  const tree = document.package.tree(part);
  const going = goingParagraphs(work, part);
  const isIgnored = (node: NodeId): boolean => going.has(node) && isEmptyParagraph(tree, node);
  return linesBelow({ tree, isKnown: () => false, isIgnored }, tree.root).join("\n");
}

/** Returns the paragraphs of a part whose marks the verdicts of the request delete. Forks share node ids. */
function goingParagraphs({ verdicts }: Workspace, part: string): Set<NodeId> {
  const going = [...verdicts].filter(([revision, verdict]) => {
    return revision.part === part && revision.place === "mark" && !isKept(revision, verdict);
  });
  return new Set(going.map(([{ tree, node }]) => ancestor(tree, node, W.p)));
}
