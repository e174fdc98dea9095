// Checks that LibreOffice opens created documents and shows the requested text.

import { existsSync, readFileSync } from "node:fs";
import { OfficeSession, officeProblem } from "../../office/office-session.ts";
import { type ListJob, listOf, nameOf } from "./check-list.ts";
import { readDefinitions, readParts } from "./definitions.ts";

export type OfficeOutcome =
  | { readonly kind: "not-asked"; readonly reason: string }
  | { readonly kind: "asked"; readonly asked: number; readonly problems: readonly string[] };

export async function askOffice(jobs: readonly ListJob[]): Promise<OfficeOutcome> {
  const asked = jobs.filter(({ saveAs }) => saveAs !== undefined && existsSync(saveAs));
  const reason = asked.length === 0 ? "no documents for it" : officeProblem();
  if (reason !== undefined) return { kind: "not-asked", reason };
  const session = new OfficeSession();
  try {
    const problems: string[] = [];
    for (const job of asked) {
      const problem = await askOne(session, job);
      if (problem !== "") problems.push(`${nameOf(job)}: ${problem}`);
    }
    return { kind: "asked", asked: asked.length, problems };
  } finally {
    session.close();
  }
}

async function askOne(session: OfficeSession, job: ListJob): Promise<string> {
  const reply = await session.readShown(readFileSync(job.saveAs!));
  if ("error" in reply) return `it does not open: ${reply.error}`;
  const theirs = job.template === undefined ? undefined : readDefinitions(readParts(readFileSync(job.template.file)));
  const { body } = listOf(job, theirs);
  const shown = reply.ok.body.map(([, text]) => text.normalize()).join("\n");
  // LibreOffice may end a paragraph at a page or column break, so the paragraphs are joined and compared as lines.
  const wanted = new RegExp(`^${body.map((paragraph) => paragraph.shown).join("\\n")}$`);
  if (wanted.test(shown)) return "";
  return body.length === reply.ok.body.length
    ? "another text"
    : `${reply.ok.body.length} paragraphs, not ${body.length}`;
}
