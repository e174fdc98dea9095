// The pieces that a paragraph's runs give, before it is known which of them are codes of fields.

import type { Line, LineKind } from "./line.ts";

export type Token =
  | { readonly kind: "text"; readonly text: string }
  /** Something in the text that is not text: an image, an equation, a mark of a note. */
  | { readonly kind: "marker"; readonly text: string }
  /** The same with paragraphs of its own. */
  | { readonly kind: "nested"; readonly text: string; readonly lines: readonly Line[] }
  | { readonly kind: "open" | "close"; readonly target: string }
  /** The marks of a field; a form field tells its state where it begins. */
  | { readonly kind: "begin"; readonly form: string }
  | { readonly kind: "separate" }
  | { readonly kind: "end" }
  | { readonly kind: "code"; readonly text: string };

/** A line whose text is still in pieces. */
export interface DraftLine {
  readonly kind: LineKind;
  readonly depth: number;
  readonly tokens: readonly Token[];
  readonly fields: Readonly<Record<string, string>>;
}
