// Decisions on the changes of a redline, as the service, the command line and a worker apply them: bytes in, bytes out.

import type { Notice } from "../failures/failure.ts";
import { decide } from "../library/decide.ts";
import { open, save } from "../library/documents.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { Decisions } from "../revisions/choose/chosen-verdicts.ts";
import type { DecisionProblem } from "../revisions/choose/decision-problems.ts";

export interface DecideRequest {
  /** A Word document with tracked changes: a comparison, a merge or any other. */
  readonly bytes: Uint8Array;
  readonly codec: Codec;
  readonly decisions: Decisions;
  /** The name of the version that made the changes of a comparison; a merge knows its revisions itself. */
  readonly revision?: string;
}

export type DecideOutcome =
  | {
      readonly kind: "decided";
      readonly docx: Uint8Array;
      readonly notices: readonly Notice[];
      /** How many changes, as a reader counts them, and conflicts are still open. */
      readonly open: { readonly changes: number; readonly conflicts: number };
    }
  /** Nothing was decided: the decisions name what the document does not have, or contradict themselves. */
  | { readonly kind: "refused"; readonly problems: readonly DecisionProblem[] };

/** Throws a Failure when the file cannot be read. */
export function decideTask({ bytes, codec, decisions, revision }: DecideRequest): DecideOutcome {
  const outcome = decide(open(bytes, codec), decisions, revision);
  if (outcome.kind === "refused") return outcome;
  const { document, ...told } = outcome;
  return { ...told, docx: save(document) };
}
