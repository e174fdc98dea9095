// Edits a file for the service, the command line and the MCP server: redline and clean copy out.

import type { PasswordHash } from "../document/write-settings.ts";
import type { Undecided } from "../edit/operations/operation.ts";
import type { EditResult } from "../edit/plan/edit-results.ts";
import type { Refusal } from "../edit/refusal.ts";
import { open, saveBoth } from "../library/documents.ts";
import { edit } from "../library/edit.ts";
import { openSource } from "../library/open-source.ts";
import { countChanges } from "../library/redline.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { RedlineSummary } from "../render/redline.ts";
import { outputBudgets } from "./output-limit.ts";

export interface EditRequest {
  readonly document: Uint8Array;
  /** The edits as sent. The task also checks their form. */
  readonly edits: readonly unknown[];
  /** The author and the date of the tracked changes; the date is ISO 8601 in UTC, to the second. */
  readonly author: string;
  readonly date: string;
  readonly codec: Codec;
  /** The hash of the password in set_document_settings. The caller computes it. */
  readonly passwordHash?: PasswordHash;
  /**
   * What happens where a formatting edit meets another author's undecided property change: refuse it (the default) or
   * skip that position.
   */
  readonly undecided?: Undecided | undefined;
  /** A document whose styles, with their lists, are copied before the first edit. */
  readonly styleTemplate?: Uint8Array;
}

export type EditTaskOutcome =
  | {
      readonly kind: "edited";
      /** The document with every change of the request as a tracked change. */
      readonly redline: Uint8Array;
      /** The clean copy: the changes of the request are applied, and older ones are kept as they were. */
      readonly docx: Uint8Array;
      /** The effect of each edit, in the order of the request. */
      readonly results: readonly EditResult[];
      /** The counts of the tracked changes in the redline, older ones too, counted when it is called. */
      readonly summary: () => RedlineSummary;
    }
  | { readonly kind: "refused"; readonly refusals: readonly Refusal[] };

/**
 * Applies the edits. Throws a Failure if:
 *
 * - a file cannot be read; the source is `style_template` if it is the template,
 * - the result would not lead back to the document, or would break a rule of the format,
 * - the result exceeds the limit.
 */
export function editTask({ document, edits, codec, styleTemplate, ...signature }: EditRequest): EditTaskOutcome {
  const opened = open(document, codec);
  const template = styleTemplate && openSource("style_template", () => open(styleTemplate, codec));
  const outcome = edit(opened, edits, { ...signature, ...(template && { styleTemplate: template }) });
  if (outcome.kind === "refused") return outcome;
  const sources = template === undefined ? [opened] : [opened, template];
  const [redline, docx] = saveBoth(outcome.redline, outcome.clean, outputBudgets(sources));
  const about = { kind: "comparison", revision: "", documents: [] } as const;
  const summary = (): RedlineSummary => countChanges({ document: outcome.redline, about });
  return { kind: "edited", redline, docx, results: outcome.results, summary };
}
