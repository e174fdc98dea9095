// Documents opened and saved by LibreOffice, compared with what they were.
//
// It writes everything anew, so this shows what noise of another program's making comes through as changes of text. It
// also loses things: charts are redrawn, some objects dropped, paragraphs added. A document that says something else
// now, to the judge's own reader, has to have changes and proves nothing here; it is told and passed over.

import { readFileSync } from "node:fs";
import { listRevisions } from "@versus/engine";
import { OfficeSession, officeProblem } from "../../office/office-session.ts";
import { startProgress } from "../../runner/progress.ts";
import { compareContents } from "../compare/compare-contents.ts";
import { readContent } from "../compare/read-content.ts";
import { openCorpusDocument } from "../read-document.ts";
import { type Changes, changesBetween, type SelfJob } from "./check-self.ts";

export type SavedAgain =
  | { readonly kind: "not-asked"; readonly reason: string }
  | { readonly kind: "asked"; readonly documents: readonly SavedDocument[] };

export interface SavedDocument {
  readonly path: string;
  /** Why LibreOffice gave no copy that says the same: its error, or the first place; undefined when it did. */
  readonly passedOver: string | undefined;
  /** The changes of text, by kind and place. */
  readonly changes: Changes;
}

/** What no change of formatting touches. */
const TEXT_PLACES = /of (?:content|mark|row|cell|math)$|^refused|^crashed/;

/** Saves documents until so many say the same. Those with tracked changes are left out: saving settles them. */
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
  const { difference } = compareContents(readContent(bytes), readContent(reply.ok));
  if (difference !== undefined) return { passedOver: difference.place, changes: {} };
  const changes = await changesBetween(bytes, reply.ok).catch(crashOf);
  return {
    passedOver: undefined,
    changes: Object.fromEntries(Object.entries(changes).filter(([change]) => TEXT_PLACES.test(change))),
  };
}

/** One crash is no reason to know nothing of the others. */
function crashOf(problem: unknown): Changes {
  const [, place = ""] = (problem instanceof Error ? (problem.stack ?? "") : "").split("\n    at ");
  return { [`crashed ${place}`]: 1 };
}
