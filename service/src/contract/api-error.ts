// A refusal on its way to the caller: a code of the table, a sentence, and what details there are.
//
// Thrown anywhere below a route and turned into a reply in one place (http/error-replies.ts). Its message may repeat
// the caller's own words through `quote`, never text of a document, and is not logged. The hints of a detail may contain
// text of the document: they go to the caller in the reply, and `storedDetail` removes them from whatever is stored.

import { type RefusalCode, refusals } from "./errors.ts";

/** A paragraph as edits name it. */
export interface ParagraphName {
  readonly index: number;
  /** Outside of the body. */
  readonly part?:
    | { readonly kind: "header" | "footer"; readonly type: string; readonly section: { readonly number: number } }
    | { readonly kind: "footnote" | "endnote"; readonly number: number };
}

/** One fault among several: where it is and what is wrong there. */
export interface ErrorDetail {
  /** JSON path, form field or parameter. */
  readonly field?: string;
  /** Position in a list of edits, from 0. */
  readonly edit?: number;
  readonly reason: string;
  readonly message: string;
  /** Paragraphs that it is about, or that were meant. */
  readonly paragraphs?: readonly ParagraphName[];
  /** The names or values that are allowed there. */
  readonly allowed?: readonly string[];
  /** The name, text or JSON value that was probably meant. */
  readonly did_you_mean?: string;
  /** Up to 200 characters of the paragraph that was searched. */
  readonly context?: string;
}

/** A detail as it may be stored: without hints, which may contain text of the document. */
export function storedDetail<Detail extends ErrorDetail>(
  detail: Detail,
): Omit<Detail, "allowed" | "did_you_mean" | "context"> {
  const { allowed: _, did_you_mean: __, context: ___, ...stored } = detail;
  return stored;
}

export interface RefusalExtras {
  readonly details?: readonly ErrorDetail[];
  /** Headers of the reply, for example Retry-After. */
  readonly headers?: Readonly<Record<string, string>>;
}

export class ApiError extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;

  /** The default message is the meaning of the code. */
  constructor(code: RefusalCode, message: string = refusals[code].meaning, extras: RefusalExtras = {}) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = refusals[code].status;
    this.details = extras.details ?? [];
    this.headers = extras.headers ?? {};
  }
}

/** Away for now, and worth another try: the service is stopping, a part is away, or too many ask at once. */
export function unavailable(message?: string): ApiError {
  return new ApiError("SERVICE_UNAVAILABLE", message, { headers: { "retry-after": "5" } });
}

/** A refusal that is told by its details. */
export function refusalFor(code: RefusalCode, details: readonly ErrorDetail[]): ApiError {
  return new ApiError(code, messageOf(details), { details });
}

/** The first of the details, with its place where the sentence does not name it, and how many more there are. */
export function messageOf([first, ...more]: readonly ErrorDetail[]): string | undefined {
  if (first === undefined) return undefined;
  const others =
    more.length === 0 ? "" : ` ${more.length} more ${more.length === 1 ? "problem" : "problems"} in details.`;
  const place = first.field !== undefined && /[.[]/.test(first.field) ? `${first.field}: ` : "";
  return `${place}${first.message}${others}`;
}

const longestQuote = 80;

/** The caller's own word, fit to be repeated in a message: cut short, on one line, in quotation marks. */
export function quote(word: string): string {
  const characters = [...word.replace(/\p{C}/gu, "?")];
  const shown =
    characters.length > longestQuote ? `${characters.slice(0, longestQuote - 1).join("")}…` : characters.join("");
  return `"${shown}"`;
}
