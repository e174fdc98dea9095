// Docxodus in a process of its own. Asked to accept, reject or compare, it answers with the new document in base64.

import { answerQuestions, quietConsole } from "./answer-questions.ts";

quietConsole();
const { docxDiffAcceptRevisions, docxDiffCompare, docxDiffRejectRevisions, initialize } = await import("docxodus/core");
await initialize();

const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));

function answer(what: string, bytes: Uint8Array, after: Uint8Array): Promise<Uint8Array> {
  if (what === "compare") return docxDiffCompare(bytes, after, { authorForRevisions: "Docxodus" });
  return what === "accept" ? docxDiffAcceptRevisions(bytes) : docxDiffRejectRevisions(bytes);
}

await answerQuestions(async ({ do: what, bytes, after = "" }) => {
  return Buffer.from(await answer(what, fromBase64(bytes), fromBase64(after))).toString("base64");
});
