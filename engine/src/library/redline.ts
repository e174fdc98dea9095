// Defines redlines and renders them as JSON and Markdown.

import type { Notice } from "../failures/failure.ts";
import { renderJson } from "../render/json/render-json.ts";
import { renderMarkdown } from "../render/markdown/render-markdown.ts";
import { readSummary } from "../render/read-redline.ts";
import type { RedlineJson, RedlineSummary, RenderOptions } from "../render/redline.ts";
import type { Document } from "./documents.ts";

/** A Word document with tracked changes, and the notices from making it. */
export interface Redline {
  readonly document: Document;
  readonly notices: readonly Notice[];
  /** Cost of alignment in steps; the same on every machine. */
  readonly steps: number;
  /** Sources and options that the renderings name. */
  readonly about: RenderOptions;
}

/** Returns the redline as JSON, which matches the schema `schemas.redline`. */
export function toJson({ document, about }: Pick<Redline, "document" | "about">): RedlineJson {
  return renderJson(document, about);
}

/** Returns the `summary` of the JSON (`toJson`). */
export function countChanges({ document, about }: Pick<Redline, "document" | "about">): RedlineSummary {
  return readSummary(document, about);
}

/** Returns the redline as Markdown. */
export function toMarkdown({ document, about }: Pick<Redline, "document" | "about">): string {
  return renderMarkdown(document, about);
}
