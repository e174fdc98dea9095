// Validates a rendering against the published schema of the Redline JSON, without unknown fields.
//
// The schema is closed first: a field that the schema does not name fails.

import { redlineSchema } from "@versus/engine/inside";
import { Ajv2020 } from "ajv/dist/2020.js";

const validate = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(close(redlineSchema));

/** Returns where a value breaks the schema, by path and keyword; empty if it is a redline. */
export function schemaProblems(redline: unknown): string[] {
  // Validate the value as it is read from a file, where undefined fields are missing.
  if (validate(JSON.parse(JSON.stringify(redline)))) return [];
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

/**
 * Returns a schema whose objects permit only the fields that they name. Objects that set `additionalProperties` stay
 * as they are.
 */
function close<Schema>(schema: Schema): Schema {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, close(value)]);
  const isClosed = "type" in schema && schema.type === "object" && !("additionalProperties" in schema);
  return { ...Object.fromEntries(entries), ...(isClosed ? { additionalProperties: false } : {}) };
}
