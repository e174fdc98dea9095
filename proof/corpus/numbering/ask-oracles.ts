// Asks two other programs for the labels of a document, and keeps the answers by the hash of the file.
//
// Docxodus accepts tracked changes first, and both programs read the result. A label belongs to the document with its
// changes accepted, and programs differ in what they show of undecided changes.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KeptProcess, type Reply } from "../../office/kept-process.ts";
import { OfficeSession } from "../../office/office-session.ts";
import { docxodusAccept, stopDocxodus } from "../../oracles/docxodus-decisions.ts";

/** A paragraph as a program shows it. */
export type LabelledParagraph = readonly [label: string, text: string];

export interface OracleAnswers {
  readonly office: Reply<readonly LabelledParagraph[]>;
  readonly docxodus: Reply<readonly LabelledParagraph[]>;
}

export interface OracleQuestion {
  readonly bytes: Uint8Array;
  readonly hasRevisions: boolean;
}

/** Increase this number if the question or a program changes. Answers of another edition are ignored. */
const EDITION = 1;
/** Time limit in milliseconds for one document. */
const PATIENCE = 60_000;

/** A session with both programs, which start at the first question. Close it in the end. */
export class Oracles {
  readonly #folder = join(tmpdir(), "versus-numbering-oracles");
  readonly #office = new OfficeSession();
  readonly #docxodus = new KeptProcess({
    command: process.execPath,
    words: [join(import.meta.dirname, "docxodus-labels-session.ts")],
  });

  constructor() {
    mkdirSync(this.#folder, { recursive: true });
  }

  async ask(question: OracleQuestion): Promise<OracleAnswers> {
    const hash = createHash("sha256").update(question.bytes).digest("hex");
    const kept = join(this.#folder, `${hash}-${EDITION}.json`);
    if (existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8")) as OracleAnswers;
    const answers = await this.#askBoth(question);
    // Do not keep the answers if a program failed: the machine may have been busy. The next run asks again.
    if ("error" in answers.office || "error" in answers.docxodus) return answers;
    writeFileSync(`${kept}.part`, JSON.stringify(answers));
    renameSync(`${kept}.part`, kept);
    return answers;
  }

  close(): void {
    this.#office.close();
    this.#docxodus.stop();
    stopDocxodus();
  }

  async #askBoth({ bytes, hasRevisions }: OracleQuestion): Promise<OracleAnswers> {
    const accepted = hasRevisions ? await docxodusAccept(bytes) : { ok: bytes };
    if ("error" in accepted) return { office: accepted, docxodus: accepted };
    const question = { do: "labels", bytes: Buffer.from(accepted.ok).toString("base64") };
    const docxodus = await this.#docxodus.ask<LabelledParagraph[]>(question, PATIENCE);
    const office = await this.#office.readLabels(accepted.ok);
    return { docxodus, office: "error" in office ? office : { ok: office.ok.body } };
  }
}
