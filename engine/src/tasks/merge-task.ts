// The merge of several revised copies of one file, as the service, the command line and a worker run it: bytes in, artifacts out.

import { openDocument, type WordDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { Notice } from "../failures/failure.ts";
import { merge } from "../library/merge.ts";
import { openSource } from "../library/open-source.ts";
import { countChanges } from "../library/redline.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { RedlineSummary } from "../render/redline.ts";
import { type RedlineFormat, renderRedline } from "./render-redline.ts";

export type MergeFormat = RedlineFormat;

/** A file and its name, as a reader knows it. */
export interface MergeSource {
  readonly bytes: Uint8Array;
  readonly name: string;
}

export interface MergeRevision extends MergeSource {
  /** Who the tracked changes of this copy are by. */
  readonly author: string;
}

export interface MergeRequest {
  /** The file that every revision was edited from. */
  readonly base: MergeSource;
  /** Two or more, in the order in which competing changes are listed. Their names differ. */
  readonly revisions: readonly MergeRevision[];
  /** When the changes were made: ISO 8601 in UTC, to the second. */
  readonly date: string;
  readonly codec: Codec;
  readonly formats: readonly MergeFormat[];
  /** Shown the documents as they were read, before anything is made of them. */
  readonly onOpened?: (base: WordDocument, revisions: readonly WordDocument[]) => void;
  /** Told as each stage begins. */
  readonly onProgress?: (stage: MergeStage) => void;
}

export type MergeStage = "opening" | "merging" | "checking" | "rendering";

export interface MergeOutcome {
  readonly artifacts: ReadonlyMap<MergeFormat, Uint8Array>;
  readonly notices: readonly Notice[];
  /** The cost of aligning in steps: the same on every machine. */
  readonly steps: number;
  /** As the JSON has it; counted when it is called. */
  readonly summary: () => RedlineSummary;
}

/** Throws a Failure when a file cannot be read; its source is `base` or `revisions[<n>]`, counted from 0. */
export function mergeTask(request: MergeRequest): MergeOutcome {
  const { codec, date, formats, onProgress } = request;
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
  const draft = merge(base, copies, { date, name: request.base.name, onCheck: () => onProgress?.("checking") });
  onProgress?.("rendering");
  const { notices, steps } = draft;
  return { artifacts: renderRedline(draft, formats), notices, steps, summary: () => countChanges(draft) };
}
