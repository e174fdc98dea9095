// The gate for a request that decides tracked changes: what is still undecided must lead where it led before.
//
// Accepting the rest of the result must read as the uploaded document does with the verdicts of the request and the rest accepted,
// all at once; and rejecting the rest likewise. So nothing undecided was lost or touched. A paragraph that cannot go while some of
// its content, or the mark before it (JOIN-6), is undecided stays, and may be empty in the end: before a table, or at the end of a
// cell or story.

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

/** True if a result waits for a table: what it comes to depends on rows that may still go. Throws a Failure when it must not leave otherwise. */
export function checkDecisions(work: Workspace): { readonly waitsForTable: boolean } {
  for (const verdict of ["accept", "reject"] as const) {
    const atOnce = allDecided(work.uploaded.document, work.verdicts, verdict);
    const inTurn = allDecided(work.document, new Map(), verdict);
    for (const part of storyParts(work)) {
      if (linesOf(work, atOnce, part) === linesOf(work, inTurn, part)) continue;
      if (hasOpenRow(work, part)) return { waitsForTable: true };
      throw new Failure("OUTPUT_NOT_REVERSIBLE", "The remaining tracked changes would have another effect", { part });
    }
  }
  return { waitsForTable: false };
}

/** Two paragraphs join at once with the table between them gone, and no more if it goes later (docs/design/revisions.md). */
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

/** The paragraphs of a part whose marks go by the request's verdicts. Forks share the numbers of nodes. */
function goingParagraphs({ verdicts }: Workspace, part: string): Set<NodeId> {
  const going = [...verdicts].filter(([revision, verdict]) => {
    return revision.part === part && revision.place === "mark" && !isKept(revision, verdict);
  });
  return new Set(going.map(([{ tree, node }]) => ancestor(tree, node, W.p)));
}
