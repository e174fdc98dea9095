// Docxodus in a process of its own. Asked to accept or reject, it answers with the changed document in base64.

import { answerQuestions, quietConsole } from "./answer-questions.ts";

quietConsole();
const { docxDiffAcceptRevisions, docxDiffRejectRevisions, initialize } = await import("docxodus/core");
await initialize();
await answerQuestions(async ({ do: verdict, bytes }) => {
  const decide = verdict === "accept" ? docxDiffAcceptRevisions : docxDiffRejectRevisions;
  return Buffer.from(await decide(new Uint8Array(Buffer.from(bytes, "base64")))).toString("base64");
});
