// A redline is a Word document with tracked changes, and what its renderings say of its sources.

import type { Notice } from "../failures/failure.ts";
import { renderJson } from "../render/json/render-json.ts";
import { renderMarkdown } from "../render/markdown/render-markdown.ts";
import { readSummary } from "../render/read-redline.ts";
import type { RedlineJson, RedlineSummary, RenderOptions } from "../render/redline.ts";
import type { Document } from "./documents.ts";

/** A Word document with tracked changes, and what was noticed while it was made. */
export interface Redline {
  readonly document: Document;
  readonly notices: readonly Notice[];
  /** The cost of aligning in steps: the same on every machine. */
  readonly steps: number;
  /** The sources and options that the renderings name. */
  readonly about: RenderOptions;
}

/** The redline as JSON, by the schema `schemas.redline`. */
export function toJson({ document, about }: Pick<Redline, "document" | "about">): RedlineJson {
  return renderJson(document, about);
}

/** The `summary` of that JSON, in a fraction of the time. */
export function countChanges({ document, about }: Pick<Redline, "document" | "about">): RedlineSummary {
  return readSummary(document, about);
}

/** The redline as Markdown. */
export function toMarkdown({ document, about }: Pick<Redline, "document" | "about">): string {
  return renderMarkdown(document, about);
}
