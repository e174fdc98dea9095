// Lists the parts with text for the reference reader, and parses them with libxml2.

import type { StoryKind } from "@versus/engine/inside";
import { ParseOption, XmlDocument } from "libxml2-wasm";
import { ContentPackage } from "../../reading/content-package.ts";

export interface TextPart {
  readonly bytes: Uint8Array;
  readonly kind: StoryKind;
}

const KINDS: readonly (readonly [relationship: string, kind: StoryKind])[] = [
  ["header", "header"],
  ["footer", "footer"],
  ["footnotes", "footnote"],
  ["endnotes", "endnote"],
  ["comments", "comment"],
];

/** Returns the main part, then headers, footers, notes and comments, each once. */
export function textParts(file: Uint8Array): TextPart[] {
  const parts = new ContentPackage(file);
  const kinds = new Map<string, StoryKind>([[parts.main, "body"]]);
  for (const [relationship, kind] of KINDS) {
    for (const part of parts.allRelated(parts.main, relationship)) if (!kinds.has(part)) kinds.set(part, kind);
  }
  return [...kinds].map(([part, kind]) => ({ bytes: parts.bytes(part), kind }));
}

export function parseXml(bytes: Uint8Array): XmlDocument {
  return XmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_HUGE });
}
