// Saves a document with another program without an edit.
//
// Each program writes the markup of a document in its own way: LibreOffice and pandoc write all of it again, python-docx
// keeps almost everything.

import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import type { Reply } from "../../office/kept-process.ts";
import { OfficeSession, officeProblem } from "../../office/office-session.ts";

export const savingPrograms = ["libreoffice", "python-docx", "pandoc"] as const;
export type SavingProgram = (typeof savingPrograms)[number];

/** A program that saves any number of documents. Close it in the end. */
export interface Saver {
  save(document: Uint8Array): Promise<Reply<Uint8Array>>;
  close(): void;
}

/** The system's Python, for which Debian installs python-docx. */
const PYTHON = "/usr/bin/python3";
const OPEN_AND_SAVE = `
import io, sys, docx
docx.Document(io.BytesIO(sys.stdin.buffer.read())).save(sys.stdout.buffer)
`;
/** Milliseconds for one document. */
const PATIENCE = 60_000;
/** Bytes of one saved document. */
const LARGEST = 1 << 28;

/** Returns the reason why a program cannot be used here; undefined if it can. */
export function problemOf(program: SavingProgram): string | undefined {
  if (program === "libreoffice") return officeProblem();
  const [command, ...words] = program === "pandoc" ? ["pandoc", "--version"] : [PYTHON, "-c", "import docx"];
  if (spawnSync(command!, words).status === 0) return undefined;
  return program === "pandoc" ? "pandoc is not installed" : "python-docx is not installed (python3-docx)";
}

export function openSaver(program: SavingProgram): Saver {
  if (program === "libreoffice") {
    const session = new OfficeSession();
    return { save: (document) => session.settle(document, "accept"), close: () => session.close() };
  }
  const command = program === "pandoc" ? "pandoc" : PYTHON;
  const words = program === "pandoc" ? ["--from", "docx", "--to", "docx", "--output", "-"] : ["-c", OPEN_AND_SAVE];
  const save = async (document: Uint8Array): Promise<Reply<Uint8Array>> =>
    replyOf(spawnSync(command, words, { input: document, maxBuffer: LARGEST, timeout: PATIENCE }));
  return { save, close: () => undefined };
}

/** A document that the program cannot save is an error, and its last message is the reason. */
function replyOf({ status, stdout, stderr }: SpawnSyncReturns<Buffer>): Reply<Uint8Array> {
  if (status === 0) return { ok: stdout };
  return { error: stderr?.toString().trim().split("\n").at(-1) ?? "not started" };
}
