// Makes the history of a document for the service.
//
// Bytes are the input, artifacts the output.

import { openDocument, type WordDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { Notice } from "../failures/failure.ts";
import { type DocumentVersion, history } from "../library/history.ts";
import { openSource } from "../library/open-source.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import { jsonLimited, outputBudgets, saveLimited } from "./output-limit.ts";

export type HistoryFormat = "docx" | "json";

export interface HistoryVersion extends Omit<DocumentVersion, "document"> {
  readonly bytes: Uint8Array;
}

export interface HistoryRequest {
  /** The root comes first; each version comes after those it was made from. */
  readonly versions: readonly HistoryVersion[];
  readonly codec: Codec;
  readonly formats: readonly HistoryFormat[];
  /** Called with the documents after they are read and before anything is made of them. */
  readonly onOpened?: (versions: readonly WordDocument[]) => void;
}

export interface HistoryOutcome {
  readonly artifacts: ReadonlyMap<HistoryFormat, Uint8Array>;
  readonly notices: readonly Notice[];
  /** The cost of aligning in steps, equal on every machine. */
  readonly steps: number;
}

/**
 * Makes the history. Throws a Failure with the source `versions[<n>]`, counted from 0, if a file cannot be read. Throws
 * one if the Word document would not read as the last version, or if an artifact exceeds the limit.
 */
export function historyTask({ versions, codec, formats, onOpened }: HistoryRequest): HistoryOutcome {
  const known = { codec, names: wordNames() };
  const opened = versions.map(({ bytes, ...version }, index) => ({
    ...version,
    document: openSource(`versions[${index}]`, () => openDocument(bytes, known)),
  }));
  const sources = opened.map(({ document }) => document);
  onOpened?.(sources);
  const { json, write, notices, steps } = history(opened);
  const written = formats.includes("docx") ? write() : undefined;
  const made: Record<HistoryFormat, () => Uint8Array> = {
    docx: () => saveLimited(written!.document, sources),
    json: () => jsonLimited(json, outputBudgets(sources)),
  };
  const artifacts = new Map(formats.map((format) => [format, made[format]()]));
  return { artifacts, notices: [...notices, ...(written?.notices ?? [])], steps };
}
