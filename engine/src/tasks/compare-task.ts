// The comparison of two files, as the service, the command line and a worker run it: bytes in, artifacts out.

import { compareDocuments } from "../compare/compare-documents.ts";
import { openDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { Notice } from "../failures/failure.ts";
import type { Codec } from "../ooxml/zip/archive.ts";

export type CompareFormat = "docx";

export interface CompareRequest {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** The names of the two files, as a reader knows them. */
  readonly names: { readonly before: string; readonly after: string };
  /** Who the tracked changes are by, and when: ISO 8601 in UTC, to the second. */
  readonly author: string;
  readonly date: string;
  readonly codec: Codec;
  readonly formats: readonly CompareFormat[];
}

export interface CompareOutcome {
  readonly artifacts: ReadonlyMap<CompareFormat, Uint8Array>;
  readonly notices: readonly Notice[];
}

/** Deflate's level for the parts that changed. */
const LEVEL = 6;

/** Throws a Failure when a file cannot be read. */
export function compareTask(request: CompareRequest): CompareOutcome {
  const { codec, author, date } = request;
  const names = wordNames();
  const before = openDocument(request.before, { codec, names });
  const after = openDocument(request.after, { codec, names });
  const { document, notices } = compareDocuments(before, after, { author, date });
  const artifacts = new Map<CompareFormat, Uint8Array>([["docx", document.package.save(LEVEL)]]);
  return { artifacts, notices: [...after.notices, ...notices] };
}
