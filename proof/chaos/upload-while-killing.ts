// Posts uploads while workers die, and checks them.
//
// Each upload that was answered with 201 is prepared, has the content of its own document, and is counted once.

import { type Caller, type Job, postUpload, readContent } from "./call-service.ts";
import type { Findings } from "./findings.ts";
import { KeptJobs } from "./kept-jobs.ts";
import { makePair } from "./make-pair.ts";

/** The uploads of a run, each remembered by the mark in its text. */
export class KeptUploads extends KeptJobs<string> {
  constructor(caller: Caller, findings: Findings) {
    super(caller, findings, { one: "an upload", each: "each upload", documents: 1 });
  }

  async begin(number: number): Promise<void> {
    const mark = `upload-${number}`;
    const id = await postUpload(this.caller, makePair(number, mark).before, mark).catch(() => "");
    this.findings.check("POST /v1/files answers 201", id !== "", () => mark);
    if (id !== "") this.keep(id, mark);
  }

  protected async check(_: Job, id: string, mark: string): Promise<void> {
    const content = await readContent(this.caller, id);
    this.findings.check("its content is that of its document", content.includes(mark), () => id);
  }
}
