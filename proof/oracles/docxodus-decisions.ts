// Tracked changes accepted, rejected and made by docxodus: a second opinion on what a document is then.

import { join } from "node:path";
import { KeptProcess, type Reply } from "../office/kept-process.ts";
import type { Question } from "./answer-questions.ts";

/** Milliseconds for one question; most documents take under a tenth of a second. */
const PATIENCE = 60_000;

const docxodus = new KeptProcess({
  command: process.execPath,
  words: [join(import.meta.dirname, "docxodus-session.ts")],
});

/** The document with all its changes accepted, or why docxodus gives none. It runs on for the next question. */
export function docxodusAccept(bytes: Uint8Array): Promise<Reply<Uint8Array>> {
  return askDocxodus({ do: "accept", bytes: toBase64(bytes) });
}

/** The same, rejected. */
export function docxodusReject(bytes: Uint8Array): Promise<Reply<Uint8Array>> {
  return askDocxodus({ do: "reject", bytes: toBase64(bytes) });
}

/** Docxodus's own redline of two documents, to measure ours beside it. */
export function docxodusCompare(before: Uint8Array, after: Uint8Array): Promise<Reply<Uint8Array>> {
  return askDocxodus({ do: "compare", bytes: toBase64(before), after: toBase64(after) });
}

/** Docxodus's own merge of copies of a document, every reviewer's version where they differ. */
export function docxodusConsolidate(
  base: Uint8Array,
  copies: readonly { readonly bytes: Uint8Array; readonly author: string }[],
): Promise<Reply<Uint8Array>> {
  const told = copies.map(({ bytes, author }) => ({ bytes: toBase64(bytes), author }));
  return askDocxodus({ do: "consolidate", bytes: toBase64(base), copies: told });
}

export function stopDocxodus(): void {
  docxodus.stop();
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

async function askDocxodus(question: Question): Promise<Reply<Uint8Array>> {
  const reply = await docxodus.ask<string>(question, PATIENCE);
  return "error" in reply ? reply : { ok: new Uint8Array(Buffer.from(reply.ok, "base64")) };
}
