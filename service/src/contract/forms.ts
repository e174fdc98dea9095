// Multipart forms: what fields a form takes, and what arrived.
//
// The rules stand at the route. The reader of forms (http/uploads.ts) holds a request to them while it streams, and the
// machine-readable description is written from them, so the two cannot differ.

import type { z } from "zod";

interface FieldRule {
  readonly description: string;
  /** How often the field must and may come. */
  readonly least: number;
  readonly most: number;
}

export interface FileRule extends FieldRule {
  /** With their dots, in lower case. */
  readonly extensions: readonly string[];
}

export interface TextRule extends FieldRule {
  /** More is refused with INVALID_REQUEST. */
  readonly mostBytes: number;
  /** Where the text is stored as it comes: more are refused, and what cannot be stored is. */
  readonly mostCharacters?: number;
  /** The values it may have, where they are few. */
  readonly values?: readonly string[];
  readonly example?: string;
  /** It says how the call is answered, not what it creates: two calls that differ in it alone are the same. */
  readonly undigested?: true;
  /** The shape of the value, where the text is JSON. */
  readonly json?: z.ZodType;
}

export interface FormRules {
  readonly files: Readonly<Record<string, FileRule>>;
  readonly texts: Readonly<Record<string, TextRule>>;
  /** Of all texts together; more is refused with REQUEST_TOO_LARGE. */
  readonly textBytes?: number;
  /** Of the fields of each list exactly one must come; the first is the usual one. */
  readonly choices?: readonly (readonly [string, ...string[]])[];
}

/** Whether a body of this content type is a form. */
export function isFormType(contentType: string | undefined): boolean {
  return /^multipart\/form-data\s*(?:;|$)/i.test(contentType ?? "");
}

/** A file that lies in the object store. */
export interface ReceivedFile {
  readonly fileName: string;
  readonly objectKey: string;
  readonly size: number;
  readonly sha256: Uint8Array;
  /** Copied from a document of ours: it is a .docx, whatever its name says. */
  readonly isCopy?: true;
}

/** A form that keeps its rules. */
export interface ReceivedForm {
  /** The files of a field, in the order they came. */
  files(field: string): readonly ReceivedFile[];
  /** The values of a field, in the order they came. */
  texts(field: string): readonly string[];
  /** A further object, about to be stored for what is created: when nothing is, it is deleted as the files are. */
  adopt(objectKey: string): void;
  /** Aborted, with a refusal as its reason, when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
}
