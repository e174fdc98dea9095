// Makes the page fragment of a document that has tracked changes already, for the command line.

import { readMergeRecord } from "../document/merge-record.ts";
import { openDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import { renderHtml } from "../render/html/render-html.ts";
import { outputBudgets } from "./output-limit.ts";

export interface ViewRequest {
  readonly bytes: Uint8Array;
  /** The name of the file, as a reader knows it. */
  readonly name: string;
  readonly codec: Codec;
}

/** Returns the fragment as JSON. Throws a Failure if the file cannot be read, or if the fragment exceeds the limit. */
export function viewTask({ bytes, name, codec }: ViewRequest): Uint8Array {
  const document = openDocument(bytes, { codec, names: wordNames() });
  const kind = readMergeRecord(document) === undefined ? "comparison" : "merge";
  const about = { kind, revision: name, documents: [{ role: "modified", name }] } as const;
  const { fragment } = renderHtml(document, about, outputBudgets([document])());
  return new TextEncoder().encode(JSON.stringify(fragment));
}
