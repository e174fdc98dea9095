// What is kept of a request: an object of the store, because its edits hold text for a document. Never a password.

import type { PasswordHash, Undecided } from "@versus/engine/tasks";

export interface StoredRequest {
  readonly edits: readonly unknown[];
  readonly passwordHash?: PasswordHash;
  /** Without it formatting that meets an undecided change is refused. */
  readonly undecided?: Undecided;
}

export function writeRequest(request: StoredRequest): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(request));
}

export function readRequest(bytes: Uint8Array): StoredRequest {
  return JSON.parse(new TextDecoder().decode(bytes));
}
