// Defines the pieces of a paragraph's runs before the codes of fields are identified.

import type { OwnFormatting } from "../formatting/format-reader.ts";
import type { Properties } from "../formatting/properties.ts";
import type { Equivalence } from "./equivalences.ts";
import type { Line, LineKind } from "./line.ts";

/** Visible content with the properties of its run, if those are compared. */
interface Formatted {
  readonly text: string;
  readonly properties?: Properties | undefined;
}

export type Token =
  /** Text. A symbol has its own font. */
  | ({ readonly kind: "text"; readonly font?: string } & Formatted)
  /** Visible content that is not text: an image, an equation, the mark of a note. */
  | ({ readonly kind: "marker" } & Formatted)
  /** Visible content with lines of its own: a note or a text box. */
  | ({ readonly kind: "nested"; readonly lines: readonly Line[] } & Formatted)
  | { readonly kind: "open" | "close"; readonly target: string }
  /** The marks of a field. `form` is the state of a form field; empty for other fields. */
  | { readonly kind: "begin"; readonly form: string }
  | { readonly kind: "separate" }
  | { readonly kind: "end" }
  | { readonly kind: "code"; readonly text: string }
  /** Formatting that is not compared, and a bookmark, which is carried. */
  | { readonly kind: "aside"; readonly equivalence: Equivalence }
  | { readonly kind: "bookmark"; readonly name: string };

/** A line whose text is still in pieces. */
export interface DraftLine {
  readonly kind: LineKind;
  readonly depth: number;
  readonly tokens: readonly Token[];
  readonly fields: Readonly<Record<string, string>>;
  readonly formatting?: DraftFormatting;
}

/** The formatting of a line, except that of its text. */
export interface DraftFormatting extends OwnFormatting {
  readonly isInTable: boolean;
}
