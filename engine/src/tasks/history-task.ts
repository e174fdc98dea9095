// The history of a document, as the service, the command line and a worker run it: bytes in, artifacts out.

import { openDocument, type WordDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { Notice } from "../failures/failure.ts";
import { save } from "../library/documents.ts";
import { type DocumentVersion, history } from "../library/history.ts";
import { openSource } from "../library/open-source.ts";
import type { Codec } from "../ooxml/zip/archive.ts";

export type HistoryFormat = "docx" | "json";

export interface HistoryVersion extends Omit<DocumentVersion, "document"> {
  readonly bytes: Uint8Array;
}

export interface HistoryRequest {
  /** Root first, each behind those it was made from. */
  readonly versions: readonly HistoryVersion[];
  readonly codec: Codec;
  readonly formats: readonly HistoryFormat[];
  /** Shown the documents as they were read, before anything is made of them. */
  readonly onOpened?: (versions: readonly WordDocument[]) => void;
}

export interface HistoryOutcome {
  readonly artifacts: ReadonlyMap<HistoryFormat, Uint8Array>;
  readonly notices: readonly Notice[];
  /** The cost of aligning in steps: the same on every machine. */
  readonly steps: number;
}

/** Throws a Failure when a file cannot be read; its source is `versions[<n>]`, counted from 0. */
export function historyTask({ versions, codec, formats, onOpened }: HistoryRequest): HistoryOutcome {
  const known = { codec, names: wordNames() };
  const opened = versions.map(({ bytes, ...version }, index) => ({
    ...version,
    document: openSource(`versions[${index}]`, () => openDocument(bytes, known)),
  }));
  onOpened?.(opened.map(({ document }) => document));
  const { json, write, notices, steps } = history(opened);
  const written = formats.includes("docx") ? write() : undefined;
  const made: Record<HistoryFormat, () => Uint8Array> = {
    docx: () => save(written!.document),
    json: () => new TextEncoder().encode(`${JSON.stringify(json)}\n`),
  };
  const artifacts = new Map(formats.map((format) => [format, made[format]()]));
  return { artifacts, notices: [...notices, ...(written?.notices ?? [])], steps };
}
