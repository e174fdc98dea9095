// Defines the error of a refused request: a code of the table, a message and optional details.
//
// Any code below a route may throw it; `http/error-replies.ts` turns it into a reply. Its message may repeat the
// caller's own words through `quote`, never text of a document, and it is not logged. The hints of a detail may contain
// text of the document. They are part of the reply, and `storedDetail` removes them from everything that is stored.

import { type RefusalCode, refusals } from "./errors.ts";

/** A paragraph, identified as in edits. */
export interface ParagraphName {
  readonly index: number;
  /** Set only if the paragraph is outside the body. */
  readonly part?:
    | { readonly kind: "header" | "footer"; readonly type: string; readonly section: { readonly number: number } }
    | { readonly kind: "footnote" | "endnote"; readonly number: number };
}

/** One problem of a request: its position and what is wrong. */
export interface ErrorDetail {
  /** JSON path, form field or query parameter. */
  readonly field?: string;
  /** Index in a list of edits, from 0. */
  readonly edit?: number;
  readonly reason: string;
  readonly message: string;
  /** The paragraphs concerned, or the ones that were probably meant. */
  readonly paragraphs?: readonly ParagraphName[];
  /** The names or values that are allowed in the field. */
  readonly allowed?: readonly string[];
  /** The name, text or JSON value that was probably meant. */
  readonly did_you_mean?: string;
  /** Up to 200 characters of the paragraph that was searched. */
  readonly context?: string;
}

/** Returns the detail without its hints, which may contain text of the document and must not be stored. */
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

  /** If `message` is omitted, it is the meaning of the code. */
  constructor(code: RefusalCode, message: string = refusals[code].meaning, extras: RefusalExtras = {}) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = refusals[code].status;
    this.details = extras.details ?? [];
    this.headers = extras.headers ?? {};
  }
}

/**
 * Returns a 503 error with Retry-After: the service is stopping, a component is unavailable, or there are too many
 * calls.
 */
export function unavailable(message?: string): ApiError {
  return new ApiError("SERVICE_UNAVAILABLE", message, { headers: { "retry-after": "5" } });
}

/** Returns an error with the details and a message made from them. */
export function refusalFor(code: RefusalCode, details: readonly ErrorDetail[]): ApiError {
  return new ApiError(code, messageOf(details), { details });
}

/**
 * Returns the message of the first detail and the number of further details. A nested field is named before the
 * message.
 */
export function messageOf([first, ...more]: readonly ErrorDetail[]): string | undefined {
  if (first === undefined) return undefined;
  const others =
    more.length === 0 ? "" : ` ${more.length} more ${more.length === 1 ? "problem" : "problems"} in details.`;
  const place = first.field !== undefined && /[.[]/.test(first.field) ? `${first.field}: ` : "";
  return `${place}${first.message}${others}`;
}

const longestQuote = 80;

/** Returns a word of the caller for use in a message: at most 80 characters, on one line, in quotation marks. */
export function quote(word: string): string {
  const characters = [...word.replace(/\p{C}/gu, "?")];
  const shown =
    characters.length > longestQuote ? `${characters.slice(0, longestQuote - 1).join("")}…` : characters.join("");
  return `"${shown}"`;
}
