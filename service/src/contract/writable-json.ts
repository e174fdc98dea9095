// JSON may hold what Postgres and XML cannot: U+0000, and halves of surrogate pairs. Such a text would fail as a fault of
// ours wherever it is first written, so it is refused where it arrives, by the name of its field.

import { refusalFor } from "./api-error.ts";

/** JSON without one of these escapes holds no such text: neither may stand in it as it is. */
const suspicious = /\\u(?:0000|d[89a-f])/i;
const longestField = 200;

/** Parses; `field` is the name of the whole. Throws SyntaxError, and INVALID_REQUEST naming the field of such a text. */
export function parseWritable(json: string, field = ""): unknown {
  const value: unknown = JSON.parse(json);
  requireWritable(json, value, field);
  return value;
}

/** The same for what was parsed already. */
export function requireWritable(json: string, value: unknown, field = ""): void {
  const found = suspicious.test(json) ? findUnwritable(value, field) : undefined;
  if (found === undefined) return;
  const named = found === "" ? "body" : found.toWellFormed().replaceAll("\0", "").slice(0, longestField);
  const message = "Text must not contain the character U+0000 or half of a surrogate pair.";
  throw refusalFor("INVALID_REQUEST", [{ field: named, reason: "INVALID_VALUE", message }]);
}

interface Place {
  readonly value: unknown;
  readonly name: string;
  readonly parent: Place | undefined;
}

/** Without recursion: values may lie in one another thousands of times. */
function findUnwritable(whole: unknown, field: string): string | undefined {
  const open: Place[] = [{ value: whole, name: field, parent: undefined }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place;
    if (typeof value === "string" && !isWritable(value)) return nameOf(place);
    if (typeof value !== "object" || value === null) continue;
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value)) {
      if (!isWritable(key)) return nameOf(place);
      open.push({ value: inner, name: isList ? `[${key}]` : `.${key}`, parent: place });
    }
  }
  return undefined;
}

/** False for a text that holds what neither Postgres nor XML can. */
export function isWritable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function nameOf(place: Place): string {
  const names: string[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) names.push(at.name);
  return names.reverse().join("").replace(/^\./, "");
}
