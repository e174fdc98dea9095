// Prints documents with LibreOffice, each once: a PDF is kept by the hash of its document.
//
// Tracked changes are accepted first, because LibreOffice would print both versions of a changed sentence.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acceptAll } from "@versus/engine/inside";
import type { Reply } from "../../office/kept-process.ts";
import { OfficeSession } from "../../office/office-session.ts";
import { openCorpusDocument, SAVE_LEVEL } from "../read-document.ts";

/** The document whose pages were printed, and the PDF. */
export interface Printed {
  readonly docx: Uint8Array;
  readonly pdf: Uint8Array;
}

/** A session with LibreOffice, which starts for the first document without a kept PDF. Close it in the end. */
export class Printer {
  readonly #folder = join(tmpdir(), "versus-printed-pdf");
  readonly #office = new OfficeSession();

  constructor() {
    mkdirSync(this.#folder, { recursive: true });
  }

  async print(original: Uint8Array): Promise<Reply<Printed>> {
    const docx = accepted(original);
    const hash = createHash("sha256").update(docx).digest("hex");
    const kept = join(this.#folder, `${hash}.pdf`);
    if (existsSync(kept)) return { ok: { docx, pdf: readFileSync(kept) } };
    const reply = await this.#office.print(docx);
    if ("error" in reply) return reply;
    writeFileSync(`${kept}.part`, reply.ok);
    renameSync(`${kept}.part`, kept);
    return { ok: { docx, pdf: reply.ok } };
  }

  close(): void {
    this.#office.close();
  }
}

/** Returns the document with every tracked change accepted. Throws the Failure of a file that is not a document. */
function accepted(original: Uint8Array): Uint8Array {
  const document = openCorpusDocument(original);
  acceptAll(document);
  return document.package.save(SAVE_LEVEL);
}
