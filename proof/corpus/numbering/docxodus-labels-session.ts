// Runs docxodus in its own process and returns the paragraphs of a document's body with their labels.

import { answerQuestions, quietConsole } from "../../oracles/answer-questions.ts";

/** Kinds of anchors that are paragraphs: plain ones, headings, list items. */
const PARAGRAPHS: ReadonlySet<string> = new Set(["p", "h", "li"]);

/** An anchor of docxodus. The declaration in the library omits the label. */
interface Anchor {
  readonly kind: string;
  readonly scope: string;
  readonly textPreview: string;
  readonly autoNumberPrefix?: string;
}

quietConsole();
const { initialize, openDocxSession } = await import("docxodus/core");
await initialize();
await answerQuestions(async ({ bytes }) => readLabels(new Uint8Array(Buffer.from(bytes, "base64"))));

function readLabels(bytes: Uint8Array): [label: string, text: string][] {
  const session = openDocxSession(bytes);
  try {
    const anchors: readonly Anchor[] = Object.values(session.project().anchorIndex);
    const paragraphs = anchors.filter(({ kind, scope }) => PARAGRAPHS.has(kind) && scope === "body");
    return paragraphs.map(({ autoNumberPrefix, textPreview }) => [autoNumberPrefix ?? "", textPreview]);
  } finally {
    session.close();
  }
}
