// Runs docxodus in a separate process.
//
// Asked to accept, reject, compare or merge, it answers with the new document in base64.

import { answerQuestions, type Question, quietConsole } from "./answer-questions.ts";

quietConsole();
const { docxDiffAcceptRevisions, docxDiffCompare, docxDiffConsolidate, docxDiffRejectRevisions, initialize } =
  await import("docxodus/core");
await initialize();

const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));

/** Docxodus's number for keeping every reviewer's version of a conflict, for a person to choose. */
const STACK_ALL = 2;

function answer({ do: what, bytes: given, after = "", copies = [] }: Question): Promise<Uint8Array> {
  const bytes = fromBase64(given);
  if (what === "compare") return docxDiffCompare(bytes, fromBase64(after), { authorForRevisions: "Docxodus" });
  if (what === "consolidate") {
    const reviewers = copies.map((copy) => ({ document: fromBase64(copy.bytes), author: copy.author }));
    return docxDiffConsolidate(bytes, reviewers, { conflictResolution: STACK_ALL });
  }
  return what === "accept" ? docxDiffAcceptRevisions(bytes) : docxDiffRejectRevisions(bytes);
}

await answerQuestions(async (question) => Buffer.from(await answer(question)).toString("base64"));
