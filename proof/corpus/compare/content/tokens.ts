// The pieces that a paragraph's runs give, before it is known which of them are codes of fields.

import type { OwnFormatting } from "../formatting/format-reader.ts";
import type { Properties } from "../formatting/properties.ts";
import type { Equivalence } from "./equivalences.ts";
import type { Line, LineKind } from "./line.ts";

/** What stands in the text with the properties of its run, where those are compared. */
interface Formatted {
  readonly text: string;
  readonly properties?: Properties | undefined;
}

export type Token =
  /** A symbol has a font of its own. */
  | ({ readonly kind: "text"; readonly font?: string } & Formatted)
  /** Something in the text that is not text: an image, an equation, a mark of a note. */
  | ({ readonly kind: "marker" } & Formatted)
  /** The same with paragraphs of its own. */
  | ({ readonly kind: "nested"; readonly lines: readonly Line[] } & Formatted)
  | { readonly kind: "open" | "close"; readonly target: string }
  /** The marks of a field; a form field tells its state where it begins. */
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

/** The formatting of a line that its text does not tell. */
export interface DraftFormatting extends OwnFormatting {
  readonly isInTable: boolean;
}
