// Writes and reads the stored part of an edit request.
//
// It is an object of the store, because its edits contain text for a document. It never contains a password.

import type { PasswordHash, Undecided } from "@versus/engine/tasks";

export interface StoredRequest {
  readonly edits: readonly unknown[];
  readonly passwordHash?: PasswordHash;
  /** If undefined, formatting that overlaps an undecided change is refused. */
  readonly undecided?: Undecided;
}

export function writeRequest(request: StoredRequest): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(request));
}

export function readRequest(bytes: Uint8Array): StoredRequest {
  return JSON.parse(new TextDecoder().decode(bytes));
}
