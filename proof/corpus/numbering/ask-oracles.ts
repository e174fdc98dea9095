// What two other programs say about the labels of a document, each asked once: answers are kept by the hash of the file.
//
// Tracked changes are accepted first, by docxodus, and both programs read the result: a label belongs to the document
// as it is with its changes accepted, and programs differ in what they show of a document that still has them.

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

/** Raised when what is asked, or who, has changed: answers kept before are then asked for again. */
const EDITION = 1;
/** Milliseconds for one document. */
const PATIENCE = 60_000;

/** Both programs, started when they are first needed. Close them in the end. */
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
    // A program that failed may have had no time on a busy machine: it is asked again the next time.
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
