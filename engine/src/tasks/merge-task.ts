// The merge of several revised copies of one file, as the service, the command line and a worker run it: bytes in, artifacts out.

import { openDocument, type WordDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { Notice } from "../failures/failure.ts";
import { mergeDocuments } from "../merge/merge-documents.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { RenderOptions } from "../render/redline.ts";
import { openSource } from "./open-source.ts";
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
}

/** Throws a Failure when a file cannot be read; its source is `base` or `revisions[<n>]`, counted from 0. */
export function mergeTask(request: MergeRequest): MergeOutcome {
  const { codec, date, onProgress } = request;
  const names = wordNames();
  onProgress?.("opening");
  const base = openSource("base", () => openDocument(request.base.bytes, { codec, names }));
  const revisions = request.revisions.map(({ bytes, name, author }, index) => ({
    document: openSource(`revisions[${index}]`, () => openDocument(bytes, { codec, names })),
    name,
    author,
  }));
  const found = [
    base.notices.map(namedBy("original")),
    ...revisions.map((one) => one.document.notices.map(namedBy(one.name))),
  ];
  request.onOpened?.(
    base,
    revisions.map(({ document }) => document),
  );
  onProgress?.("merging");
  const { document, notices, steps } = mergeDocuments(base, revisions, {
    date,
    onCheck: () => onProgress?.("checking"),
  });
  onProgress?.("rendering");
  const all = [...found.flat(), ...notices];
  return { artifacts: renderRedline(document, request.formats, optionsOf(request, all)), notices: all, steps };
}

/** A notice of one of several documents says which. */
function namedBy(source: string): (notice: Notice) => Notice {
  return (notice) => ({ ...notice, source });
}

function optionsOf({ base, revisions }: MergeRequest, notices: readonly Notice[]): RenderOptions {
  return {
    kind: "merge",
    // The record in the document tells which revision made a change.
    revision: "",
    documents: [
      { role: "original", name: base.name },
      ...revisions.map(({ name }) => ({ role: "revision" as const, name })),
    ],
    notices,
  };
}
