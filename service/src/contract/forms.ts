// Defines the rules of multipart forms and the shape of a received form.
//
// Each route declares its rules. The reader of forms (http/uploads.ts) enforces them while it streams the request, and
// the OpenAPI description is generated from them, so the two cannot differ.

import type { z } from "zod";

interface FieldRule {
  readonly description: string;
  /** Minimum and maximum number of values of the field. In a choice, the minimum applies only to the chosen field. */
  readonly least: number;
  readonly most: number;
}

export interface FileRule extends FieldRule {
  /** With dots, in lower case. */
  readonly extensions: readonly string[];
}

export interface TextRule extends FieldRule {
  /** Maximum length; a longer text is refused with INVALID_REQUEST. */
  readonly mostBytes: number;
  /** Set only if the text is stored as sent. Longer texts, and texts that Postgres cannot store, are refused. */
  readonly mostCharacters?: number;
  /** The allowed values, if the field has a fixed set. */
  readonly values?: readonly string[];
  readonly example?: string;
  /**
   * True if the field selects how the call is answered, not what it creates. Two calls that differ only in such fields
   * are the same call for an Idempotency-Key.
   */
  readonly undigested?: true;
  /** The schema of the value, if the text is JSON. */
  readonly json?: z.ZodType;
}

export interface FormRules {
  readonly files: Readonly<Record<string, FileRule>>;
  readonly texts: Readonly<Record<string, TextRule>>;
  /** Maximum length of all texts together; a longer form is refused with REQUEST_TOO_LARGE. */
  readonly textBytes?: number;
  /** The form must have exactly one field of each list. The first field of a list is the usual one. */
  readonly choices?: readonly (readonly [string, ...string[]])[];
}

/** Returns the maximum number of files in a form with these rules. */
export function mostFiles({ files }: Pick<FormRules, "files">): number {
  return Object.values(files).reduce((sum, { most }) => sum + most, 0);
}

/** True if the content type is that of a multipart form. */
export function isFormType(contentType: string | undefined): boolean {
  return /^multipart\/form-data\s*(?:;|$)/i.test(contentType ?? "");
}

/** A received file, stored in the object store. */
export interface ReceivedFile {
  readonly fileName: string;
  readonly objectKey: string;
  readonly size: number;
  readonly sha256: Uint8Array;
  /** The file is a copy of one of our documents, so it is a .docx whatever its name is. */
  readonly isCopy?: true;
}

/** A received form that satisfies its rules. */
export interface ReceivedForm {
  /** Returns the files of a field in the order received. */
  files(field: string): readonly ReceivedFile[];
  /** Returns the values of a field in the order received. */
  texts(field: string): readonly string[];
  /** Registers a further object that is about to be stored for the owner. It is deleted if nothing is created. */
  adopt(objectKey: string): void;
  /** Aborted, with a refusal as its reason, if the client disconnects before it has its reply. */
  readonly signal: AbortSignal;
}
