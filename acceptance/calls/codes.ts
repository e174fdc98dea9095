// Collects error codes: those of replies, those of the errors topic, and those never raised.
//
// A code is written with its group, because one word may be in two groups: `reply`, `job`, `upstream` and `reason`. An
// upstream code comes with a failed job, or as the reason for refusing a source at once. A reason comes with a refused
// edit.

import type { Reply } from "./request.ts";

const GATE = "only a fault of the engine raises it: the engine's tests plant one";

/** Codes that cannot be raised, each with the reason. A run fails if one is raised. */
export const codesApart: Readonly<Record<string, string>> = {
  "upstream DOCUMENT_TOO_COMPLEX":
    "no document is known that makes so large a result: the engine's tests lower the limit",
  "upstream OUTPUT_INVALID": GATE,
  "upstream OUTPUT_NOT_REVERSIBLE": GATE,
};

/** The codes that replies have carried so far. */
export class CodesSeen {
  readonly raised = new Set<string>();

  see({ status, json }: Reply): void {
    const error = json?.error;
    if (error === undefined || error === null) return;
    if (status < 400) {
      this.raised.add(`job ${error.code}`);
      if (error.code === "INVALID_EDIT")
        for (const { reason } of error.details ?? []) this.raised.add(`reason ${reason}`);
      // The upstream code equals the code if nothing finer is known; files and creations have none.
      if ((error.upstream_code ?? error.code) !== error.code) this.raised.add(`upstream ${error.upstream_code}`);
      return;
    }
    this.raised.add(`reply ${error.code}`);
    if (error.code === "INVALID_EDIT" || error.code === "INSTRUCTION_NOT_UNDERSTOOD") {
      for (const { reason } of error.details ?? []) this.raised.add(`reason ${reason}`);
    }
    if (error.code !== "DOCUMENT_UNREADABLE") return;
    for (const { reason } of error.details ?? []) this.raised.add(`upstream ${reason}`);
  }
}

const GROUPS: Readonly<Record<string, string>> = {
  "Codes of replies": "reply",
  "Codes of failed jobs": "job",
  "Upstream codes": "upstream",
  "Reasons of refused edits": "reason",
};

/** Returns the codes in the text of the errors topic, each with its group. */
export function codesOf(topic: string): string[] {
  const sections = topic.split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const group = GROUPS[section.slice(0, section.indexOf("\n"))];
    if (group === undefined)
      throw new Error(`the errors topic has a section that is not known: ${section.slice(0, 40)}`);
    return [...section.matchAll(/^\| ([A-Z][A-Z_]+) \|/gm)].map(([, code]) => `${group} ${code}`);
  });
}
