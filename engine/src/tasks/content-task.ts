// Reads the content of one file for the service.
//
// Bytes are the input, JSON and Markdown the output.

import type { WordDocument } from "../document/open-document.ts";
import type { Notice } from "../failures/failure.ts";
import { open } from "../library/documents.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { ContentRevision } from "../render/content/content.ts";
import { contentMarkdown } from "../render/content/markdown/content-markdown.ts";
import { stagedMarkdown } from "../render/content/markdown/staged-markdown.ts";
import { contentJson } from "../render/content/read-content.ts";
import { encodeLimited, outputBudgets } from "./output-limit.ts";

export interface ContentRequest {
  readonly document: Uint8Array;
  readonly codec: Codec;
  /** Called with the document after it is read and before its content is made. */
  readonly onOpened?: (document: WordDocument) => void;
}

export interface ContentOutcome {
  /** The content JSON, which the service returns as `document`. */
  readonly json: Uint8Array;
  /** The same text as plain Markdown. */
  readonly markdown: Uint8Array;
  /** The Markdown of a staged document, with its changes and every address that an edit can name. */
  readonly staged: Uint8Array;
  readonly schemaVersion: number;
  /** The revisions of the JSON. */
  readonly revisions: readonly ContentRevision[];
  /** Number of paragraphs of the body. */
  readonly paragraphs: number;
  readonly notices: readonly Notice[];
}

/** Reads the content. Throws a Failure if the file cannot be read, or if its content exceeds the limit. */
export function contentTask({ document: bytes, codec, onOpened }: ContentRequest): ContentOutcome {
  const document = open(bytes, codec);
  onOpened?.(document);
  const content = contentJson(document);
  const newBudget = outputBudgets([document]);
  newBudget().spendJson(content);
  return {
    json: encodeLimited(JSON.stringify(content), newBudget()),
    markdown: encodeLimited(contentMarkdown(document), newBudget()),
    staged: encodeLimited(stagedMarkdown(document), newBudget()),
    schemaVersion: content.schema_version,
    revisions: content.revisions,
    paragraphs: content.blocks.length,
    notices: document.notices,
  };
}
