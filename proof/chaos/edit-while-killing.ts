// Posts edits while workers die, and checks them.
//
// Each edit that was answered with 202 is applied once to its own document. An edit counts nothing in addition to its
// upload.

import { type Caller, download, type Job, postEdit, postUpload, readContent } from "./call-service.ts";
import type { Findings } from "./findings.ts";
import { KeptJobs } from "./kept-jobs.ts";
import { makePair } from "./make-pair.ts";

interface KnownEdit {
  /** A word in the document and in the inserted text. */
  readonly mark: string;
  /** The promised file of the edit. */
  readonly fileId: string;
}

export class KeptEdits extends KeptJobs<KnownEdit> {
  constructor(caller: Caller, findings: Findings) {
    super(caller, findings, { one: "an edit", each: "each edited upload", documents: 1 });
  }

  async begin(number: number): Promise<void> {
    const mark = `edit-${number}`;
    const made = await this.#post(number, mark).catch(() => undefined);
    this.findings.check("POST /v1/edit answers 202", made !== undefined, () => mark);
    if (made !== undefined) this.keep(made.editId, { mark, fileId: made.fileId });
  }

  async #post(number: number, mark: string) {
    const source = await postUpload(this.caller, makePair(number, mark).before, mark);
    return postEdit(this.caller, source, `inserted by ${mark}. `);
  }

  protected async check({ downloads }: Job, id: string, { mark, fileId }: KnownEdit): Promise<void> {
    const statuses = await Promise.all(downloads.map(async ({ url }) => (await download(url)).status));
    this.findings.check(
      "its document can be downloaded",
      statuses.join() === "200",
      () => `${id} answered ${statuses}`,
    );
    const content = await readContent(this.caller, fileId);
    const times = content.split(`inserted by ${mark}.`).length - 1;
    this.findings.check("its file has the edit, once", times === 1, () => `${id} has it ${times} times`);
  }
}
