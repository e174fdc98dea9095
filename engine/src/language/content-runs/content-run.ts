// New text as a caller writes it (EDT-103): a string, or a list of runs.
//
// In a string, and in the text of a run, a tab is a tab and a line end a line break. A value has these shapes once
// `check-runs.ts` finds nothing wrong with it.

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
  /** As `field-code.ts` allows it. */
  readonly code: string;
}

export const shownParts = ["text", "number", "page", "above_below"] as const;
/** What a reference shows of the paragraph it leads to. */
export type ReferenceShown = (typeof shownParts)[number];

export interface CrossReferenceRun extends Formatted {
  readonly type: "cross_reference";
  /** A locator of a paragraph: whoever takes the runs knows its forms and finds what it names. */
  readonly to: Readonly<Record<string, unknown>>;
  readonly show: ReferenceShown;
}

/** Has `content` or `new_paragraphs`. */
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

/** What a run is called: by its type, or `text`. */
export type RunKind = "text" | NonNullable<ContentRun["type"]>;

/** The paragraphs of a note. */
export function noteParagraphs({ content, new_paragraphs }: NoteRun): readonly Content[] {
  return content === undefined ? (new_paragraphs ?? []).map((paragraph) => paragraph.content) : [content];
}
