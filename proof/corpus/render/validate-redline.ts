// Holds what is rendered to the published schema of the Redline JSON, closed: a field that the schema does not name fails.

import { redlineSchema } from "@versus/engine/inside";
import { Ajv2020 } from "ajv/dist/2020.js";

const validate = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(close(redlineSchema));

/** Where a value is not a redline, by path and keyword; nothing when it is one. */
export function schemaProblems(redline: unknown): string[] {
  // As it is read from a file: what is undefined is not there.
  if (validate(JSON.parse(JSON.stringify(redline)))) return [];
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

/** A schema whose objects have no other fields than those it names, but for those that it says are open. */
function close<Schema>(schema: Schema): Schema {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, close(value)]);
  const isClosed = "type" in schema && schema.type === "object" && !("additionalProperties" in schema);
  return { ...Object.fromEntries(entries), ...(isClosed ? { additionalProperties: false } : {}) };
}
