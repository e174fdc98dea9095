// Writes and reads the cursors of lists, which are opaque to callers.
//
// A cursor is the base64url of `<signing key id>.<last id>.<signature>`. The signature also covers the organization,
// the list and its filters, so a cursor of another organization or list is refused like one that we never wrote. A
// cursor does not expire: it is valid as long as its signing key is configured.

import { ApiError } from "../contract/api-error.ts";
import type { Cursors, ListScope } from "../contract/lists.ts";
import { isSignature, type KeyRing, type LoadedKey, signatureOf } from "./signing-keys.ts";

export function signedCursors(keys: KeyRing): Cursors {
  return {
    write: (scope, lastId) => {
      const signing = keys.signing();
      return encode([signing.id, lastId, cursorSignature(signing, scope, lastId).toString("base64url")]);
    },
    read: (scope, cursor) => {
      const [keyId, lastId = "", signature = "", ...more] = Buffer.from(cursor, "base64url")
        .toString("latin1")
        .split(".");
      const key = keys.find(keyId);
      // Base64 has several spellings of the same bytes; only ours is accepted.
      const isOurSpelling = key !== undefined && more.length === 0 && encode([key.id, lastId, signature]) === cursor;
      if (!isOurSpelling || !isSignature(signature, cursorSignature(key, scope, lastId))) {
        throw new ApiError("INVALID_CURSOR");
      }
      return lastId;
    },
  };
}

function encode(pieces: readonly string[]): string {
  return Buffer.from(pieces.join("."), "latin1").toString("base64url");
}

// Neither JSON nor an id contains a line break.
function cursorSignature(key: LoadedKey, { organizationId, list, filters }: ListScope, lastId: string): Buffer {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const ordered = given.sort(([one], [other]) => (one < other ? -1 : 1));
  return signatureOf(key, ["versus cursor 1", organizationId, list, JSON.stringify(ordered), lastId]);
}
