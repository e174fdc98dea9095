// The page of a document that has tracked changes already, as the command line shows it: bytes in, the fragment of a page out.

import { readMergeRecord } from "../document/merge-record.ts";
import { openDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import { renderHtml } from "../render/html/render-html.ts";

export interface ViewRequest {
  readonly bytes: Uint8Array;
  /** The name of the file, as a reader knows it. */
  readonly name: string;
  readonly codec: Codec;
}

/** The fragment as JSON. Throws a Failure when the file cannot be read. */
export function viewTask({ bytes, name, codec }: ViewRequest): Uint8Array {
  const document = openDocument(bytes, { codec, names: wordNames() });
  const kind = readMergeRecord(document) === undefined ? "comparison" : "merge";
  const { fragment } = renderHtml(document, { kind, revision: name, documents: [{ role: "modified", name }] });
  return new TextEncoder().encode(JSON.stringify(fragment));
}
