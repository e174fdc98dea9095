// Reads a part of the content of one file, in one format (docs/design/content.md).

import { textFinder } from "../edit/locate/text/fold-text.ts";
import { open } from "../library/documents.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import { contentMarkdown } from "../render/content/markdown/content-markdown.ts";
import { stagedMarkdown } from "../render/content/markdown/staged-markdown.ts";
import { chooseParagraphs, narrowContent, selectFields } from "../render/content/narrow-content.ts";
import { contentJson } from "../render/content/read-content.ts";

export interface ReadPartRequest {
  readonly document: Uint8Array;
  readonly codec: Codec;
  readonly reading: "json" | "md" | "staged";
  /** The indexes of the first and the last paragraph of the body, from 0, inclusive. Undefined means no limit. */
  readonly from?: number;
  readonly through?: number;
  /** Selects the paragraphs that contain this text, each with the one before it and the one after it. */
  readonly search?: string;
  /** Names of `contentFields`. The JSON has only these fields. */
  readonly fields?: readonly string[];
}

export type ReadPartOutcome =
  | { readonly kind: "part_read"; readonly content: Uint8Array }
  /** `from` is after the last paragraph of the body. */
  | { readonly kind: "out_of_range"; readonly paragraphs: number };

/** Reads the part. Throws a Failure if the file cannot be read. */
export function readPartTask({ document: bytes, codec, ...asked }: ReadPartRequest): ReadPartOutcome {
  const { reading, from, through, search, fields } = asked;
  const document = open(bytes, codec);
  const isNarrowed = from !== undefined || through !== undefined || search !== undefined;
  // The content JSON takes longest, and the Markdown of the whole document does not need it.
  if (!isNarrowed && reading !== "json")
    return encodeContent(reading === "md" ? contentMarkdown(document) : stagedMarkdown(document));
  const whole = contentJson(document);
  const paragraphs = whole.blocks.length;
  if (from !== undefined && from >= paragraphs) return { kind: "out_of_range", paragraphs };
  const isChosen = isNarrowed
    ? chooseParagraphs(whole, {
        ...(from === undefined ? {} : { from }),
        ...(through === undefined ? {} : { through }),
        ...(search === undefined ? {} : { contains: textFinder(search) }),
      })
    : undefined;
  if (reading === "md") return encodeContent(contentMarkdown(document, isChosen));
  if (reading === "staged") return encodeContent(stagedMarkdown(document, isChosen));
  const content = isChosen === undefined ? whole : narrowContent(whole, isChosen);
  return encodeContent(JSON.stringify(fields === undefined ? content : selectFields(content, fields)));
}

function encodeContent(content: string): ReadPartOutcome {
  return { kind: "part_read", content: new TextEncoder().encode(content) };
}
