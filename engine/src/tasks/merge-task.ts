// Merges several revised copies of one file for the service, the command line and the MCP server.
//
// Bytes are the input, artifacts the output.

import { openDocument, type WordDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { Notice } from "../failures/failure.ts";
import type { OutputBudget } from "../failures/output-budget.ts";
import type { AllOptions } from "../language/option-table.ts";
import { type Merge, merge } from "../library/merge.ts";
import { openSource } from "../library/open-source.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { RedlineSummary } from "../render/redline.ts";
import { outputBudgets } from "./output-limit.ts";
import { type RedlineFormat, renderRedline } from "./render-redline.ts";

export type MergeFormat = RedlineFormat;

/** A file and its name, as a reader knows it. */
export interface MergeSource {
  readonly bytes: Uint8Array;
  readonly name: string;
}

export interface MergeRevision extends MergeSource {
  /** The author of this copy's tracked changes. */
  readonly author: string;
}

export interface MergeRequest {
  /** The file that every revision was edited from. */
  readonly base: MergeSource;
  /** Two or more revisions with different names, in the order in which competing changes are listed. */
  readonly revisions: readonly MergeRevision[];
  /** The date of the changes, as ISO 8601 in UTC, to the second. */
  readonly date: string;
  readonly codec: Codec;
  readonly formats: readonly MergeFormat[];
  /** True if the document has a tag such as `«A» ` before each version of a conflict. Default: false. */
  readonly versionTags?: boolean;
  /** Formatting changes that the draft tracks. Default: visible. */
  readonly formatting?: AllOptions["formatting"] | undefined;
  /** Called with the documents after they are read and before they are merged. */
  readonly onOpened?: (base: WordDocument, revisions: readonly WordDocument[]) => void;
  /** Called at the start of each stage. `checking` begins again if a check fails and a coarser draft is written. */
  readonly onProgress?: (stage: MergeStage) => void;
}

export type MergeStage = "opening" | "merging" | "checking" | "rendering";

export interface MergeOutcome {
  readonly artifacts: ReadonlyMap<MergeFormat, Uint8Array>;
  readonly notices: readonly Notice[];
  /** The cost of aligning in steps, equal on every machine. */
  readonly steps: number;
  /** The summary of the JSON, counted when it is called unless a format needed the JSON. */
  readonly summary: () => RedlineSummary;
}

/**
 * Merges the revisions. Throws a Failure if a file cannot be read; its source is `base` or `revisions[<n>]`, counted
 * from 0. Throws one without a source if no exact draft can be written or an artifact exceeds the limit.
 */
export function mergeTask(request: MergeRequest): MergeOutcome {
  const { draft, newBudget } = makeDraft(request);
  request.onProgress?.("rendering");
  const { notices, steps } = draft;
  return {
    ...renderRedline(draft, { formats: request.formats, newBudget, codec: request.codec }),
    notices,
    steps,
  };
}

/** Opens and merges the documents. They become garbage when it returns, so rendering does not hold them in memory. */
function makeDraft(request: MergeRequest): { readonly draft: Merge; readonly newBudget: () => OutputBudget } {
  const { codec, date, versionTags = false, formatting, onProgress } = request;
  onProgress?.("opening");
  const known = { codec, names: wordNames() };
  const base = openSource("base", () => openDocument(request.base.bytes, known));
  const copies = request.revisions.map(({ bytes, name, author }, index) => ({
    document: openSource(`revisions[${index}]`, () => openDocument(bytes, known)),
    name,
    author,
  }));
  const documents = copies.map(({ document }) => document);
  request.onOpened?.(base, documents);
  onProgress?.("merging");
  const draft = merge(base, copies, {
    date,
    versionTags,
    formatting,
    name: request.base.name,
    onCheck: () => onProgress?.("checking"),
  });
  return { draft, newBudget: outputBudgets([base, ...documents]) };
}
