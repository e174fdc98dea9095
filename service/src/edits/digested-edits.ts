// Removes passwords from the text that identifies an edit request.

import { createHmac } from "node:crypto";

/**
 * Returns the text that two equal requests have in common. A password is replaced by its HMAC, which recognizes an
 * equal password and does not reveal it.
 */
export function digestedEdits(value: unknown, { dataKey }: { readonly dataKey: Uint8Array }): string {
  return JSON.stringify(value, (key, member: unknown) =>
    key === "password" && typeof member === "string"
      ? createHmac("sha256", dataKey).update("password of an edit\0").update(member).digest("base64")
      : member,
  );
}

/**
 * Returns the same for edits in a text. Returns an empty text if it is not JSON or is nested too deep, because such a
 * request is refused elsewhere.
 */
export function digestedText(text: string, organization: { readonly dataKey: Uint8Array }): string {
  try {
    return digestedEdits(JSON.parse(text), organization);
  } catch {
    return "";
  }
}
