// How two documents are to be compared, as the caller wishes.

import { exactWording, type Wording } from "../redline/content/wording.ts";

/** Rules that say which differences are changes and how a redline shows them. Each field has a default. */
export interface CompareOptions extends Wording {
  /** Shows text that went in one place and came in another as moved. */
  readonly detectMoves: boolean;
  /** Formatting stays as the after document has it, in both views. */
  readonly ignoreFormatting: boolean;
  /** Keeps or drops the comments of the after document. */
  readonly comments: "keep" | "drop";
}

export const defaultOptions: CompareOptions = {
  ...exactWording,
  detectMoves: true,
  ignoreFormatting: false,
  comments: "keep",
};
