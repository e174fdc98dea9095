// Settles merges as a person does, and reads the result.

import { nodeZlib } from "../platform/node-zlib.ts";
import { openDocument } from "../src/document/open-document.ts";
import { wordNames } from "../src/document/word-names.ts";
import type { MergedDocument } from "../src/merge/merge-documents.ts";
import type { Decisions } from "../src/revisions/choose/chosen-verdicts.ts";
import { decideTask } from "../src/tasks/decide-task.ts";
import { p } from "./documents.ts";
import { redlineText } from "./redline-text.ts";

/** Returns a body with one paragraph for each text. */
export function doc(...texts: readonly string[]): string {
  return texts.map((text) => p(text)).join("");
}

/** Settles a merge and returns the texts of its blocks, one line for each. */
export function settled({ document }: MergedDocument, decisions: Decisions): string[] {
  const outcome = decideTask({ bytes: document.package.save(6), codec: nodeZlib, decisions });
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.problems));
  return redlineText(openDocument(outcome.docx, { codec: nodeZlib, names: wordNames() })).split("\n");
}

/** Returns the result of each choice in conflict 1, with all other changes accepted and with all rejected. */
export function choices(merge: MergedDocument, ...names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    names.flatMap((choose) =>
      (["accept", "reject"] as const).map((rest) => [
        `${choose}, ${rest}`,
        settled(merge, { conflicts: [{ id: 1, choose }], rest }),
      ]),
    ),
  );
}
