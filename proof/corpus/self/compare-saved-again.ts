// Compares documents that LibreOffice opened and saved with their originals.
//
// LibreOffice writes all markup again, so this shows which noise of another program is reported as a change of text.
// It also rewrites text: it computes fields, replaces objects and adds paragraphs. If the judge's own reader finds
// another text in the body, a redline must show that difference, which proves nothing here. That document is listed
// and skipped.

import { readFileSync } from "node:fs";
import { listRevisions, type NodeId, type Tree, W } from "@versus/engine/inside";
import { OfficeSession, officeProblem } from "../../office/office-session.ts";
import { firstDifference } from "../../runner/first-difference.ts";
import { startProgress } from "../../runner/progress.ts";
import { countWords } from "../../runner/report.ts";
import { comparers } from "../compare/comparer.ts";
import { bodyTexts, readContent } from "../compare/read-content.ts";
import { openCorpusDocument } from "../read-document.ts";
import type { Changes, SelfJob } from "./check-self.ts";

export type SavedAgain =
  | { readonly kind: "not-asked"; readonly reason: string }
  | { readonly kind: "asked"; readonly documents: readonly SavedDocument[] };

export interface SavedDocument {
  readonly path: string;
  /**
   * Why LibreOffice gave no copy with the same text: its error, or the first differing paragraph. Undefined if the
   * copy has the same text.
   */
  readonly passedOver: string | undefined;
  /** The changes of the body's text, by kind. */
  readonly changes: Changes;
}

/**
 * Saves copies of documents with LibreOffice until `wanted` copies have the same text as their originals, and compares
 * each with its original. Documents with tracked changes are skipped, because saving accepts them.
 */
export async function compareSavedAgain(jobs: readonly SelfJob[], wanted: number): Promise<SavedAgain> {
  const reason = officeProblem();
  if (reason !== undefined) return { kind: "not-asked", reason };
  const session = new OfficeSession();
  const progress = startProgress("saved again", wanted);
  const documents: SavedDocument[] = [];
  let proven = 0;
  try {
    for (const { path, file } of jobs) {
      if (proven === wanted) break;
      const bytes = readFileSync(file);
      if (!isUntracked(bytes)) continue;
      const saved = await saveAndCompare(session, bytes);
      documents.push({ path, ...saved });
      if (saved.passedOver !== undefined) continue;
      proven += 1;
      progress.advance();
    }
  } finally {
    progress.finish();
    session.close();
  }
  return { kind: "asked", documents };
}

function isUntracked(bytes: Uint8Array): boolean {
  return listRevisions(openCorpusDocument(bytes)).length === 0;
}

async function saveAndCompare(session: OfficeSession, bytes: Uint8Array): Promise<Omit<SavedDocument, "path">> {
  const reply = await session.settle(bytes, "accept");
  if ("error" in reply) return { passedOver: reply.error, changes: {} };
  const place = firstDifference(bodyTexts(readContent(bytes)), bodyTexts(readContent(reply.ok)));
  if (place !== undefined) return { passedOver: `paragraph ${place} of the body`, changes: {} };
  return { passedOver: undefined, changes: await textChanges(bytes, reply.ok).catch(crashOf) };
}

/** Returns the insertions and deletions of text in the body. A replaced object or a paragraph mark is not text. */
async function textChanges(before: Uint8Array, after: Uint8Array): Promise<Changes> {
  const redline = await comparers.versus(before, after);
  if ("refusal" in redline) return { [`refused: ${redline.refusal}`]: 1 };
  const document = openCorpusDocument(redline.docx);
  const revisions = listRevisions(document).filter(
    ({ part, place, tree, node }) =>
      part === document.main && place === "content" && textBelow(tree, node).trim() !== "",
  );
  return countWords(revisions.map(({ kind }) => kind));
}

const TEXTS: ReadonlySet<number> = new Set([W.t, W.delText]);

/** Returns the text of a change, without the text of text boxes in it. */
function textBelow(tree: Tree, node: NodeId): string {
  if (tree.name(node) === W.txbxContent) return "";
  if (TEXTS.has(tree.name(node)))
    return tree
      .children(node)
      .map((child) => tree.text(child))
      .join("");
  return tree
    .children(node)
    .map((child) => textBelow(tree, child))
    .join("");
}

/** A crash is a result, so that the remaining documents are still compared. */
function crashOf(problem: unknown): Changes {
  const [, place = ""] = (problem instanceof Error ? (problem.stack ?? "") : "").split("\n    at ");
  return { [`crashed ${place}`]: 1 };
}
