// Passwords in edits: a request is kept, told apart from others and told of without them.

import { createHmac } from "node:crypto";

/** What two requests have in common when they are the same: a password is known again, and cannot be guessed from it. */
export function digestedEdits(value: unknown, { dataKey }: { readonly dataKey: Uint8Array }): string {
  return JSON.stringify(value, (key, member: unknown) =>
    key === "password" && typeof member === "string"
      ? createHmac("sha256", dataKey).update("password of an edit\0").update(member).digest("base64")
      : member,
  );
}

/** The same of edits that are a text. What is no JSON, or lies too deep, is refused anyhow. */
export function digestedText(text: string, organization: { readonly dataKey: Uint8Array }): string {
  try {
    return digestedEdits(JSON.parse(text), organization);
  } catch {
    return "";
  }
}
