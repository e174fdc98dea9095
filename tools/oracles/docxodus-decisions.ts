// Tracked changes accepted and rejected by docxodus: a second opinion on what a document is then.

import { join } from "node:path";
import { KeptProcess, type Reply } from "../office/kept-process.ts";

/** Milliseconds for one document; most take under a tenth of a second. */
const PATIENCE = 60_000;

const docxodus = new KeptProcess({
  command: process.execPath,
  words: [join(import.meta.dirname, "docxodus-session.ts")],
});

/** The document with all its changes accepted, or why docxodus gives none. It runs on for the next question. */
export function docxodusAccept(bytes: Uint8Array): Promise<Reply<Uint8Array>> {
  return ask("accept", bytes);
}

/** The same, rejected. */
export function docxodusReject(bytes: Uint8Array): Promise<Reply<Uint8Array>> {
  return ask("reject", bytes);
}

export function stopDocxodus(): void {
  docxodus.stop();
}

async function ask(verdict: "accept" | "reject", bytes: Uint8Array): Promise<Reply<Uint8Array>> {
  const question = { do: verdict, bytes: Buffer.from(bytes).toString("base64") };
  const reply = await docxodus.ask<string>(question, PATIENCE);
  return "error" in reply ? reply : { ok: new Uint8Array(Buffer.from(reply.ok, "base64")) };
}
