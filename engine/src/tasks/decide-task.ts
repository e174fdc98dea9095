// Decides the changes of a redline for the service, the command line and the MCP server.
//
// Bytes are the input and the output.

import type { Notice } from "../failures/failure.ts";
import { decide } from "../library/decide.ts";
import { open } from "../library/documents.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { Decisions } from "../revisions/choose/chosen-verdicts.ts";
import type { DecisionProblem } from "../revisions/choose/decision-problems.ts";
import { saveLimited } from "./output-limit.ts";

export interface DecideRequest {
  /** A Word document with tracked changes: a comparison, a merge or any other. */
  readonly bytes: Uint8Array;
  readonly codec: Codec;
  readonly decisions: Decisions;
  /** The file name of the modified document of a comparison. A merge records the names of its revised copies. */
  readonly revision?: string;
}

export type DecideOutcome =
  | {
      readonly kind: "decided";
      readonly docx: Uint8Array;
      readonly notices: readonly Notice[];
      /** The numbers of undecided changes, as a reader counts them, and of open conflicts. */
      readonly open: { readonly changes: number; readonly conflicts: number };
    }
  /** Nothing was decided: the decisions name something that the document lacks, or contradict each other. */
  | { readonly kind: "refused"; readonly problems: readonly DecisionProblem[] };

/** Applies the decisions. Throws a Failure if the file cannot be read, or if the result exceeds the limit. */
export function decideTask({ bytes, codec, decisions, revision }: DecideRequest): DecideOutcome {
  const opened = open(bytes, codec);
  const outcome = decide(opened, decisions, revision);
  if (outcome.kind === "refused") return outcome;
  const { document, ...told } = outcome;
  return { ...told, docx: saveLimited(document, [opened]) };
}
