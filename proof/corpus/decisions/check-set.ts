// Checks a tracked document against the same document before and after its changes, in its own thread.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { acceptAll, rejectAll, type Verdict } from "@versus/engine/inside";
import { openCorpusDocument, SAVE_LEVEL } from "../read-document.ts";
import { documentText, textDifferences } from "./document-text.ts";

export interface SetJob {
  readonly name: string;
  readonly folder: string;
}

export interface SetOutcome {
  readonly name: string;
  readonly verdict: Verdict;
  readonly differences: readonly string[];
}

const EXPECTED: readonly { readonly verdict: Verdict; readonly file: string }[] = [
  { verdict: "accept", file: "after.docx" },
  { verdict: "reject", file: "before.docx" },
];

export function work({ name, folder }: SetJob): SetOutcome[] {
  return EXPECTED.map(({ verdict, file }) => {
    const document = openCorpusDocument(readFileSync(join(folder, "tracked.docx")));
    (verdict === "accept" ? acceptAll : rejectAll)(document);
    const decided = openCorpusDocument(document.package.save(SAVE_LEVEL));
    const expected = openCorpusDocument(readFileSync(join(folder, file)));
    return { name, verdict, differences: textDifferences(documentText(decided), documentText(expected)) };
  });
}

export function crashedSet({ name }: SetJob, reason: string): SetOutcome[] {
  return EXPECTED.map(({ verdict }) => ({ name, verdict, differences: [`crash: ${reason.split("\n")[0]}`] }));
}
