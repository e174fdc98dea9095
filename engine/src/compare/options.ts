// How two documents are to be compared, as the caller wishes.

export interface CompareOptions {
  /** The size of the smallest mark. */
  readonly granularity: "word" | "character";
  /** Whether what went in one place and came in another is shown as moved. */
  readonly detectMoves: boolean;
  /** Formatting stays as the after document has it, in both views. */
  readonly ignoreFormatting: boolean;
  /** Text that differs only so is the same; the after document's spelling is shown. */
  readonly ignoreCase: boolean;
  readonly ignoreWhitespace: boolean;
  /** What becomes of the comments of the after document. */
  readonly comments: "keep" | "drop";
}

export const defaultOptions: CompareOptions = {
  granularity: "word",
  detectMoves: true,
  ignoreFormatting: false,
  ignoreCase: false,
  ignoreWhitespace: false,
  comments: "keep",
};

/** How text is taken for the same. */
export type Wording = Pick<CompareOptions, "granularity" | "ignoreCase" | "ignoreWhitespace">;

/** Text without what is not to count. */
export function foldText(text: string, { ignoreCase, ignoreWhitespace }: Wording): string {
  const cased = ignoreCase ? text.toLowerCase() : text;
  return ignoreWhitespace ? cased.replace(/\s+/g, " ") : cased;
}
