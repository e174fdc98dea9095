// Converts issues of zod into error details that name the field, the problem and what is allowed.

import { z } from "zod";
import { type ErrorDetail, quote } from "./api-error.ts";

/** An issue of zod, limited to the fields that are used here. */
export interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message?: string | undefined;
  readonly expected?: unknown;
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly values?: unknown;
  readonly keys?: unknown;
}

/**
 * Returns the details of an issue. `schema` is the schema that refused the value; it supplies the names of its fields.
 */
export function issueDetails(issue: Issue, schema?: unknown): ErrorDetail[] {
  const names = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    const keys = Array.isArray(issue.keys) ? issue.keys.map(String) : [];
    return keys.map((key) => unknownField(fieldName([...names, key]), key, fieldsAt(schema, names)));
  }
  const field = fieldName(names);
  const isMissing = issue.code === "invalid_type" && issue.message?.endsWith("received undefined") === true;
  const name = `\`${names.findLast((part) => !isIndex(part)) ?? "body"}\``;
  return [
    {
      ...(field === "" ? {} : { field }),
      reason: isMissing ? "MISSING_FIELD" : "INVALID_VALUE",
      message: isMissing
        ? `${name} is required.`
        : `${isIndex(names.at(-1)) ? `Each item of ${name}` : name} ${rule(issue)}.`,
      ...(Array.isArray(issue.values) ? { allowed: issue.values.map(String) } : {}),
    },
  ];
}

/** Returns the detail for a field that the schema does not have. */
export function unknownField(field: string, name: string, allowed: readonly string[]): ErrorDetail {
  const known = allowed.length === 0 ? "" : ` The fields are ${allowed.join(", ")}.`;
  const message = `Unknown field ${quote(name)}.${known}`;
  return { field, reason: "UNKNOWN_FIELD", message, ...(allowed.length === 0 ? {} : { allowed }) };
}

/** Returns the rest of a sentence that starts with the name of the field. */
function rule({ code, expected, origin, minimum, maximum, values, message }: Issue): string {
  const unit = units[String(origin)] ?? "";
  switch (code) {
    case "invalid_type":
      return `must be ${kinds[String(expected)] ?? String(expected)}`;
    case "invalid_value":
      return `must be ${listed(Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : [])}`;
    case "too_small":
      return minimum === 1 && unit !== "" ? "must not be empty" : `must be at least ${minimum}${unit}`;
    case "too_big":
      return `must be at most ${maximum}${unit}`;
    case "custom":
      return message ?? "is invalid";
    default:
      return "has a value that is not allowed here; /openapi.json describes it";
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** The unit of a length, such as characters; empty for a number. */
const units: Readonly<Record<string, string>> = { string: " characters long", array: " items long" };

/** Joins words as `a, b or c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** Returns a path such as `edits[0].type`, at most 200 characters long, because callers may choose the names. */
function fieldName(names: readonly string[]): string {
  const joined = names.map((name) => (isIndex(name) ? `[${name}]` : `.${name}`)).join("");
  return joined.replace(/^\./, "").slice(0, 200);
}

function isIndex(name: string | undefined): boolean {
  return name !== undefined && /^\d+$/.test(name);
}

/** Returns the field names of the object at a path; empty if the path does not lead to an object. */
function fieldsAt(schema: unknown, path: readonly string[]): readonly string[] {
  const inner = path.reduce((at: unknown, name) => memberOf(unwrapped(at), name), schema);
  const found = unwrapped(inner);
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function memberOf(schema: unknown, name: string): unknown {
  if (schema instanceof z.ZodObject) return (schema.shape as Readonly<Record<string, unknown>>)[name];
  return schema instanceof z.ZodArray ? schema.element : undefined;
}

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrapped(schema.unwrap()) : schema;
}
