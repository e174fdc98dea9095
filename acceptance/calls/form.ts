// Writes multipart forms by hand, so that they can also be invalid.

import { randomBytes } from "node:crypto";

export interface FormPart {
  readonly field: string;
  /** Set for a file, even if empty; undefined for a text. */
  readonly fileName?: string;
  readonly content: string | Uint8Array;
}

export interface Form {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function writeForm(parts: readonly FormPart[]): Form {
  const boundary = `versus-${randomBytes(12).toString("hex")}`;
  const pieces = parts.flatMap((part) => [Buffer.from(headOf(part, boundary)), Buffer.from(part.content), lineEnd]);
  return { headers: formHeaders(boundary), body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]) };
}

/** Returns a form with one file that is never completely in memory. Its last piece is the end of the form. */
export function piecesForm(
  field: string,
  pieces: Iterable<Uint8Array>,
): { headers: Form["headers"]; body: Iterable<Uint8Array> } {
  const boundary = `versus-${randomBytes(12).toString("hex")}`;
  function* body(): Iterable<Uint8Array> {
    yield Buffer.from(headOf({ field, fileName: "pieces.docx", content: "" }, boundary));
    yield* pieces;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  return { headers: formHeaders(boundary), body: body() };
}

/** Returns a form with a file of this many zero bytes. */
export function zerosForm(field: string, size: number): ReturnType<typeof piecesForm> {
  function* pieces(): Iterable<Uint8Array> {
    for (let left = size; left > 0; left -= zeros.length) yield zeros.subarray(0, Math.min(left, zeros.length));
  }
  return piecesForm(field, pieces());
}

const lineEnd = Buffer.from("\r\n");
const zeros = Buffer.alloc(1024 * 1024);

function formHeaders(boundary: string): Record<string, string> {
  return { "content-type": `multipart/form-data; boundary=${boundary}` };
}

function headOf({ field, fileName }: FormPart, boundary: string): string {
  const name = fileName === undefined ? "" : `; filename="${fileName}"`;
  const type = fileName === undefined ? "" : "Content-Type: application/octet-stream\r\n";
  return `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${name}\r\n${type}\r\n`;
}
