// The content of one file, as the service and the command line read it: bytes in, JSON and Markdown out.

import type { WordDocument } from "../document/open-document.ts";
import type { Notice } from "../failures/failure.ts";
import { open } from "../library/documents.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { ContentRevision } from "../render/content/content.ts";
import { contentMarkdown } from "../render/content/markdown/content-markdown.ts";
import { stagedMarkdown } from "../render/content/markdown/staged-markdown.ts";
import { contentOf } from "../render/content/read-content.ts";

export interface ContentRequest {
  readonly document: Uint8Array;
  readonly codec: Codec;
  /** Shown the document as it was read, before anything is made of it. */
  readonly onOpened?: (document: WordDocument) => void;
}

export interface ContentOutcome {
  /** The `document` object of the content JSON. */
  readonly json: Uint8Array;
  /** The same text as plain Markdown. */
  readonly markdown: Uint8Array;
  /** The Markdown of a staged document: with its changes, and with every address that an edit can name. */
  readonly staged: Uint8Array;
  readonly schemaVersion: number;
  /** As in the JSON. */
  readonly revisions: readonly ContentRevision[];
  /** Of the body. */
  readonly paragraphs: number;
  readonly notices: readonly Notice[];
}

/** Throws a Failure when the file cannot be read. */
export function contentTask({ document: bytes, codec, onOpened }: ContentRequest): ContentOutcome {
  const document = open(bytes, codec);
  onOpened?.(document);
  const content = contentOf(document);
  const encoder = new TextEncoder();
  return {
    json: encoder.encode(JSON.stringify(content)),
    markdown: encoder.encode(contentMarkdown(document)),
    staged: encoder.encode(stagedMarkdown(document)),
    schemaVersion: content.schema_version,
    revisions: content.revisions,
    paragraphs: content.blocks.length,
    notices: document.notices,
  };
}
