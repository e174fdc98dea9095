// Asks docxodus to accept or reject tracked changes, to compare or to merge, as a second opinion on our result.

import { join } from "node:path";
import { KeptProcess, type Reply } from "../office/kept-process.ts";
import type { Question } from "./answer-questions.ts";

/** Milliseconds for one question; most documents take less than a tenth of a second. */
const PATIENCE = 60_000;

const docxodus = new KeptProcess({
  command: process.execPath,
  words: [join(import.meta.dirname, "docxodus-session.ts")],
});

/**
 * Returns the document with all its changes accepted, or docxodus's error. Docxodus keeps running for the next
 * question.
 */
export function docxodusAccept(bytes: Uint8Array): Promise<Reply<Uint8Array>> {
  return askDocxodus({ do: "accept", bytes: toBase64(bytes) });
}

/** Returns the document with all its changes rejected, or docxodus's error. */
export function docxodusReject(bytes: Uint8Array): Promise<Reply<Uint8Array>> {
  return askDocxodus({ do: "reject", bytes: toBase64(bytes) });
}

/** Returns docxodus's own redline of two documents, for measurements beside ours. */
export function docxodusCompare(before: Uint8Array, after: Uint8Array): Promise<Reply<Uint8Array>> {
  return askDocxodus({ do: "compare", bytes: toBase64(before), after: toBase64(after) });
}

/** Returns docxodus's own merge of copies of a document. Where the copies differ, it has every reviewer's version. */
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
