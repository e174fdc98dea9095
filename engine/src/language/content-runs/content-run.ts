// Defines new text as a caller writes it (EDT-103): a string, or a list of runs.
//
// In a string, and in the text of a run, a tab is a tab and a line end is a line break. A value has these types after
// `check-runs.ts` finds no problem.

import type { NoteKind } from "../../document/marks/notes.ts";
import type { RunFormatChange } from "../run-format.ts";

export type Content = string | readonly ContentRun[];

export type ContentRun = TextRun | TabRun | BreakRun | FieldRun | CrossReferenceRun | NoteRun | HyperlinkRun;

interface Formatted {
  readonly format?: RunFormatChange;
}

export interface TextRun extends Formatted {
  readonly type?: undefined;
  readonly text: string;
}

export interface TabRun extends Formatted {
  readonly type: "tab";
}

export const breakKinds = ["line", "page", "column"] as const;
export type BreakKind = (typeof breakKinds)[number];

export interface BreakRun extends Formatted {
  readonly type: "break";
  readonly kind: BreakKind;
}

export interface FieldRun extends Formatted {
  readonly type: "field";
  /** A code that `field-code.ts` allows. */
  readonly code: string;
}

export const shownParts = ["text", "number", "page", "above_below"] as const;
/** The aspect of its paragraph that a reference shows: text, list number, page, or the word above or below. */
export type ReferenceShown = (typeof shownParts)[number];

export interface CrossReferenceRun extends Formatted {
  readonly type: "cross_reference";
  /** A locator of a paragraph. The caller that accepts the runs knows its forms and finds the paragraph. */
  readonly to: Readonly<Record<string, unknown>>;
  readonly show: ReferenceShown;
}

/** A note. It has either `content` or `new_paragraphs`. */
export interface NoteRun extends Formatted {
  readonly type: NoteKind;
  readonly content?: Content;
  readonly new_paragraphs?: readonly { readonly content: Content }[];
  readonly ref?: string;
}

export interface HyperlinkRun extends Formatted {
  readonly type: "hyperlink";
  readonly url: string;
  readonly content: Content;
}

/** The name of a run: its type, or `text`. */
export type RunKind = "text" | NonNullable<ContentRun["type"]>;

/** Returns the paragraphs of a note. */
export function noteParagraphs({ content, new_paragraphs }: NoteRun): readonly Content[] {
  return content === undefined ? (new_paragraphs ?? []).map((paragraph) => paragraph.content) : [content];
}
