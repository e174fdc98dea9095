// Uploads while workers die: each that was answered with 201 is prepared, its content is that of its own document, and
// each is counted once.

import { type Caller, countedDocuments, postUpload, readContent, readJob } from "./call-service.ts";
import type { Findings } from "./findings.ts";
import { makePair } from "./make-pair.ts";

export class KeptUploads {
  readonly #caller: Caller;
  readonly #findings: Findings;
  /** By id, the marks of those that have not ended. */
  readonly #waiting = new Map<string, string>();
  #accepted = 0;

  constructor(caller: Caller, findings: Findings) {
    this.#caller = caller;
    this.#findings = findings;
  }

  get accepted(): number {
    return this.#accepted;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  async begin(number: number): Promise<void> {
    const mark = `upload-${number}`;
    const id = await postUpload(this.#caller, makePair(number, mark).before, mark).catch(() => "");
    this.#findings.check("POST /v1/files answers 201", id !== "", () => mark);
    if (id === "") return;
    this.#accepted += 1;
    this.#waiting.set(id, mark);
  }

  /** Checks those that have ended meanwhile. */
  async look(): Promise<void> {
    for (const [id, mark] of this.#waiting) {
      const { status, error } = await readJob(this.#caller, id);
      if (status === "processing") continue;
      this.#waiting.delete(id);
      this.#findings.check("an upload ends ready", status === "ready", () => `${id} is ${status} ${error?.code ?? ""}`);
      const content = await readContent(this.#caller, id);
      this.#findings.check("its content is that of its document", content.includes(mark), () => id);
    }
  }

  async finish(): Promise<void> {
    for (const id of this.#waiting.keys()) this.#findings.check("an upload ends ready", false, () => `${id} is lost`);
    const counted = await countedDocuments(this.#caller);
    const isOnce = counted === this.#accepted;
    this.#findings.check("usage counts each upload once", isOnce, () => `${counted}, not ${this.#accepted}`);
  }
}
