// Asks LibreOffice for a document's labels, its accepted or rejected text, and its pages as a PDF.
//
// Documents are written without their comments (`office-copy.ts`) to a temporary folder, because LibreOffice leaves
// lock files beside the file it opens. A Python program talks to LibreOffice, because the bindings for Python come with
// it.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KeptProcess, type Reply } from "./kept-process.ts";
import { copyForOffice } from "./office-copy.ts";

/** The system's Python, for which LibreOffice's bindings are installed, whatever else is on the path. */
const PYTHON = "/usr/bin/python3";
const DRIVER = join(import.meta.dirname, "office-session.py");
/** Milliseconds for one document. The slowest document of the corpus takes a third of that. */
const PATIENCE = 90_000;
/** Milliseconds. A redline of 300 pages takes a minute to print, and several minutes on a busy machine. */
const PRINT_PATIENCE = 600_000;

/** A paragraph as LibreOffice shows it: its label, then its text. */
export type OfficeParagraph = readonly [label: string, text: string];

export interface OfficeStories {
  readonly body: readonly OfficeParagraph[];
  readonly footnotes: readonly OfficeParagraph[];
  readonly endnotes: readonly OfficeParagraph[];
  readonly textboxes: readonly OfficeParagraph[];
  /** Headers and footers. */
  readonly headers: readonly OfficeParagraph[];
}

/** Returns the reason why LibreOffice cannot be used here; undefined if it can. */
export function officeProblem(): string | undefined {
  if (spawnSync("soffice", ["--version"]).status !== 0)
    return "LibreOffice is not installed (libreoffice-writer-nogui)";
  if (spawnSync(PYTHON, ["-c", "import uno"]).status !== 0)
    return "LibreOffice's bindings are not installed (python3-uno)";
  return undefined;
}

/** One LibreOffice with its own profile, started by the first question. Close it in the end. */
export class OfficeSession {
  readonly #folder = mkdtempSync(join(tmpdir(), "versus-office-"));
  readonly #process = new KeptProcess({ command: PYTHON, words: [DRIVER, join(this.#folder, "profile")] });

  /** Returns every paragraph with the label it shows. */
  readLabels(document: Uint8Array): Promise<Reply<OfficeStories>> {
    return this.#process.ask({ do: "labels", file: this.#write(document) }, PATIENCE);
  }

  /** Returns the same after computing all fields, because a reference to later content is not known before. */
  readShown(document: Uint8Array): Promise<Reply<OfficeStories>> {
    return this.#process.ask({ do: "shown", file: this.#write(document) }, PATIENCE);
  }

  /**
   * Returns the document without its comments, with all its tracked changes accepted or rejected. Returns an error if
   * changes are left.
   */
  async settle(document: Uint8Array, decision: "accept" | "reject"): Promise<Reply<Uint8Array>> {
    const to = join(this.#folder, "settled.docx");
    const reply = await this.#process.ask<number>({ do: decision, file: this.#write(document), to }, PATIENCE);
    if ("error" in reply) return reply;
    return reply.ok === 0 ? { ok: readFileSync(to) } : { error: `${reply.ok} changes are left` };
  }

  /** Returns the document without its comments as a PDF. */
  async print(document: Uint8Array): Promise<Reply<Uint8Array>> {
    const to = join(this.#folder, "printed.pdf");
    const reply = await this.#process.ask<null>({ do: "pdf", file: this.#write(document), to }, PRINT_PATIENCE);
    return "error" in reply ? reply : { ok: readFileSync(to) };
  }

  #write(document: Uint8Array): string {
    const file = join(this.#folder, "document.docx");
    writeFileSync(file, copyForOffice(document));
    return file;
  }

  close(): void {
    this.#process.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
