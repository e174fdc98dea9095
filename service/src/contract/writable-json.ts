// Refuses JSON that contains U+0000 or half of a surrogate pair, and names the field.
//
// Neither Postgres nor XML can store such a text. Without this check, the first write would fail as a fault of ours.

import { refusalFor } from "./api-error.ts";

/** JSON without one of these escapes contains no such text, because both are only possible as escapes. */
const suspicious = /\\u(?:0000|d[89a-f])/i;
const longestField = 200;

/**
 * Parses the JSON; `field` is the name of the whole value. Throws SyntaxError, or INVALID_REQUEST with the field that
 * contains such a text.
 */
export function parseWritable(json: string, field = ""): unknown {
  const value: unknown = JSON.parse(json);
  requireWritable(json, value, field);
  return value;
}

/** Throws like `parseWritable`, for JSON that was parsed already. */
export function requireWritable(json: string, value: unknown, field = ""): void {
  const found = suspicious.test(json) ? findUnwritable(value, field) : undefined;
  if (found === undefined) return;
  const named = found === "" ? "body" : found.toWellFormed().replaceAll("\0", "").slice(0, longestField);
  const message = "Text must not contain the character U+0000 or half of a surrogate pair.";
  throw refusalFor("INVALID_REQUEST", [{ field: named, reason: "INVALID_VALUE", message }]);
}

interface JsonPath {
  readonly value: unknown;
  readonly name: string;
  readonly parent: JsonPath | undefined;
}

/** Uses a stack instead of recursion, because values may be nested thousands of levels deep. */
function findUnwritable(whole: unknown, field: string): string | undefined {
  const open: JsonPath[] = [{ value: whole, name: field, parent: undefined }];
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

/** True if Postgres and XML can store the text. */
export function isWritable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function nameOf(place: JsonPath): string {
  const names: string[] = [];
  for (let at: JsonPath | undefined = place; at !== undefined; at = at.parent) names.push(at.name);
  return names.reverse().join("").replace(/^\./, "");
}
